/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two programs without an operating system around the page of src/l2c310/stub.S: one before it
 * makes the state in which a boot loader could start a kernel, one in the kernel's place prints
 * what it got on the serial port. PRELUDE chooses the first. What is asked of them stands at
 * 0x40 in both; the test fills it in.
 */
	.syntax	unified
	.arch	armv7-a
	.arch_extension sec
	.arm
	.text

#ifdef PRELUDE
	b	prelude
	.org	0x40
how:	.word	0			@ 1: CTRL on; 2: non-secure; 4: other VBAR; 8: write AUX_CTRL
controller:
	.word	0
aux_ctrl:
	.word	0
sctlr_set:
	.word	0
cpsr:	.word	0

prelude:
	ldr	r4, how
	ldr	r5, controller
	tst	r4, #8
	ldrne	r6, aux_ctrl
	strne	r6, [r5, #0x104]
	tst	r4, #1
	movne	r6, #1
	strne	r6, [r5, #0x100]
	tst	r4, #2
	beq	secure
	cps	#0x16			@ monitor
	mrc	p15, 0, r6, c1, c1, 0
	orr	r6, r6, #1
	mcr	p15, 0, r6, c1, c1, 0
	isb
	mov	r6, #0xd3
	msr	spsr_cxsf, r6
	adr	lr, secure
	movs	pc, lr
secure:
	tst	r4, #4
	ldrne	r6, vbar
	mcrne	p15, 0, r6, c12, c0, 0
	mrc	p15, 0, r6, c1, c0, 0
	ldr	r7, sctlr_set
	orr	r6, r6, r7
	mcr	p15, 0, r6, c1, c0, 0
	isb
	ldr	r6, cpsr
	msr	cpsr_fsxc, r6
	adr	r12, pattern
	ldm	r12, {r3-r11}
	ldr	sp, pattern + 36
	ldr	lr, pattern + 40
	ldr	r12, pattern + 44
	b	onwards
vbar:	.word	0x12345680
pattern:
	.irp	number, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 12
	.word	0xa5000000 + \number * 0x10101
	.endr
onwards:
	.balign	4096, 0
	/* "mov r0, r0" up to the page's end, wherever that comes to lie, is the test's. */
#else
	.rept	8
	mov	r0, r0
	.endr
	b	payload
	.word	0x016f2818, 0, end - start_of_payload, 0x04030201
	.org	0x40
serial:	.word	0			@ where a character goes
serial_control:
	.word	0			@ 0, or i.MX: where 4 switches the transmitter on
controller:
	.word	0			@ 0: none
got:	.fill	19, 4, 0

	.set	start_of_payload, serial - 0x40
payload:
	str	r12, got + 48
	adr	r12, got
	stm	r12, {r0-r11}
	str	sp, [r12, #52]
	str	lr, [r12, #56]
	mrs	r0, cpsr
	str	r0, [r12, #60]
	mrc	p15, 0, r0, c1, c0, 0
	str	r0, [r12, #64]
	mrc	p15, 0, r0, c12, c0, 0
	str	r0, [r12, #68]
	ldr	r1, controller
	cmp	r1, #0
	ldrne	r0, [r1, #0x104]
	moveq	r0, #0
	str	r0, [r12, #72]

	ldr	r1, serial_control
	cmp	r1, #0
	movne	r0, #4
	strne	r0, [r1]
	ldr	r1, serial
	mov	r2, #19
word:
	ldr	r3, [r12], #4
	mov	r4, #28
digit:
	lsr	r5, r3, r4
	and	r5, r5, #15
	cmp	r5, #10
	addlt	r5, r5, #'0'
	addge	r5, r5, #'a' - 10
	str	r5, [r1]
	subs	r4, r4, #4
	bge	digit
	mov	r5, #' '
	str	r5, [r1]
	subs	r2, r2, #1
	bne	word
	mov	r5, #'\n'
	str	r5, [r1]
forever:
	wfi
	b	forever
end:
#endif
