/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The topics: each reads its files of the set-up and puts its facts. A new one is a file
 * facts/NAME.c with one function, declared here by its row.
 */
#ifndef FACTS_TOPICS_H
#define FACTS_TOPICS_H

#include "facts/facts.h"

typedef void facts_topic_fn(struct facts *facts, const struct setup *setup);

facts_topic_fn facts_topic_cache_controller;
facts_topic_fn facts_topic_clock;
facts_topic_fn facts_topic_command_line;
facts_topic_fn facts_topic_config;
facts_topic_fn facts_topic_console;
facts_topic_fn facts_topic_container;
facts_topic_fn facts_topic_cpu;
facts_topic_fn facts_topic_debugging;
facts_topic_fn facts_topic_devices;
facts_topic_fn facts_topic_firmware;
facts_topic_fn facts_topic_frequency;
facts_topic_fn facts_topic_idle;
facts_topic_fn facts_topic_interrupts;
facts_topic_fn facts_topic_isolation;
facts_topic_fn facts_topic_kernel;
facts_topic_fn facts_topic_kernel_work;
facts_topic_fn facts_topic_log;
facts_topic_fn facts_topic_memory;
facts_topic_fn facts_topic_model;
facts_topic_fn facts_topic_network;
facts_topic_fn facts_topic_preemption;
facts_topic_fn facts_topic_raspberry_pi;
facts_topic_fn facts_topic_sched;
facts_topic_fn facts_topic_secure_world;
facts_topic_fn facts_topic_tasks;
facts_topic_fn facts_topic_virtual;

/* In the order in which they are asked; one may use the facts of those before it. */
extern facts_topic_fn *const facts_topics[];

#endif
