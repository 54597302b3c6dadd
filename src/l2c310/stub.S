/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A page in front of a zImage that sets bits 24:23 of the L2C-310's AUX_CTRL (write allocate)
 * and goes on to the kernel behind it. stub-code.h holds its words; tools/stub-words makes them.
 *
 * The kernel's boot protocol for 32-bit Arm holds: MMU and data cache off, r0 = 0, r1 = machine,
 * r2 = device tree. Everything is relative to the pc, so the page runs wherever it is loaded.
 *
 * It writes AUX_CTRL only when all of this is so; each row is asked when those above hold:
 *   the mode is SVC, data little-endian, MMU and data cache off
 *   MIDR is a Cortex-A9's: only there CBAR is what the next row takes it for
 *   CBAR is the base of the private peripherals of the board that the page was made for
 *   the page is aligned as a vector table must be
 *   SCR can be read, which is undefined in the non-secure state, and has NS = 0
 *   CACHE_ID can be read, and is an L2C-310's
 *   CTRL has the controller off: with it on, a write to AUX_CTRL ends in a bus error
 *
 * "Can be read" is found out by trying, under a vector table of our own. VBAR and SCTLR are
 * written for that and put back; the kernel writes SCTLR in the same state some instructions
 * later, so what forbids it here would forbid the kernel as well. lr and spsr of the undefined
 * or abort mode change when one of the two reads is refused; nothing else does: all other
 * registers, flags and masks are as the boot loader left them.
 *
 * The secure state does not prove that no firmware owns the controller; the board's row in
 * stub-boards.c says where that is known.
 */
	.syntax	unified
	.arch	armv7-a
	.arm
	.text

	/* What boot loaders look at: as in each zImage since Linux 2.6, to offset 0x34. */
page:
	.rept	8
	mov	r0, r0
	.endr
	b	begin
	.word	0x016f2818		@ magic
	.word	0			@ start: position independent
	.word	0			@ end: STUB_END, bytes of page and image
	.word	0x04030201		@ byte order

	/* What whylate fills in; offsets are in stub.c. */
	.org	0x40
	.ascii	"whylate0"		@ the last character is the version of this layout
field:
	.word	0			@ bits 24:23 as a number: 0, 1 or 2
peripherals:
	.word	0			@ what CBAR must be
controller:
	.word	0			@ the L2C-310's address
	.word	0			@ bytes of the image behind the page
	.word	0			@ its CRC-32C

	.org	0x60			@ VBAR takes multiples of 32
vectors:
	.rept	8
	b	refused
	.endr

saved_r4:
	.fill	8, 4, 0			@ r4 to r11
saved_r12:
	.word	0

begin:
	str	r12, saved_r12
	adr	r12, saved_r4
	stm	r12, {r4-r11}
	mrs	r11, cpsr

	ldr	r5, mode_mask
	and	r5, r5, r11
	cmp	r5, #0x13		@ SVC, not Thumb, not big-endian
	bne	hand_on
	mrc	p15, 0, r4, c1, c0, 0	@ SCTLR
	tst	r4, #5			@ C, M
	bne	hand_on
	mrc	p15, 0, r5, c0, c0, 0	@ MIDR
	ldr	r6, midr_mask
	ldr	r7, midr_a9
	and	r5, r5, r6
	cmp	r5, r7
	bne	hand_on
	mrc	p15, 4, r5, c15, c0, 0	@ CBAR
	ldr	r6, peripherals
	cmp	r5, r6
	bne	hand_on
	adr	r7, vectors
	tst	r7, #31
	bne	hand_on

	cpsid	aif
	mrc	p15, 0, r8, c12, c0, 0	@ VBAR
	mcr	p15, 0, r7, c12, c0, 0
	bic	r5, r4, #1 << 13	@ V: vectors at VBAR, not at 0xffff0000
	bic	r5, r5, #1 << 30	@ TE: exceptions in Arm state
	mcr	p15, 0, r5, c1, c0, 0
	isb

	mrc	p15, 0, r5, c1, c1, 0	@ SCR
	tst	r5, #1			@ NS
	bne	put_back
	ldr	r6, controller
	ldr	r5, [r6]		@ CACHE_ID
	ldr	r7, id_mask
	ldr	r9, id_l310
	and	r5, r5, r7
	cmp	r5, r9
	bne	put_back
	ldr	r5, [r6, #0x100]	@ CTRL
	tst	r5, #1
	bne	put_back
	ldr	r5, [r6, #0x104]	@ AUX_CTRL
	ldr	r7, field
	bic	r5, r5, #3 << 23
	orr	r5, r5, r7, lsl #23
	str	r5, [r6, #0x104]
	dsb

put_back:
	mcr	p15, 0, r4, c1, c0, 0
	mcr	p15, 0, r8, c12, c0, 0
	isb
hand_on:
	msr	cpsr_fsxc, r11
	adr	r12, saved_r4
	ldm	r12, {r4-r11}
	ldr	r12, saved_r12
	b	page + 4096

	/* Any exception: back to the mode that it came from, and on without a write. */
refused:
	adr	lr, put_back
	movs	pc, lr

mode_mask:
	.word	0x0000023f		@ E, T, mode
midr_mask:
	.word	0xff00fff0		@ implementer, architecture, part
midr_a9:
	.word	0x4100c090
id_mask:
	.word	0xff0003c0		@ implementer, part
id_l310:
	.word	0x410000c0
end_of_code:
