import { AppError } from '@columnist/contract';
import { commonOptions } from './read-command.ts';
import type { OwnVerb } from './own-verb.ts';
import { fieldsOfVerb, verbs } from './verbs.ts';

/** What may follow each verb: its methods and its options. */
const wordsOf = (own: readonly OwnVerb[]): Map<string, readonly string[]> =>
  new Map<string, readonly string[]>([
    ...verbs.map(
      (verb) =>
        [
          verb.name,
          [
            ...(verb.operands.includes('method') ? verb.methods.map(({ method }) => method) : []),
            ...fieldsOfVerb(verb).map(({ option }) => `--${option}`),
            ...Object.keys(commonOptions).map((name) => `--${name}`),
          ],
        ] as const,
    ),
    ...own.map(
      ({ name, options }) => [name, Object.keys(options).map((option) => `--${option}`)] as const,
    ),
  ]);

const shells: Readonly<Record<string, (words: ReadonlyMap<string, readonly string[]>) => string>> =
  {
    bash: (words) =>
      [
        '_columnist() {',
        '  local current=${COMP_WORDS[COMP_CWORD]} choices',
        '  if [ "$COMP_CWORD" -eq 1 ]; then',
        `    choices="${[...words.keys()].join(' ')}"`,
        '  else',
        '    case ${COMP_WORDS[1]} in',
        ...[...words].map(([verb, after]) => `      ${verb}) choices="${after.join(' ')}" ;;`),
        '    esac',
        '  fi',
        '  COMPREPLY=($(compgen -W "$choices" -- "$current") $(compgen -f -- "$current"))',
        '}',
        'complete -o filenames -F _columnist columnist',
        '',
      ].join('\n'),
    zsh: (words) =>
      [
        '#compdef columnist',
        '_columnist() {',
        '  if (( CURRENT == 2 )); then',
        `    compadd ${[...words.keys()].join(' ')}`,
        '    return',
        '  fi',
        '  case ${words[2]} in',
        ...[...words].map(([verb, after]) => `    ${verb}) compadd -- ${after.join(' ')} ;;`),
        '  esac',
        '  _files',
        '}',
        'compdef _columnist columnist',
        '',
      ].join('\n'),
    fish: (words) =>
      [
        ...[...words.keys()].map(
          (verb) => `complete -c columnist -n __fish_use_subcommand -a ${verb}`,
        ),
        ...[...words].flatMap(([verb, after]) =>
          after.map((word) =>
            word.startsWith('--')
              ? `complete -c columnist -n '__fish_seen_subcommand_from ${verb}' -l ${word.slice(2)}`
              : `complete -c columnist -n '__fish_seen_subcommand_from ${verb}' -a ${word}`,
          ),
        ),
        '',
      ].join('\n'),
  };

export const completions: OwnVerb = {
  name: 'completions',
  usage: `completions ${Object.keys(shells).join('|')}`,
  summary: 'Prints completions for a shell.',
  options: {},
  run: ([shell = ''], around, own) => {
    const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
    if (write === undefined)
      throw new AppError('invalid_input', 'completions needs the name of a shell.', {
        fix: `One of ${Object.keys(shells).join(', ')}.`,
      });
    around.print(write(wordsOf(own)));
    return Promise.resolve(0);
  },
};
