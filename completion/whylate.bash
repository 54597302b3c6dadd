# SPDX-License-Identifier: GPL-2.0-or-later
# bash completion for whylate. Verbs, options and their words are asked of the program, so
# that they are its option tables' and nobody else's.

_whylate()
{
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local verb=${COMP_WORDS[1]} line

	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W "$("$1" --words) --help --version" -- "$word")
		return
	fi
	while read -r line; do
		# The option before takes one of some words.
		if [[ $line == "$before "* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "${line#* }" -- "$word")
			return
		fi
		[[ $line == "$word"* ]] || continue
		# Options, and subcommands right behind the verb.
		if [[ $word == -* ]] || { ((COMP_CWORD == 2)) && [[ $line != -* ]]; }; then
			COMPREPLY+=("${line%% *}")
		fi
	done < <("$1" --words "$verb")
	[[ $word == -* || ${#COMPREPLY[@]} -gt 0 ]] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}

complete -o filenames -F _whylate whylate
