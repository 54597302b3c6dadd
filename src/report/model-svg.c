/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A picture for a browser: stacked bars, names and colours beside them. No script, no font. */
#include "report/model-doc.h"

enum {
	LEFT = 170,
	WIDTH = 640,
	BAR = 34,
	STEP = 56,
	TOP = 60,
	LEGEND = 22,
	RIGHT = 110,
};

/* Told apart without colours, too: each is named and darker or lighter than its neighbours. */
static const char *const colours[] = {"#264653", "#8ab17d", "#e9c46a", "#2a9d8f",
				      "#e76f51", "#b5838d", "#6d6875", "#f4a261"};

static const char *colour_of(uint32_t cost)
{
	return colours[cost % (sizeof(colours) / sizeof(colours[0]))];
}

static void add_escaped(struct str *out, const char *text)
{
	for (; *text; text++)
		if (*text == '<')
			str_add(out, "&lt;");
		else if (*text == '&')
			str_add(out, "&amp;");
		else
			str_add_char(out, *text);
}

static double us_of(const struct explanation *explanation, uint64_t ps)
{
	return explanation->wake_ups ? (double)ps / 1e6 / explanation->wake_ups : 0;
}

static void add_bar(struct str *out, const struct explanation *explanation,
		    uint32_t policy)
{
	const struct explained *explained = &explanation->policy[policy];
	uint64_t longest = explanation->policy[explanation->slowest].total_ps;
	double scale = longest ? WIDTH / (double)longest : 0, x = LEFT;
	uint32_t y = TOP + policy * STEP;

	str_addf(out, "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">", LEFT - 10,
		 y + BAR / 2 + 5);
	add_escaped(out, explanation->trace->policies[policy].name);
	str_add(out, "</text>\n");
	for (uint32_t i = 0; i < explanation->trace->costs.count; i++) {
		double width = (double)explained->by_cost[i] * scale;

		str_addf(out,
			 "<rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%d\" "
			 "fill=\"%s\"><title>%s: %.3f us</title></rect>\n",
			 x, y, width, BAR, colour_of(i),
			 explain_words(explanation->trace->costs.name[i]),
			 us_of(explanation, explained->by_cost[i]));
		x += width;
	}
	str_addf(out, "<text x=\"%.2f\" y=\"%u\">%.3f us</text>\n", x + 8,
		 y + BAR / 2 + 5, us_of(explanation, explained->total_ps));
}

void model_svg(struct str *out, const struct explanation *explanation)
{
	const struct model_trace *trace = explanation->trace;
	uint32_t legend = TOP + trace->policy_count * STEP + 10;

	str_addf(
		out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" "
		"font-family=\"sans-serif\" font-size=\"14\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
		"<text x=\"16\" y=\"26\" font-size=\"16\">What a wake-up's time goes to, on "
		"average: MODELLED, not measured</text>\n",
		LEFT + WIDTH + RIGHT, legend + trace->costs.count * LEGEND + 10);
	for (uint32_t i = 0; i < trace->policy_count; i++)
		add_bar(out, explanation, i);
	for (uint32_t i = 0; i < trace->costs.count; i++) {
		str_addf(
			out,
			"<rect x=\"%d\" y=\"%u\" width=\"14\" height=\"14\" fill=\"%s\"/>"
			"<text x=\"%d\" y=\"%u\">",
			LEFT, legend + i * LEGEND, colour_of(i), LEFT + 22,
			legend + i * LEGEND + 12);
		add_escaped(out, explain_words(trace->costs.name[i]));
		str_add(out, "</text>\n");
	}
	str_add(out, "</svg>\n");
}
