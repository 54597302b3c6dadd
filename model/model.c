/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/model.h"

#include <string.h>

#include "base/io.h"

enum { FILE_MAX_BYTES = 16 << 20 };

static int read_parameters(struct model *model, const char *name, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	parameters_set_defaults(&model->parameters);
	if (!name)
		return 0;
	if (io_read_file(name, FILE_MAX_BYTES, &text, err))
		return -1;
	return parameters_read(&model->parameters, name, str_text(&text), err);
}

static int read_symbols(struct model *model, const char *name, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	if (io_read_file(name, FILE_MAX_BYTES, &text, err))
		return -1;
	return symbols_read(&model->symbols, name, str_text(&text), err);
}

static void write_names(struct trace *trace, const char *what, const char *const *names,
			int count)
{
	CLEANUP(str_free) struct str text = {0};

	str_add(&text, what);
	for (int i = 0; i < count; i++)
		str_addf(&text, " %s", names[i]);
	trace_add(trace, str_text(&text));
}

/* The names of everything that is only a number later. */
static void write_head(struct model *model)
{
	CLEANUP(str_free) struct str text = {0};
	const char *line, *end;

	trace_add(&model->trace, "whylate-model 1");
	parameters_add_text(&text, &model->parameters);
	for (line = str_text(&text); (end = strchr(line, '\n')); line = end + 1) {
		CLEANUP(str_free) struct str one = {0};

		str_addf(&one, "parameter %.*s", (int)(end - line), line);
		trace_add(&model->trace, str_text(&one));
	}
	write_names(&model->trace, "phases", phase_names, PHASES);
	write_names(&model->trace, "costs", cost_names, COSTS);
	write_names(&model->trace, "owners", owner_names, OWNERS);
	for (uint32_t i = 0; i < model->policy_count; i++) {
		CLEANUP(str_free) struct str one = {0};

		str_addf(&one, "policy %u %s 0x%08x", i, model->policies[i].name,
			 model->policies[i].aux_ctrl);
		trace_add(&model->trace, str_text(&one));
	}
}

int model_open(struct model *model, const struct model_options *options, struct err *err)
{
	int count;

	*model = (struct model){.trace.fd = -1};
	if (read_parameters(model, options->parameters, err) ||
	    read_symbols(model, options->symbols, err))
		return -1;
	count = policies_parse(model->policies, options->policies, &model->parameters,
			       err);
	if (count < 0)
		return -1;
	model->policy_count = (uint32_t)count;
	model->core =
		core_new(&model->parameters, model->policies, model->policy_count, err);
	if (!model->core || trace_open(&model->trace, options->output, err))
		return -1;
	activations_init(&model->activations, model->core, &model->symbols,
			 &model->trace);
	write_head(model);
	return 0;
}

int model_close(struct model *model, struct err *err)
{
	int status;

	activations_end(&model->activations);
	status = trace_close(&model->trace, err);
	activations_free(&model->activations);
	core_free(model->core);
	symbols_free(&model->symbols);
	return status;
}

struct code model_code(const struct model *model, uint32_t vaddr, uint64_t address,
		       uint32_t instructions)
{
	uint32_t function = symbols_find(&model->symbols, vaddr);

	return (struct code){
		.address = address,
		.vaddr = vaddr,
		.instructions = (uint16_t)instructions,
		.is_kernel = guest_is_kernel(vaddr),
		.copies = model->symbols.functions[function].copies,
		.is_vector = vaddr == GUEST_IRQ_VECTOR,
	};
}

static uint8_t owner_of(const struct model *model, const struct code *code,
			enum access access)
{
	static const enum owner of_load[] = {
		[ACCESS_CODE] = OWNER_LOAD_CODE,
		[ACCESS_READ] = OWNER_LOAD_READS,
		[ACCESS_WRITE] = OWNER_LOAD_STORES,
	};
	const bool is_task = model->task && model->current == model->task;

	if (!code->is_kernel)
		return (uint8_t)(is_task ? OWNER_TASK : of_load[access]);
	if (is_task)
		return OWNER_TASK_KERNEL;
	return code->copies ? OWNER_COPIES : OWNER_KERNEL;
}

void model_execute(struct model *model, const struct code *code)
{
	model->is_up |= !code->is_kernel && model->current;
	if (!model->is_up)
		return;
	if (model->sleeps)
		activations_resume(&model->activations);
	model->sleeps = false;
	if (code->is_vector)
		activations_vector(&model->activations);
	core_fetch(model->core, code->address, code->vaddr, code->instructions,
		   owner_of(model, code, ACCESS_CODE));
}

void model_access(struct model *model, const struct code *code, uint64_t address,
		  uint32_t vaddr, uint32_t bytes, bool is_store)
{
	if (!model->is_up)
		return;
	core_access(model->core, address, vaddr, bytes, is_store,
		    owner_of(model, code, is_store ? ACCESS_WRITE : ACCESS_READ));
}

/*
 * Registers of L2C-310, DDI 0246. Indexes of sets are of the emulated controller's size, not of
 * the modelled one's, so operations by index are only counted.
 */
static void write_level2(struct model *model, uint32_t reg, uint32_t value)
{
	static const struct {
		uint32_t reg;
		enum cache_operation operation;
		bool by_way;
	} rows[] = {
		{0x770, CACHE_INVALIDATE, false},
		{0x77c, CACHE_INVALIDATE, true},
		{0x7b0, CACHE_CLEAN, false},
		{0x7bc, CACHE_CLEAN, true},
		{0x7f0, CACHE_CLEAN_INVALIDATE, false},
		{0x7fc, CACHE_CLEAN_INVALIDATE, true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].reg == reg && rows[i].by_way)
			core_maintain_ways(model->core, (uint16_t)value,
					   rows[i].operation);
		else if (rows[i].reg == reg)
			core_maintain_line(model->core, value, rows[i].operation);
	if (reg == 0x100)
		core_enable_level2(model->core, value & 1);
	else if (reg == 0x900 || reg == 0x904)
		core_lock(model->core, reg == 0x904, (uint16_t)value);
	else if (reg == 0x7b8 || reg == 0x7f8)
		model->ignored++;
}

void model_access_device(struct model *model, uint64_t address, bool is_store,
			 uint32_t value)
{
	if (!is_store)
		core_read_device(model->core, address);
	else if (address == GUEST_TIMER_COUNTER)
		model->timer_ticks = value;
	else if (address == GUEST_TIMER_CONTROL && value & 1)
		activations_timer(&model->activations,
				  model->timer_ticks * GUEST_TIMER_TICK_NS);
	else if (address - GUEST_LEVEL2 < GUEST_LEVEL2_BYTES)
		write_level2(model, (uint32_t)(address - GUEST_LEVEL2), value);
}

void model_switch(struct model *model, uint32_t value)
{
	if (guest_is_kernel(value))
		model->current = value;
}

void model_mark(struct model *model, int64_t late_ns)
{
	model->task = model->current;
	activations_mark(&model->activations, late_ns);
}

void model_sleep(struct model *model)
{
	if (!model->is_up)
		return;
	activations_sleep(&model->activations);
	model->sleeps = true;
}
