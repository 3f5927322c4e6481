import type { Combination, JoinKey, KeySuggestion } from '@columnist/contract';

type How = 'inner' | 'left' | 'full' | 'semi' | 'anti' | 'as_of';
type Direction = 'backward' | 'forward' | 'nearest';
export type Statistic = Extract<Combination, { kind: 'pivot' }>['statistic'];

/** What a person has chosen so far, of every kind: nothing is lost by looking at another. */
export interface RecipeDraft {
  readonly kind: Combination['kind'];
  readonly datasets: readonly string[];
  readonly how: How;
  /** Suggested by the server where nobody chose any. */
  readonly keys: readonly JoinKey[] | null;
  readonly at: { readonly left: string; readonly right: string };
  readonly direction: Direction;
  readonly tolerance: number | null;
  readonly asText: boolean;
  readonly sourceColumn: string;
  readonly rows: readonly string[];
  readonly namesFrom: string;
  readonly valuesFrom: string;
  /** Null where nobody chose any: the only value, or the mean where there are several. */
  readonly statistic: Statistic | null;
  readonly columns: readonly string[];
}

export const joinNames: Readonly<Record<How, string>> = {
  left: 'all rows of the first',
  inner: 'rows that match',
  full: 'all rows of both',
  semi: 'rows of the first with a match',
  anti: 'rows of the first without a match',
  as_of: 'all rows of the first, each with the nearest of the second',
};
export const kindNames: Readonly<Record<Combination['kind'], string>> = {
  join: 'Join',
  append: 'Append',
  pivot: 'Pivot',
  unpivot: 'Unpivot',
};
/** How the values of a key are compared; '' is equality. */
export type KeyForm = '' | NonNullable<JoinKey['as']>;
export const keyFormNames: Readonly<Record<KeyForm, string>> = {
  '': 'equals',
  text: 'is written as',
  any_case: 'equals in any upper or lower case',
};
export const directionNames: Readonly<Record<Direction, string>> = {
  backward: 'the last before it',
  forward: 'the first after it',
  nearest: 'the nearest',
};

export const emptyDraft = (datasets: readonly string[]): RecipeDraft => ({
  kind: datasets.length > 2 ? 'append' : 'join',
  datasets,
  how: 'left',
  keys: null,
  at: { left: '', right: '' },
  direction: 'backward',
  tolerance: null,
  asText: false,
  sourceColumn: '',
  rows: [],
  namesFrom: '',
  valuesFrom: '',
  statistic: null,
  columns: [],
});

/** The keys that were suggested and are not used. */
export const othersOf = (
  suggested: readonly KeySuggestion[],
  keys: readonly JoinKey[],
): KeySuggestion[] =>
  suggested.filter((one) => !keys.some((key) => key.left === one.left && key.right === one.right));

/** A suggestion as a key. */
export const keyOf = ({ left, right, as }: KeySuggestion): JoinKey => ({
  left,
  right,
  ...(as === undefined ? {} : { as }),
});

/** How a key is named on a button. */
export const sayKey = ({ left, right }: JoinKey): string =>
  left === right ? left : `${left} = ${right}`;

const stem = (name: string): string => name.replace(/\.[a-z0-9]{1,8}$/i, '');

/** A name for what is made of datasets with these names. */
export function suggestName(kind: Combination['kind'], names: readonly string[]): string {
  const [first = '', second = ''] = names.map(stem);
  if (kind === 'join') return `${first} with ${second}.csv`;
  if (kind !== 'append') return `${first} ${kind === 'pivot' ? 'wide' : 'long'}.csv`;
  let length = first.length;
  while (!names.every((name) => name.startsWith(first.slice(0, length)))) length -= 1;
  const shared = first.slice(0, length).replace(/[\s\d_.–-]+$/, '');
  return `${shared.length > 1 ? shared : `${first} and others`}.csv`;
}

/** What is sent, as soon as enough is chosen; else what is still to be chosen. */
export function combinationOf(draft: RecipeDraft): Combination | string {
  const [first = '', second = ''] = draft.datasets;
  const types = draft.asText ? ('text' as const) : ('error' as const);
  if (first === '') return 'Choose a dataset.';
  if (draft.kind === 'append')
    return draft.datasets.length < 2
      ? 'Choose the datasets whose rows are put below one another.'
      : {
          kind: 'append',
          sources: [...draft.datasets],
          types,
          ...(draft.sourceColumn.trim() === '' ? {} : { source_column: draft.sourceColumn.trim() }),
        };
  if (draft.kind === 'pivot')
    return draft.rows.length === 0 || draft.namesFrom === '' || draft.valuesFrom === ''
      ? 'Choose what makes a row, what makes the columns, and the values.'
      : {
          kind: 'pivot',
          source: first,
          rows: [...draft.rows],
          names_from: draft.namesFrom,
          values_from: draft.valuesFrom,
          statistic: draft.statistic ?? 'only',
        };
  if (draft.kind === 'unpivot')
    return draft.columns.length === 0
      ? 'Choose the columns that become rows.'
      : {
          kind: 'unpivot',
          source: first,
          columns: [...draft.columns],
          names_to: 'name',
          values_to: 'value',
          types,
        };
  return joinOf(draft, first, second);
}

function joinOf(draft: RecipeDraft, left: string, right: string): Combination | string {
  if (right === '') return 'Choose a second dataset.';
  const keys = draft.keys?.filter((key) => key.left !== '' && key.right !== '');
  const isNearest = draft.how === 'as_of';
  if (isNearest && (draft.at.left === '' || draft.at.right === ''))
    return 'Choose the numbers, dates or times that are compared.';
  if (!isNearest && keys?.length === 0) return 'Choose the columns that must be equal.';
  return {
    kind: 'join',
    how: draft.how,
    left,
    right,
    suffix: '_right',
    ...(keys === undefined ? {} : { keys }),
    ...(isNearest
      ? {
          at: {
            ...draft.at,
            direction: draft.direction,
            ...(draft.tolerance === null ? {} : { tolerance: draft.tolerance }),
          },
        }
      : {}),
  };
}
