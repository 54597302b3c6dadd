#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Prints src/base/crc32c-table.h: eight tables for CRC-32C, eight bytes at a time."""

POLYNOMIAL = 0x82F63B78

tables = [[0] * 256 for _ in range(8)]
for n in range(256):
    crc = n
    for _ in range(8):
        crc = (crc >> 1) ^ (POLYNOMIAL if crc & 1 else 0)
    tables[0][n] = crc
for k in range(1, 8):
    for n in range(256):
        before = tables[k - 1][n]
        tables[k][n] = tables[0][before & 0xFF] ^ (before >> 8)

print("/* SPDX-License-Identifier: GPL-2.0-or-later */")
print("/* Made by tools/crc32c-table.py; a unit test recomputes it. */")
print("static const uint32_t crc32c_table[8][256] = {")
for table in tables:
    print("\t{")
    for i in range(0, 256, 6):
        print("\t\t" + ", ".join(f"0x{value:08x}" for value in table[i : i + 6]) + ",")
    print("\t},")
print("};")
