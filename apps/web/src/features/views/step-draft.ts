import type { CleaningStep, DatasetColumn, Impute } from '@columnist/contract';
import type { NewStep, ShapingPart } from './view-steps.ts';

/** The steps that a form adds. */
export const stepKinds = [
  { kind: 'derive', label: 'Derive a column' },
  { kind: 'impute', label: 'Fill missing values' },
  { kind: 'drop_missing', label: 'Drop rows with missing values' },
  { kind: 'parse_numbers', label: 'Read numbers from text' },
  { kind: 'parse_dates', label: 'Read dates from text' },
  { kind: 'recode', label: 'Rename values' },
  { kind: 'encode', label: 'Encode categories as numbers' },
  { kind: 'clip_outliers', label: 'Clip outliers' },
  { kind: 'drop_outliers', label: 'Drop rows with outliers' },
  { kind: 'scale', label: 'Scale' },
  { kind: 'drop_duplicates', label: 'Drop duplicate rows' },
  { kind: 'rename_columns', label: 'Rename a column' },
  { kind: 'split_column', label: 'Split a column' },
  { kind: 'sample', label: 'Take a random sample' },
] as const;
export type StepKind = (typeof stepKinds)[number]['kind'];

/** The part of a view after which a step of this kind works, or to whose end it is added. */
export function partOf(kind: StepKind): ShapingPart {
  switch (kind) {
    case 'impute':
      return 'impute';
    case 'derive':
    case 'drop_missing':
    case 'sample':
      return 'derive';
    default:
      return 'clean';
  }
}

export type Rule = Extract<CleaningStep, { step: 'clip_outliers' }>['rule'];

/** What is filled in so far, of whatever kind of step. */
export interface Draft {
  readonly columns: string[];
  readonly by: string[];
  readonly text: string;
  readonly name: string;
  /** Why; of steps that keep a reason. */
  readonly why: string;
  readonly method: Impute['method'];
  readonly rule: Rule;
  readonly scale: 'zscore' | 'minmax';
  readonly n: number | null;
  readonly seed: number | null;
}

export const emptyDraft: Draft = {
  columns: [],
  by: [],
  text: '',
  name: '',
  why: '',
  method: 'median',
  rule: 'tukey',
  scale: 'zscore',
  n: 1000,
  seed: 1,
};

/** Whether all chosen columns are numbers. */
export const isNumeric = (
  { columns }: Pick<Draft, 'columns'>,
  known: readonly DatasetColumn[],
): boolean =>
  columns.every((one) => known.find((column) => column.name === one)?.type === 'number');

/** What fills missing values: text has neither a median nor a mean. */
export const methodOf = (draft: Draft, known: readonly DatasetColumn[]): Impute['method'] =>
  !isNumeric(draft, known) && (draft.method === 'median' || draft.method === 'mean')
    ? 'mode'
    : draft.method;

/**
 * A value as it is typed. What is no number stays a text, which the server refuses with what to do;
 * NaN would be sent as null, which makes cells missing.
 */
const valueOf = (text: string, numeric: boolean): string | number => {
  const typed = text.trim();
  return numeric && typed !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed;
};

/** Renamed values, one a line: 'f → female'; nothing after the arrow makes a value missing. */
const renamed = (text: string, numeric: boolean) =>
  text.split('\n').flatMap((line) => {
    const [from, to] = line.split(/\s*(?:→|->|=)\s*/);
    return from === undefined || from.trim() === '' || to === undefined
      ? []
      : [
          {
            from: valueOf(from, numeric),
            to: to.trim() === '' ? null : valueOf(to, numeric),
          },
        ];
  });

/** Names of columns as they are typed in one line. */
const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The step that a draft makes; null while something is lacking. */
export function stepOf(
  kind: StepKind,
  draft: Draft,
  known: readonly DatasetColumn[],
): NewStep | null {
  const { columns, by, text, rule, scale, n, seed } = draft;
  const name = draft.name.trim();
  const numeric = isNumeric(draft, known);
  const some = columns.length > 0;
  const reason = draft.why.trim() === '' ? {} : { why: draft.why.trim() };
  switch (kind) {
    case 'derive':
      return name === '' || text.trim() === '' ? null : { derive: { name, expression: text } };
    case 'impute': {
      const method = methodOf(draft, known);
      if (!some || (method === 'constant' && text === '')) return null;
      const detail =
        method === 'constant'
          ? { value: numeric ? valueOf(text, numeric) : text }
          : by.length > 0
            ? { by }
            : {};
      return { impute: { columns, method, ...detail } };
    }
    case 'drop_missing':
      return { drop_missing: some ? columns : true };
    case 'parse_numbers':
    case 'parse_dates': {
      const pattern = text.trim() === '' ? {} : { pattern: text.trim() };
      return some ? { clean: { step: kind, columns, ...pattern } } : null;
    }
    case 'recode': {
      const [column] = columns;
      const values = renamed(text, numeric);
      return column === undefined || values.length === 0
        ? null
        : { clean: { step: kind, column, values, others: 'keep' } };
    }
    case 'encode':
      return some ? { clean: { step: kind, columns } } : null;
    case 'clip_outliers':
    case 'drop_outliers':
      return some ? { clean: { step: kind, columns, rule } } : null;
    case 'scale':
      return some ? { clean: { step: kind, columns, method: scale } } : null;
    case 'drop_duplicates':
      return { clean: { step: kind, ...(some ? { columns } : {}) } };
    case 'rename_columns': {
      const [from] = columns;
      return from === undefined || name === ''
        ? null
        : { clean: { step: kind, columns: [{ from, to: name }], ...reason } };
    }
    case 'split_column': {
      const [column] = columns;
      const into = namesIn(name);
      return column === undefined || text === '' || into.length < 2
        ? null
        : { clean: { step: kind, column, by: text, into, ...reason } };
    }
    case 'sample':
      return n === null || seed === null ? null : { sample: { n, seed } };
  }
}

/** The draft that makes a step, to change it by the form that made it. */
export function draftOf(step: NewStep): { readonly kind: StepKind; readonly draft: Draft } {
  const filled = (kind: StepKind, change: Partial<Draft>) => ({
    kind,
    draft: { ...emptyDraft, ...change },
  });
  if ('derive' in step)
    return filled('derive', { name: step.derive.name, text: step.derive.expression });
  if ('impute' in step) {
    const { columns, method, by = [], value } = step.impute;
    return filled('impute', {
      columns,
      method,
      by,
      text: value === undefined ? '' : String(value),
    });
  }
  if ('drop_missing' in step)
    return filled('drop_missing', {
      columns: step.drop_missing === true ? [] : step.drop_missing,
    });
  if ('sample' in step) return filled('sample', step.sample);
  const { clean } = step;
  switch (clean.step) {
    case 'parse_numbers':
    case 'parse_dates':
      return filled(clean.step, { columns: clean.columns, text: clean.pattern ?? '' });
    case 'recode':
      return filled('recode', {
        columns: [clean.column],
        text: clean.values
          .map(({ from, to }) => `${String(from)} → ${to === null ? '' : String(to)}`)
          .join('\n'),
      });
    case 'clip_outliers':
    case 'drop_outliers':
      return filled(clean.step, { columns: clean.columns, rule: clean.rule });
    case 'scale':
      return filled('scale', { columns: clean.columns, scale: clean.method });
    case 'encode':
      return filled('encode', { columns: clean.columns });
    case 'drop_duplicates':
      return filled('drop_duplicates', { columns: clean.columns ?? [] });
    case 'rename_columns':
      return filled('rename_columns', {
        columns: clean.columns.slice(0, 1).map(({ from }) => from),
        name: clean.columns[0]?.to ?? '',
        why: clean.why ?? '',
      });
    case 'split_column':
      return filled('split_column', {
        columns: [clean.column],
        text: clean.by,
        name: clean.into.join(', '),
        why: clean.why ?? '',
      });
  }
}
