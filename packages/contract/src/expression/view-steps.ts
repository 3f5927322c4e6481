import type { CleaningStep, Impute } from '../view.ts';
import { readDateFormat } from '../reading/read-date-format.ts';
import { fromJson, type ExpressionJson } from './expression-json.ts';
import type { Expression } from './syntax.ts';

/**
 * One step of a view as expressions: columns that are replaced, or a condition that rows must meet.
 */
export interface ViewStep {
  /** In words. */
  readonly said: string;
  readonly replace: readonly { readonly column: string; readonly expression: Expression }[];
  readonly keep: readonly Expression[];
  /** Rows alike in these columns become one; null leaves rows alone. */
  readonly unique: readonly string[] | 'all' | null;
}

const column = (name: string): ExpressionJson => ({ column: name });
const call = (name: string, ...args: ExpressionJson[]): ExpressionJson => ({ call: name, args });
const names = (columns: readonly string[]): string => columns.join(', ');
const replaced = (
  said: string,
  columns: readonly string[],
  write: (name: string) => ExpressionJson,
): ViewStep => ({
  said,
  replace: columns.map((name) => ({ column: name, expression: fromJson(write(name)) })),
  keep: [],
  unique: null,
});

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
      return replaced(`${step.column} recoded`, [step.column], (name) =>
        call('case', ...cases, step.others === 'keep' ? column(name) : null),
      );
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
        replace: [],
        unique: null,
        keep: step.columns.map((name) => {
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
        replace: [],
        keep: [],
        unique: step.columns ?? 'all',
      };
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
  );
}
