import type { CorrectedCell, DeletedRow } from '../edit-steps.ts';
import type { CleaningStep, Impute } from '../view.ts';
import { readDateFormat } from '../reading/read-date-format.ts';
import { fromJson, type ExpressionJson } from './expression-json.ts';
import type { Expression } from './syntax.ts';

/** One step of a view: what it does, most of it as expressions. */
export type ViewStep = {
  /** In words. */
  readonly said: string;
} & (
  | {
      readonly kind: 'replace';
      readonly columns: readonly { readonly column: string; readonly expression: Expression }[];
      /** Whether it is to leave no cell missing: those that it cannot fill are counted. */
      readonly fills: boolean;
      /** The step that exchanges single values: what is said about these goes with them. */
      readonly recode?: Extract<CleaningStep, { step: 'recode' }>;
    }
  | { readonly kind: 'keep'; readonly conditions: readonly Expression[] }
  /** Rows alike in these columns become one. */
  | { readonly kind: 'unique'; readonly columns: readonly string[] | 'all' }
  | { readonly kind: 'correct'; readonly cells: readonly CorrectedCell[] }
  | { readonly kind: 'delete'; readonly rows: readonly DeletedRow[] }
  | {
      readonly kind: 'rename';
      readonly columns: readonly { readonly from: string; readonly to: string }[];
    }
  | {
      readonly kind: 'add';
      readonly columns: readonly { readonly name: string; readonly expression: Expression }[];
    }
);

const column = (name: string): ExpressionJson => ({ column: name });
const call = (name: string, ...args: ExpressionJson[]): ExpressionJson => ({ call: name, args });
const names = (columns: readonly string[]): string => columns.join(', ');
const replaced = (
  said: string,
  columns: readonly string[],
  write: (name: string) => ExpressionJson,
  fills = false,
): Extract<ViewStep, { kind: 'replace' }> => ({
  said,
  kind: 'replace',
  fills,
  columns: columns.map((name) => ({ column: name, expression: fromJson(write(name)) })),
});

const because = (said: string, why: string | undefined): string =>
  why === undefined ? said : `${said} (${why})`;

const shownAtMost = 3;
const someOf = (items: readonly string[]): string =>
  items.length <= shownAtMost
    ? items.join(', ')
    : `${items.slice(0, shownAtMost).join(', ')} and ${items.length - shownAtMost} more`;

const sayValue = (value: CorrectedCell['to']): string =>
  value === null ? 'missing' : typeof value === 'string' ? `'${value}'` : String(value);

/** A value as an edit names it, cut where it is long. */
export const sayEdited = (value: CorrectedCell['to']): string => {
  const said = sayValue(value);
  return said.length > 60 ? `${said.slice(0, 59)}…` : said;
};

const sayCells = (cells: readonly CorrectedCell[]): string =>
  `${someOf(cells.map(({ row, column: name, from, to }) => `${name} in row ${row}: ${sayEdited(from)} to ${sayEdited(to)}`))} corrected`;

const hasClock = (pattern: string | undefined): boolean => {
  const format = pattern === undefined ? '' : readDateFormat(pattern);
  return typeof format !== 'string' && format.hasClock;
};

const outliersBeyond = {
  tukey: "Tukey's fences (1.5 interquartile ranges)",
  zscore: '3 standard deviations from the mean',
  quantiles: 'the 1st and 99th percentile',
} as const;

/** Below and above which a value is an outlier of its column. */
function fences(
  name: string,
  rule: keyof typeof outliersBeyond,
): { low: ExpressionJson; high: ExpressionJson } {
  const x = column(name);
  const quantile = (share: number) => call('quantile', x, share);
  if (rule === 'quantiles') return { low: quantile(0.01), high: quantile(0.99) };
  const reach =
    rule === 'tukey'
      ? call('*', 1.5, call('-', quantile(0.75), quantile(0.25)))
      : call('*', 3, call('sd', x));
  const [below, above] =
    rule === 'tukey' ? [quantile(0.25), quantile(0.75)] : [call('mean', x), call('mean', x)];
  return { low: call('-', below, reach), high: call('+', above, reach) };
}

/** A cleaning step as expressions. */
export function cleaningSteps(step: CleaningStep): ViewStep {
  switch (step.step) {
    case 'parse_numbers':
      return replaced(`numbers read from ${names(step.columns)}`, step.columns, (name) =>
        call('to_number', column(name), ...(step.pattern === undefined ? [] : [step.pattern])),
      );
    case 'parse_dates':
      return replaced(`dates read from ${names(step.columns)}`, step.columns, (name) =>
        call(
          hasClock(step.pattern) ? 'to_datetime' : 'to_date',
          column(name),
          ...(step.pattern === undefined ? [] : [step.pattern]),
        ),
      );
    case 'recode': {
      const cases = step.values.flatMap(({ from, to }) => [
        call('=', column(step.column), from),
        to,
      ]);
      const recoded = replaced(`${step.column} recoded`, [step.column], (name) =>
        call('case', ...cases, step.others === 'keep' ? column(name) : null),
      );
      return { ...recoded, recode: step };
    }
    case 'encode':
      return replaced(
        `${names(step.columns)} encoded as numbers in alphabetical order`,
        step.columns,
        (name) => call('code', column(name)),
      );
    case 'scale':
      return replaced(
        `${names(step.columns)} scaled (${step.method === 'zscore' ? 'z-scores' : '0 to 1'})`,
        step.columns,
        (name) => call(step.method, column(name)),
      );
    case 'clip_outliers':
      return replaced(
        `${names(step.columns)} clipped at ${outliersBeyond[step.rule]}`,
        step.columns,
        (name) => {
          const { low, high } = fences(name, step.rule);
          return call('least', call('greatest', column(name), low), high);
        },
      );
    case 'drop_outliers':
      return {
        said:
          `rows dropped where ${names(step.columns)} ` +
          `${step.columns.length === 1 ? 'lies' : 'lie'} beyond ${outliersBeyond[step.rule]}`,
        kind: 'keep',
        conditions: step.columns.map((name) => {
          const { low, high } = fences(name, step.rule);
          return fromJson(
            call('or', call('is missing', column(name)), call('between', column(name), low, high)),
          );
        }),
      };
    case 'drop_duplicates':
      return {
        said:
          step.columns === undefined
            ? 'duplicate rows dropped'
            : `rows alike in ${names(step.columns)} dropped but the first`,
        kind: 'unique',
        columns: step.columns ?? 'all',
      };
    case 'correct_cells':
      return { said: because(sayCells(step.cells), step.why), kind: 'correct', cells: step.cells };
    case 'delete_rows':
      return {
        said: because(
          `${step.rows.length === 1 ? 'row' : 'rows'} ${someOf(step.rows.map(({ row }) => String(row)))} deleted`,
          step.why,
        ),
        kind: 'delete',
        rows: step.rows,
      };
    case 'rename_columns':
      return {
        said: because(
          step.columns.map(({ from, to }) => `${from} renamed ${to}`).join(', '),
          step.why,
        ),
        kind: 'rename',
        columns: step.columns,
      };
    case 'split_column': {
      const { column: whole, by, into } = step;
      return {
        said: because(`${whole} split at '${by}' into ${names(into)}`, step.why),
        kind: 'add',
        columns: into.map((name, i) => ({
          name,
          expression: fromJson(
            call(i === into.length - 1 ? 'part_from' : 'part', column(whole), by, i + 1),
          ),
        })),
      };
    }
  }
}

/** Missing cells filled, as expressions. */
export function imputeStep({ columns, method, value, by = [] }: Impute): ViewStep {
  const how =
    method === 'forward'
      ? 'the last value above'
      : method === 'constant'
        ? JSON.stringify(value ?? null)
        : `the ${method}`;
  return replaced(
    `missing ${names(columns)} filled with ${how}${by.length > 0 ? ` by ${names(by)}` : ''}`,
    columns,
    (name) => {
      const grouped = (of: string): ExpressionJson => ({
        call: of,
        args: [column(name)],
        by: by.map(column),
      });
      if (method === 'forward') return grouped('last_present');
      return call(
        'coalesce',
        column(name),
        method === 'constant' ? (value ?? null) : grouped(method),
      );
    },
    true,
  );
}
