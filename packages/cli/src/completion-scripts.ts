import type { After, Completing } from './completing.ts';

/**
 * Prints the names of the columns of a file of text, by its first line: a program of awk, which all
 * shells run. What is in quotes may hold the delimiter.
 */
const columnsByAwk = [
  'NR == 1 {',
  '  sub(/^\\357\\273\\277/, ""); sub(/\\r$/, "")',
  '  tried[1] = ","; tried[2] = ";"; tried[3] = "\\t"; tried[4] = "|"; most = -1',
  '  for (i = 1; i <= 4; i++) { n = split($0, parts, tried[i] == "|" ? "[|]" : tried[i])',
  '    if (n > most) { most = n; delimiter = tried[i] } }',
  '  name = ""; inside = 0',
  '  for (j = 1; j <= length($0); j++) { sign = substr($0, j, 1)',
  '    if (sign == "\\"") inside = !inside',
  '    else if (sign == delimiter && !inside) { print name; name = "" }',
  '    else name = name sign }',
  '  print name; exit',
  '}',
].join('\n');

const spaced = (words: readonly string[]): string => words.join(' ');
const optionsIn = ({ options }: Completing): string[] => options.map(({ written }) => written);

/** What follows options, each with the verbs that have it so: equal ones once. */
function afterOptions(all: readonly Completing[]): { patterns: string[]; after: After }[] {
  const found = all.flatMap(({ verb, options }) =>
    options.flatMap(({ written, letter, after }) =>
      after === undefined
        ? []
        : [written, ...(letter === undefined ? [] : [`-${letter}`])].map((name) => ({
            verb,
            written: name,
            after,
          })),
    ),
  );
  const same = Map.groupBy(found, ({ after }) => JSON.stringify(after));
  return [...same.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const byOption = Map.groupBy(alike, ({ written }) => written);
    const patterns = [...byOption].flatMap(([written, here]) => {
      const others = found.filter((one) => one.written === written).length;
      return here.length === others
        ? [`*:${written}`]
        : here.map(({ verb }) => `${verb}:${written}`);
    });
    return [{ patterns, after: first.after }];
  });
}

/** Statements that set `words`, `files` and `columns` to what may come, for bash and zsh. */
function cases(all: readonly Completing[], verb: string): string[] {
  const kinds = { files: 'files=1', columns: 'columns=1' };
  return [
    `  case "${verb}:$previous" in`,
    ...afterOptions(all).map(
      ({ patterns, after }) =>
        `    ${patterns.join('|')}) ${typeof after === 'string' ? kinds[after] : `words='${spaced(after)}'`} ;;`,
    ),
    '    *)',
    `      case "${verb}" in`,
    ...all.map((one) => {
      const set = [
        `words='${spaced([...one.words, ...optionsIn(one)])}'`,
        ...(one.files ? [kinds.files] : []),
        ...(one.columns ? [kinds.columns] : []),
      ];
      return `        ${one.verb}) ${set.join('; ')} ;;`;
    }),
    '      esac ;;',
    '  esac',
  ];
}

/** Statements in bash; names with spaces are one word each. */
export const writeBash = (all: readonly Completing[]): string =>
  [
    '_columnist_columns() {',
    `  awk '${columnsByAwk}' "$1" 2> /dev/null`,
    '}',
    '_columnist() {',
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}',
    "  local words='' files='' columns='' file='' word one IFS=$' \\t\\n'",
    '  # --format=csv comes in three words.',
    '  if [ "$current" = "=" ]; then current=""',
    '  elif [ "$previous" = "=" ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi',
    '  current=${current//\\\\/}; current=${current#[\\"\\\']}',
    '  COMPREPLY=()',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W '${spaced(all.map(({ verb }) => verb))}' -- "$current"))`,
    '    return',
    '  fi',
    '  for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do',
    '    word=${word//\\\\/}; word=${word#[\\"\\\']}; word=${word%[\\"\\\']}',
    '    if [ -z "$file" ] && [ -f "$word" ]; then file=$word; fi',
    '  done',
    ...cases(all, '${COMP_WORDS[1]}'),
    '  # Beside a file are its columns, and options where one is begun.',
    '  if [ -n "$file" ] && [ -n "$columns" ]; then files=""; else columns=""; fi',
    '  if [ -n "$words" ]; then',
    '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  fi',
    '  if [ -n "$files$columns" ]; then compopt -o filenames 2> /dev/null; fi',
    "  IFS=$'\\n'",
    '  if [ -n "$files" ]; then',
    '    for one in $(compgen -f -- "$current"); do COMPREPLY+=("$one"); done',
    '  fi',
    '  if [ -n "$columns" ]; then',
    '    for one in $(_columnist_columns "$file"); do',
    '      case $one in "$current"*) COMPREPLY+=("$one") ;; esac',
    '    done',
    '  fi',
    '}',
    'complete -F _columnist columnist',
    '',
  ].join('\n');

export const writeZsh = (all: readonly Completing[]): string =>
  [
    '#compdef columnist',
    '_columnist_columns() {',
    `  awk '${columnsByAwk}' "$1" 2> /dev/null`,
    '}',
    '_columnist() {',
    "  local verb=${words[2]} previous=${words[CURRENT-1]} file='' files='' columns='' word",
    '  local -a typed=("${(@Q)words}") names',
    '  if (( CURRENT == 2 )); then',
    `    compadd -- ${spaced(all.map(({ verb }) => verb))}`,
    '    return',
    '  fi',
    '  for word in "${(@)typed[3,CURRENT-1]}"; do',
    '    if [[ -z $file && -f $word ]]; then file=$word; fi',
    '  done',
    "  local words=''",
    ...cases(all, '$verb'),
    '  if [[ -n $file && -n $columns ]]; then files=; else columns=; fi',
    '  compadd -- ${=words}',
    '  if [[ -n $columns ]]; then',
    '    names=("${(@f)$(_columnist_columns $file)}")',
    '    compadd -a -- names',
    '  fi',
    '  if [[ -n $files ]]; then _files; fi',
    '}',
    '# Sourced, or loaded by its name when it is first needed.',
    'if [[ ${funcstack[1]} = _columnist ]]; then _columnist "$@"; else compdef _columnist columnist; fi',
    '',
  ].join('\n');

export function writeFish(all: readonly Completing[]): string {
  const complete = (...parts: readonly string[]): string =>
    ['complete -c columnist', ...parts].join(' ');
  const of = (verb: string): string => `-n '__fish_seen_subcommand_from ${verb}'`;
  return [
    'function __columnist_columns',
    '  for word in (commandline -opc)[3..-1]',
    '    if test -f $word',
    `      awk '${columnsByAwk}' $word 2> /dev/null`,
    '      return',
    '    end',
    '  end',
    'end',
    complete('-f'),
    ...all.map(({ verb }) => complete('-n __fish_use_subcommand', `-a ${verb}`)),
    ...all.flatMap((one) => [
      ...(one.words.length === 0 ? [] : [complete(of(one.verb), `-a '${spaced(one.words)}'`)]),
      ...(one.files ? [complete(of(one.verb), '-F')] : []),
      ...(one.columns ? [complete(of(one.verb), "-a '(__columnist_columns)'")] : []),
      ...one.options.map(({ written, letter, after }) =>
        complete(
          of(one.verb),
          `-l ${written.slice(2)}${letter === undefined ? '' : ` -s ${letter}`}`,
          ...afterInFish(after),
        ),
      ),
    ]),
    '',
  ].join('\n');
}

const afterInFish = (after: After | undefined): string[] => {
  if (after === undefined) return [];
  if (after === 'files') return ['-r', '-F'];
  return ['-x', `-a '${after === 'columns' ? '(__columnist_columns)' : spaced(after)}'`];
};
