import type { RegressionOptions, ResultTable } from '@columnist/contract';
import { estimableIn, foldsOf, testRows, type Design } from '@columnist/statistics';
import { unfit, type Assumption } from '../finding.ts';
import { rowOf } from './model-tables.ts';
import { modelDesign } from './model-design.ts';
import type { ModelRows } from './read-model.ts';
import { responseName } from './model-column.ts';

type Asked = Pick<RegressionOptions, 'folds' | 'test_share' | 'seed'>;

/** Values of which each part has the same share: the code of each row, in the order of their names. */
export interface Classes {
  readonly codes: Uint32Array;
  readonly names: readonly string[];
}

/** Throws invalid_input where nothing is divided, or a part would lack a class. */
function refuseFew(
  { codes, names }: Classes,
  { folds, share }: { readonly folds: number | undefined; readonly share: number | undefined },
): void {
  if (folds === undefined && share === undefined)
    throw unfit(
      "'stratify' divides rows for 'folds' or 'test_share', and neither is asked for.",
      'stratify',
      "Add 'folds' or 'test_share', or leave 'stratify' out.",
    );
  const fix = "Ask for fewer parts or another share, or leave 'stratify' out.";
  const counts = names.map((_, k) => codes.reduce((sum, code) => sum + (code === k ? 1 : 0), 0));
  const least = Math.min(...counts);
  if (least < (folds ?? 2))
    throw unfit(
      `${names[counts.indexOf(least)]} is in ${least} of the rows: too few for a share in each part.`,
      'stratify',
      fix,
    );
  const test = share === undefined ? null : Math.ceil(share * codes.length);
  if (test !== null && Math.min(test, codes.length - test) < names.length)
    throw unfit(
      `A test of ${test} of ${codes.length} rows has no share of each value.`,
      'stratify',
      fix,
    );
}

interface Tally {
  readonly n: number;
  /** Rows of the part that the others tell nothing of, such as those of a group of their own. */
  readonly unknown: number;
  readonly squares: number;
  readonly spread: number;
  readonly absolute: number;
  readonly right: number;
}

/** How a model is fitted to some of the rows, and what it predicts of others. */
export interface Refit {
  /** Gives the linear predictor at a row of a design, of an exposure of 1. */
  readonly fit: (
    design: Design,
    response: Float64Array,
    parts: Pick<ModelRows, 'weights' | 'exposure'>,
  ) => (row: readonly number[]) => number;
  /** The mean of what the linear predictor is `eta` of. */
  readonly mean: (eta: number) => number;
  /** Whether it chooses one of two values: right choices are counted then. */
  readonly chooses: boolean;
}

/**
 * How well rows are predicted by a model that has not seen them: of a test set, and of each of
 * several parts; and how many could not be, because the other rows do not have their group. `y` is
 * the response, which may be its difference from a number where the model has an intercept. With
 * classes, each part has their shares. The parts are those of scikit-learn for the same seed.
 */
export function crossValidate(
  { folds, test_share: share, seed }: Asked,
  model: ModelRows,
  y: Float64Array,
  refit: Refit,
  classes?: Classes,
): { readonly tables: readonly ResultTable[]; readonly notes: readonly Assumption[] } {
  const { used } = model;
  if (classes !== undefined) refuseFew(classes, { folds, share });
  const name = responseName(model.response);
  const of = name === model.response.variable.column ? '' : ` of ${name}`;
  const columns = [
    'part',
    'rows',
    `mean squared error${of}`,
    `root mean squared error${of}`,
    `mean absolute error${of}`,
    refit.chooses ? 'predicted right' : 'R²',
  ];
  const tables: ResultTable[] = [];
  const notes: Assumption[] = [];
  const note = (of: string, list: readonly Tally[]): void => {
    const unknown = list.reduce((sum, one) => sum + one.unknown, 0);
    if (unknown > 0)
      notes.push({
        name: `${of} that the others can predict`,
        verdict: 'doubtful',
        said: `${unknown} of ${list.reduce((sum, one) => sum + one.n, unknown)} ${of} ${unknown === 1 ? 'is' : 'are'} left out: what the model says of ${unknown === 1 ? 'it' : 'them'} does not follow from the rows that it was fitted to, which lack a group or a value. Join rare groups, or ask for more parts or a smaller share.`,
      });
  };
  if (share !== undefined) {
    const parts = testRows(used, share, seed, classes?.codes);
    const test = tally(refit, { model, y }, parts, 1, 'test_share');
    note('test rows', [test]);
    const inTest = parts.reduce((sum, part) => sum + part, 0);
    tables.push({
      title: `Predicted by a model of the other rows: ${inTest} of ${used} (seed ${seed})`,
      columns,
      rows: [rowOfTally(refit, 'test rows', [test])],
    });
  }
  if (folds !== undefined) {
    const parts = foldsOf(used, folds, seed, classes?.codes);
    const found = Array.from({ length: folds }, (_, part) =>
      tally(refit, { model, y }, parts, part, 'folds'),
    );
    note('rows of the parts', found);
    tables.push({
      title: `Predicted from the others, in ${folds} parts (seed ${seed})`,
      columns,
      rows: [
        ...found.map((one, i) => rowOfTally(refit, String(i + 1), [one])),
        rowOfTally(refit, 'all', found),
      ],
    });
  }
  return { tables, notes };
}

/** Errors in the rows of one part, by a model of all others. */
function tally(
  { fit, mean: meanOf }: Refit,
  { model, y }: { readonly model: ModelRows; readonly y: Float64Array },
  parts: Uint32Array,
  part: number,
  field: string,
): Tally {
  const { weights, exposure, used } = model;
  const take = (inside: boolean): Uint32Array =>
    Uint32Array.from(Array.from(parts, (_, i) => i).filter((i) => (parts[i] === part) === inside));
  const [seen, unseen] = [take(false), take(true)];
  const design = modelDesign(model, 'treatment', seen);
  if (unseen.length === 0 || seen.length <= design.columns.length)
    throw unfit(
      `${used} rows are too few to be divided like this.`,
      field,
      'Ask for fewer parts, or a smaller share.',
    );
  const own = Float64Array.from(seen, (i) => y[i] ?? NaN);
  const seenOf = (values: Float64Array | null): Float64Array | null =>
    values === null ? null : Float64Array.from(seen, (i) => values[i] ?? NaN);
  const predictor = fit(design, own, { weights: seenOf(weights), exposure: seenOf(exposure) });
  const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
  const asked = modelDesign(model, 'treatment', unseen);
  const isEstimable = estimableIn(design);
  const known = Array.from(unseen, (i, k) => ({
    y: y[i] ?? NaN,
    exposed: exposure?.[i] ?? 1,
    row: rowOf(asked, k),
  })).filter(({ row }) => isEstimable(row));
  const found = known.map((one) => ({
    y: one.y,
    predicted: one.exposed * meanOf(predictor(one.row)),
  }));
  const sum = (of: (one: { y: number; predicted: number }) => number): number =>
    found.reduce((all, one) => all + of(one), 0);
  return {
    n: found.length,
    unknown: unseen.length - found.length,
    squares: sum((one) => (one.y - one.predicted) ** 2),
    spread: sum((one) => (one.y - mean) ** 2),
    absolute: sum((one) => Math.abs(one.y - one.predicted)),
    right: found.filter((one) => (one.predicted >= 0.5 ? 1 : 0) === one.y).length,
  };
}

function rowOfTally(
  { chooses }: Refit,
  name: string,
  list: readonly Tally[],
): (string | number | null)[] {
  const add = (of: keyof Tally): number => list.reduce((sum, one) => sum + one[of], 0);
  const n = add('n');
  if (n === 0) return [name, 0, null, null, null, null];
  const squared = add('squares') / n;
  return [
    name,
    n,
    squared,
    Math.sqrt(squared),
    add('absolute') / n,
    chooses ? add('right') / n : add('spread') === 0 ? null : 1 - add('squares') / add('spread'),
  ];
}
