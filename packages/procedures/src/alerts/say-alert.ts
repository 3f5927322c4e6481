import {
  alertTable,
  firstRowsOf,
  sayExpression,
  type Alert,
  type CleaningStep,
  type Severity,
} from '@columnist/contract';

const span = { from: 0, to: 0 };
/** Columns and texts as the view language writes them. */
export const col = (name: string): string => sayExpression({ kind: 'column', name, span });
export const txt = (text: string): string => sayExpression({ kind: 'text', text, span });
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/** Rows that a filter of an alert may show; for more, the filter is left out. */
const longestFilter = 5000;
const longestKey = 2100;

export type Words = Pick<Alert, 'kind' | 'severity' | 'said' | 'fix'> &
  Partial<Pick<Alert, 'count' | 'measure' | 'threshold' | 'rows' | 'sort' | 'remedy'>>;

/** An alert about the columns. */
export const sayAlert = (
  columns: readonly string[],
  {
    count = null,
    measure = null,
    threshold = null,
    rows = null,
    sort = null,
    remedy = null,
    ...words
  }: Words,
): Alert => ({
  key: (columns.length === 0 ? words.kind : `${words.kind}:${columns.join(':')}`).slice(
    0,
    longestKey,
  ),
  columns: [...columns],
  count,
  measure,
  threshold,
  rows: rows !== null && rows.length <= longestFilter ? rows : null,
  sort,
  remedy,
  dismissed: null,
  why: alertTable.get(words.kind)?.why ?? '',
  ...words,
});

export const graded = (share: number, medium: number, high: number): Severity =>
  share >= high ? 'high' : share >= medium ? 'medium' : 'low';

/** A remedy that makes the values missing: `which` names them on the button. */
export const setMissing = (
  column: string,
  values: readonly number[],
  which: string,
): Alert['remedy'] => ({
  said: `Set ${which} to missing`,
  view: {
    clean: [
      {
        step: 'recode',
        column,
        values: values.map((from) => ({ from, to: null })),
        others: 'keep',
      } satisfies CleaningStep,
    ],
  },
});

/** A remedy that writes other texts in the column itself; null where there are none, or too many. */
export const recoding = (
  column: string,
  said: string,
  values: readonly { readonly from: string; readonly to: string }[] | null,
): Alert['remedy'] =>
  values === null || values.length === 0
    ? null
    : {
        said,
        view: { clean: [{ step: 'recode', column, values: [...values], others: 'keep' }] },
      };

/** Values as a person writes them, at most three. */
export const someOf = (values: readonly number[]): string => {
  const shown = values
    .slice(0, 3)
    .map((value) =>
      value.toLocaleString('en', { maximumFractionDigits: 10 }).replace('-', '\u2212'),
    );
  const more = values.length - shown.length;
  return more > 0
    ? `${shown.join(', ')} and ${more} more`
    : shown.length > 1
      ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`
      : (shown[0] ?? '');
};

/** A remedy that keeps the first row of each key. */
export const withoutRepeated = (columns: readonly string[], repeated: number): Alert['remedy'] => ({
  said: `Drop ${counted(repeated, 'repeated row')}`,
  view: { filter: firstRowsOf(columns) },
});

/** A remedy that leaves the column and derives another from it. */
export const derived = (column: string, how: string, expression: string): Alert['remedy'] => ({
  said: `Derive it ${how}`,
  view: { derive: [{ name: `${column} ${how}`, expression }] },
});
