import { combinationNotes, type Combination, type CombinationReport } from '@columnist/contract';
import type { Note } from '../lifecycle/reading-of-rows.ts';

type Code = (typeof combinationNotes)[number];

const codes: ReadonlySet<string> = new Set(combinationNotes);

/** Whether a note says what a combination did, which holds however its file is read. */
export const isOfCombination = ({ code }: Pick<Note, 'code'>): boolean => codes.has(code);

/**
 * What a preview shows of a combination, as notes on the version that was made: also where it was
 * made again and nobody looked. `names` are those of its sources.
 */
export const notesOfCombination = (
  combination: Combination,
  { warnings, append, join, renamed }: CombinationReport,
  names: readonly string[],
): Note[] => [
  ...warnings.map(({ code, message }) => noteOf(code, message)),
  ...(append?.lacking ?? []).map(({ dataset, columns }) =>
    noteOf(
      'columns_lacking',
      `'${dataset}' has no ${listOf(columns)}: its rows have no value there.`,
    ),
  ),
  ...(append?.retyped ?? []).map(({ column, types, as }) =>
    noteOf('types_differ', `'${column}' is ${types.join(' and ')}, and becomes ${as}.`),
  ),
  ...(combination.kind === 'join' && join !== null ? unmatchedOf(combination, join, names) : []),
  ...(renamed.length === 0
    ? []
    : [
        noteOf(
          'columns_renamed',
          `Renamed: ${renamed.map(({ from, to }) => `'${from}' is '${to}'`).join(', ')}.`,
        ),
      ]),
];

/** Rows of a join that are lost, or have no value in the columns of the other. */
function unmatchedOf(
  { how }: Extract<Combination, { kind: 'join' }>,
  { left, right }: NonNullable<CombinationReport['join']>,
  [one = '', other = '']: readonly string[],
): Note[] {
  // These were asked for.
  if (how === 'semi' || how === 'anti') return [];
  const said = (side: typeof left, name: string, among: string): Note[] =>
    side.unmatched === 0
      ? []
      : [
          noteOf(
            'rows_without_match',
            `${side.unmatched.toLocaleString('en')} of ${side.rows.toLocaleString('en')} rows of ` +
              `'${name}' have no match in '${among}'.`,
          ),
        ];
  const ofRight = how === 'inner' || how === 'full' ? said(right, other, one) : [];
  return [...said(left, one, other), ...ofRight];
}

/** Which columns a combination that was made again has gained and lost. */
export function changedColumns(
  { version, columns }: { readonly version: { readonly number: number }; readonly columns: Named },
  made: Named,
): Note[] {
  const without = (some: Named, others: Named): string[] =>
    some.map(({ name }) => name).filter((name) => !others.some((one) => one.name === name));
  const [lost, gained] = [without(columns, made), without(made, columns)];
  const said = [
    ...(lost.length === 0 ? [] : [`${listOf(lost)} ${lost.length === 1 ? 'is' : 'are'} gone`]),
    ...(gained.length === 0 ? [] : [`${listOf(gained)} ${gained.length === 1 ? 'is' : 'are'} new`]),
  ];
  return said.length === 0
    ? []
    : [noteOf('columns_changed', `Since version ${version.number} ${said.join('; ')}.`)];
}

type Named = readonly { readonly name: string }[];

/** Names that are shown of a list of columns. */
const mostNamed = 10;

const listOf = (columns: readonly string[]): string =>
  columns
    .slice(0, mostNamed)
    .map((name) => `'${name}'`)
    .join(', ') + (columns.length > mostNamed ? ` and ${columns.length - mostNamed} more` : '');

const noteOf = (code: Code, message: string): Note => ({
  code,
  message,
  column: null,
  count: 1,
  rows: [],
  examples: [],
});
