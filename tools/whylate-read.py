#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads whylate run files, by docs/format.md alone and with nothing but Python 3.

Usage: whylate-read.py info|slices|spikes|raw|setup|output FILE

  info    JSON: the head, what each stream obtained, events, the end, the state of the
          file, and for every stream its counts, sums and percentiles
  slices  CSV: one line for each stream and slice
  spikes  CSV: stream, due_ns, late_ns of the wake-ups kept as spikes
  raw     CSV: the same of every wake-up, if the run kept them (--raw)
  setup   JSON: the machine's set-up as it was read, one object for each reading of all or of
          what changed; bytes of a text that are not UTF-8 as \\udc80 to \\udcff
  output  what another tool printed that measured, as it came (--meter)

FILE is - for standard input. What is damaged is skipped and counted; info tells how much.
Exit status: 0; 1 when something was damaged or missing; 2 when FILE is no run file.
"""

import json
import sys

SYNC = b"\x89WL\x1a"
HEADER_BYTES, CRC_BYTES, MAX_BYTES = 16, 4, 16 << 20
HEAD, OBTAINED, SLICES, COUNTS, SPIKES, RAW, EVENT, END, SETUP = range(1, 10)
OUTPUT = 11
NAMES = dict(enumerate("head obtained slices counts spikes raw event end setup".split(), 1))
NAMES[OUTPUT] = "output"
KNOWN_VERSION = 1

SUB_BITS, BUCKETS = 7, 4608
PERCENTILES = {
    "p50_ns": (50, 100), "p90_ns": (90, 100), "p99_ns": (99, 100), "p99_9_ns": (999, 1000),
    "p99_99_ns": (9999, 10000), "p99_999_ns": (99999, 100000),
}  # fmt: skip
MASK64 = (1 << 64) - 1
LATEST_NS, LONGEST_NS = 1 << 60, 1 << 53
LONGEST_PATH, LONGEST_TEXT, LAST_ERRNO = 1023, 4 << 20, 4095


class Impossible(Exception):
    """The checksum is right, but the contents make no sense."""


def make_crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


CRC_TABLE = make_crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC_TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


class Payload:
    """Takes varints from a binary payload, then bits, most significant first."""

    def __init__(self, data):
        self.data, self.at, self.bit = data, 0, 0

    def is_at_end(self):
        return self.at == len(self.data)

    def varint(self, most=MASK64):
        value = shift = 0
        while True:
            if self.at >= len(self.data) or shift > 63:
                raise Impossible("a varint does not end")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if value > most:
            raise Impossible("a varint is too large")
        return value

    def signed(self):
        return unzigzag(self.varint())

    def bytes(self, count):
        if count > len(self.data) - self.at:
            raise Impossible("bytes are missing")
        self.at += count
        return self.data[self.at - count : self.at]

    def bits_begin(self):
        self.bit = self.at * 8

    def bits_end(self):
        self.at = (self.bit + 7) // 8
        if self.at > len(self.data):
            raise Impossible("bits are missing")

    def bits(self, count):
        start, end = self.bit, self.bit + count
        part = self.data[start // 8 : (end + 7) // 8].ljust((end + 7) // 8 - start // 8, b"\0")
        self.bit = end
        return int.from_bytes(part, "big") >> -end % 8 & (1 << count) - 1

    def unary(self, most):
        """Ones up to the zero that ends them; after `most` ones there is no zero."""
        ones = 0
        while ones < most and self.bits(1):
            ones += 1
        return ones

    def rice(self, k):
        ones = self.unary(12)
        if ones < 12:
            return ones << k | self.bits(k)
        length = self.bits(7)
        if length > 64:
            raise Impossible("an escaped value is too long")
        return self.bits(length)


def unzigzag(value):
    return -(value + 1 >> 1) if value & 1 else value >> 1


def read_buckets(payload, first, end):
    """The bit code of a slice's counts. Returns {bucket: count}, zeros left out."""
    zero_run_order = (0, 0, 1, 2, 3, 3, 4, 4)
    counts, one_before, two_before, run, i = {}, 0, 0, 0, first
    payload.bits_begin()
    while i < end:
        x = 3 * one_before + two_before
        if x == 0 and i > first:
            order = zero_run_order[min(run.bit_length(), 7)]
            low_bits = order + payload.unary(32)
            if low_bits > 13:
                raise Impossible("a run of zeros is longer than the histogram")
            run = (1 << low_bits | payload.bits(low_bits)) - (1 << order)
            i += run
            count = payload.rice(0) + 1
        elif x < 8:
            count = payload.rice(0)
        else:
            length, expected = x.bit_length(), 15 * x >> 6
            folded = payload.rice(length - 3 if length < 6 else length - 4)
            if folded > 2 * expected:
                count = folded
            elif folded & 1:
                count = expected - (folded + 1) // 2
            else:
                count = expected + folded // 2
        if i >= end or count > 0xFFFFFFFF or payload.bit > 8 * len(payload.data):
            raise Impossible("counts go beyond the histogram")
        if count:
            counts[i] = count
        one_before, two_before, i = count, one_before, i + 1
    if count == 0:
        raise Impossible("the last count is 0")
    payload.bits_end()
    return counts


def read_slice(payload, slice_ns):
    entry = {"stream": payload.varint(0xFFFFFFFF), "number": payload.varint(0x7FFFFFFF)}
    offset_ns, longer_ns = payload.signed(), payload.signed()
    entry["begin_ns"] = entry["number"] * slice_ns + offset_ns
    entry["end_ns"] = entry["begin_ns"] + slice_ns + longer_ns
    entry["threshold_ns"] = payload.varint(MASK64 >> 1)
    entry["samples_lost"] = payload.varint(0xFFFFFFFF)
    entry["overruns"] = payload.varint(1 << 40)
    entry["early"] = payload.varint(0xFFFFFFFF)
    entry["beyond"] = payload.varint(0xFFFFFFFF)
    wrapped = payload.varint(1 << 40)
    first = payload.varint(BUCKETS)
    end = first + payload.varint(BUCKETS - first)
    entry.update(min_ns=None, max_ns=None, sum_ns=0, buckets={})
    if entry["early"] or entry["beyond"] or wrapped or end > first:
        entry["min_ns"] = payload.signed()
        entry["max_ns"] = entry["min_ns"] + payload.varint()
        entry["sum_ns"] = payload.signed()
    if end > first:
        entry["buckets"] = read_buckets(payload, first, end)
    entry["count"] = (
        entry["early"] + entry["beyond"] + wrapped + sum(entry["buckets"].values())
    )
    times = [entry["sum_ns"], entry["min_ns"] or 0, entry["max_ns"] or 0]
    if (
        max(map(abs, times + [entry["number"] * slice_ns])) > LATEST_NS
        or max(abs(offset_ns), abs(longer_ns)) > LONGEST_NS
        or entry["end_ns"] < entry["begin_ns"]
        or entry["count"] > 1 << 40
    ):
        raise Impossible("a figure is out of range")
    return entry


class SampleModel:
    """Foretells a value, and how far off that may be, from those before it."""

    def __init__(self, distance_sum):
        self.median, self.distance_sum, self.count = 0, distance_sum, 4

    def take(self, payload):
        k = 0
        while k < 31 and self.count << k < self.distance_sum:
            k += 1
        zigzag = payload.rice(k)
        distance = unzigzag(zigzag)
        value = self.median + distance & MASK64
        step = min(1 << k - 3 if k > 3 else 1, abs(distance))
        self.median = self.median + (-step if distance < 0 else step) & MASK64
        self.distance_sum += min(zigzag, 1 << 48)
        self.count += 1
        if self.count > 8:
            self.count >>= 1
            self.distance_sum >>= 1
        return value


def to_signed(value):
    return value - (1 << 64) if value >> 63 else value


def read_samples(payload):
    """Returns the stream and a list of (due_ns, late_ns)."""
    stream, count = payload.varint(0xFFFFFFFF), payload.varint()
    grid_ns, due_ns = payload.varint(MASK64 >> 1), payload.signed()
    lateness, steps, samples = SampleModel(4096), SampleModel(0), []
    payload.bits_begin()
    for i in range(count):
        if i:
            due_ns = to_signed(due_ns + (steps.take(payload) + 1) * grid_ns & MASK64)
        samples.append((due_ns, to_signed(lateness.take(payload))))
        if max(map(abs, samples[-1])) > LATEST_NS or payload.bit > 8 * len(payload.data):
            raise Impossible("a sample is out of range")
    payload.bits_end()
    if not payload.is_at_end():
        raise Impossible("bytes are left over")
    return stream, samples


def read_counts(payload):
    slice_number, whole_run = payload.varint(0x7FFFFFFF), payload.varint(1)
    counter, counts = 0, []
    for _ in range(payload.varint(len(payload.data))):
        counter += payload.varint(1 << 16)
        counts.append((counter, payload.varint(0xFFFFFFFF), payload.signed()))
    if not payload.is_at_end():
        raise Impossible("bytes are left over")
    return slice_number, bool(whole_run), counts


def is_good_path(path):
    parts = path.split(b"/")
    return (
        parts[0] == b""
        and len(parts) > 1
        and not {b"", b".", b".."} & set(parts[1:])
        and not any(byte < 32 or byte == 127 for byte in path)
    )


def read_setup(payload):
    """Returns the time, whether it tells changes only, and {path: file}."""
    time_ns, changes = payload.signed(), bool(payload.varint(1))
    path, path_bytes, files = b"", 0, {}
    while not payload.is_at_end():
        before = path
        common = payload.varint(len(before))
        path = before[:common] + payload.bytes(payload.varint(LONGEST_PATH - common))
        path_bytes += len(path)
        if path <= before or not is_good_path(path) or path_bytes > MAX_BYTES:
            raise Impossible("no path, or out of order")
        flags = payload.varint(7)
        file = {"cut": bool(flags & 1), "varies": bool(flags & 2), "errno": None, "text": None}
        if flags & 4:
            file["errno"] = payload.varint(LAST_ERRNO)
            if not file["errno"]:
                raise Impossible("an error that is none")
        else:
            text = payload.bytes(payload.varint(LONGEST_TEXT))
            file["text"] = text.decode("utf-8", "surrogateescape")
        files[path.decode("utf-8", "surrogateescape")] = file
    if abs(time_ns) > LATEST_NS:
        raise Impossible("a time is out of range")
    return time_ns, changes, files


def look(data, at):
    """What begins at `at`: a chunk (True), none (False), or perhaps the first part of one
    (None); and the length of its payload."""
    header = data[at : at + HEADER_BYTES]
    length = int.from_bytes(header[12:16], "little")
    end = at + HEADER_BYTES + length
    if not (header.startswith(SYNC) or SYNC.startswith(header)):
        return False, 0
    if len(header) < HEADER_BYTES:
        return None, 0
    check = crc32c(header[:6] + header[8:]) & 0xFFFF
    if check != int.from_bytes(header[6:8], "little") or length > MAX_BYTES:
        return False, 0
    if end + CRC_BYTES > len(data):
        return None, length
    return crc32c(data[at:end]) == int.from_bytes(data[end : end + CRC_BYTES], "little"), length


def find_chunks(data, report, is_other_head):
    """Yields (kind, version, payload) of all good chunks; counts the rest in report. Ends
    where another run begins, appended to this one."""
    at, expected, in_damage, cut_off_at = 0, 0, False, None

    def skip(start, end):
        nonlocal in_damage
        report["damaged_places"] += not in_damage
        report["damaged_bytes"] += end - start
        in_damage = True

    while at < len(data):
        good, length = look(data, at)
        if not good:
            following = data.find(SYNC[:1], at + 1)
            following = len(data) if following < 0 else following
            if good is None and not in_damage and cut_off_at is None:
                cut_off_at = at
            if cut_off_at is None:
                skip(at, following)
            at = following
            continue
        payload = data[at + HEADER_BYTES : at + HEADER_BYTES + length]
        if data[at + 4] == HEAD and data[at + 5] <= KNOWN_VERSION and is_other_head(payload):
            report["other_run_bytes"] = len(data) - at
            break
        if cut_off_at is not None:  # not the end of the file after all
            skip(cut_off_at, at)
            cut_off_at = None
        start, at = at, at + HEADER_BYTES + length + CRC_BYTES
        number = int.from_bytes(data[start + 8 : start + 12], "little")
        missing = number - expected & 0xFFFFFFFF
        if missing > 0x7FFFFFFF:  # of the past: it comes again, or too late
            skip(start, at)
            continue
        report["missing_chunks"] += missing
        report["chunks"] += 1
        expected, in_damage = number + 1, False
        yield data[start + 4], data[start + 5], data[start + HEADER_BYTES : at - CRC_BYTES]
    report["cut_off"] = cut_off_at is not None


def high_ns(bucket):
    """The largest time that falls into a bucket."""
    bucket += 1
    block = bucket >> SUB_BITS
    if block < 2:
        return bucket - 1
    return (bucket - (block - 1 << SUB_BITS) << block - 1) - 1


class Stream:
    def __init__(self):
        self.buckets = {}
        self.total = dict.fromkeys(("count", "overruns", "early", "beyond", "sum_ns"), 0)
        self.total.update(min_ns=None, max_ns=None, slices=0, samples_lost=0)
        self.spikes, self.raw = [], []

    def add(self, entry):
        total = self.total
        for key in ("count", "overruns", "early", "beyond", "sum_ns", "samples_lost"):
            total[key] += entry[key]
        total["slices"] += 1
        for bucket, count in entry["buckets"].items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + count
        if entry["count"]:
            known = total["min_ns"] is not None
            total["min_ns"] = min(total["min_ns"], entry["min_ns"]) if known else entry["min_ns"]
            total["max_ns"] = max(total["max_ns"], entry["max_ns"]) if known else entry["max_ns"]

    def quantile_ns(self, numerator, denominator):
        if not self.total["count"]:
            return None
        rank = max(-(-self.total["count"] * numerator // denominator), 1)
        seen = self.total["early"]
        if rank <= seen:
            return self.total["min_ns"]
        for bucket in sorted(self.buckets):
            seen += self.buckets[bucket]
            if seen >= rank:
                return min(high_ns(bucket), self.total["max_ns"])
        return self.total["max_ns"]

    def figures(self):
        count, sum_ns = self.total["count"], self.total["sum_ns"]
        avg_ns = (abs(sum_ns) + count // 2) // count if count else None
        figures = dict(self.total, avg_ns=-avg_ns if sum_ns < 0 else avg_ns)
        for key, (numerator, denominator) in PERCENTILES.items():
            figures[key] = self.quantile_ns(numerator, denominator)
        return dict(figures, spikes_kept=len(self.spikes), raw_kept=len(self.raw))


class Run:
    def __init__(self, data):
        self.head = self.obtained = self.end = None
        self.events, self.slices, self.streams, self.counts = [], [], [], {}
        self.output = []
        self.setups = []
        self.payload_bytes = {}
        self.file = dict.fromkeys(
            "chunks unknown_chunks unreadable_chunks damaged_places damaged_bytes "
            "missing_chunks other_run_bytes".split(), 0)  # fmt: skip
        self.file.update(bytes=len(data), cut_off=False)
        chunks = find_chunks(
            data, self.file, lambda head: self.head is not None and head != self.head_bytes
        )
        for kind, version, payload in chunks:
            name = NAMES.get(kind, str(kind))
            self.payload_bytes[name] = self.payload_bytes.get(name, 0) + len(payload)
            if kind not in NAMES or version > KNOWN_VERSION:
                self.file["unknown_chunks"] += 1
                continue
            try:
                if self.head is None and kind != HEAD:
                    raise Impossible("no head yet")
                self.take(kind, payload)
            except (Impossible, ValueError):
                self.file["unreadable_chunks"] += 1
        self.file["has_end"] = self.end is not None

    def stream(self, number):
        if number >= len(self.streams):
            raise Impossible("no such stream")
        return self.streams[number]

    def take(self, kind, data):
        if kind == HEAD and self.head is None:
            head = json.loads(data)
            if not 0 < head.get("slice_ns", 0) <= 1 << 42:
                raise Impossible("slices of no length")
            self.head_bytes = data
            self.head, self.streams = head, [Stream() for _ in head.get("streams", [])]
        elif kind == OBTAINED:
            self.obtained = json.loads(data).get("streams", [])
        elif kind == EVENT:
            self.events.append(json.loads(data))
        elif kind == OUTPUT:
            payload = Payload(data)
            payload.signed()  # when it was read
            self.output.append(data[payload.at :])
        elif kind == END:
            self.end = json.loads(data)
        elif kind == SLICES:
            payload = Payload(data)
            while not payload.is_at_end():
                entry = read_slice(payload, self.head["slice_ns"])
                self.stream(entry["stream"]).add(entry)
                self.slices.append(entry)
        elif kind == COUNTS:
            names = [
                "load " * (counter.get("scope") == "load") + counter["name"]
                for counter in self.head.get("counters", [])
            ]
            counts = read_counts(Payload(data))[2]
            instances = max(len(self.head.get("cpus", [])), len(self.streams), 1)
            if any(c >= len(names) or i >= instances for c, i, _ in counts):
                raise Impossible("no such counter, or not so many of them")
            for counter, instance, value in counts:
                name = names[counter]
                values = self.counts.setdefault(name, {})
                values[instance] = values.get(instance, 0) + value
        elif kind == SETUP:
            time_ns, changes, files = read_setup(Payload(data))
            key = {"time_ns": time_ns, "changes": changes}
            if not self.setups or any(self.setups[-1][k] != v for k, v in key.items()):
                self.setups.append({**key, "files": {}})
            self.setups[-1]["files"].update(files)
        elif kind in (SPIKES, RAW):
            number, samples = read_samples(Payload(data))
            stream = self.stream(number)
            (stream.spikes if kind == SPIKES else stream.raw).extend(samples)

    def info(self):
        what = self.obtained or self.head.get("streams", [])
        return {
            "head": self.head,
            "streams": [dict(w, **s.figures()) for w, s in zip(what, self.streams)],
            "counts": self.counts,
            "events": self.events,
            "setup": [
                {"time_ns": s["time_ns"], "changes": s["changes"], "files": len(s["files"])}
                for s in self.setups
            ],
            "end": self.end,
            "file": dict(self.file, payload_bytes=self.payload_bytes),
        }


def print_slices(run):
    keys = (
        "stream number begin_ns end_ns threshold_ns samples_lost count overruns early beyond "
        "min_ns max_ns sum_ns".split()
    )
    print(",".join(keys))
    for entry in run.slices:
        print(",".join("" if entry[key] is None else str(entry[key]) for key in keys))


def print_samples(run, which):
    print("stream,due_ns,late_ns")
    for number, stream in enumerate(run.streams):
        for due_ns, late_ns in getattr(stream, which):
            print(f"{number},{due_ns},{late_ns}")


def main(what, name):
    with sys.stdin.buffer if name == "-" else open(name, "rb") as file:
        run = Run(file.read())
    if run.head is None:
        print(f"{name}: not a run file, or its head is damaged", file=sys.stderr)
        return 2
    if what == "info":
        print(json.dumps(run.info(), indent=2))
    elif what == "setup":
        print(json.dumps(run.setups, indent=2))
    elif what == "slices":
        print_slices(run)
    elif what == "output":
        sys.stdout.buffer.write(b"".join(run.output))
    else:
        print_samples(run, what)
    file = run.file
    harm = file["damaged_places"] + file["missing_chunks"] + file["unreadable_chunks"]
    return 1 if harm or run.end is None else 0


WHAT = ("info", "slices", "spikes", "raw", "setup", "output")

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in WHAT:
        sys.exit(__doc__)
    try:
        sys.exit(main(sys.argv[1], sys.argv[2]))
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
