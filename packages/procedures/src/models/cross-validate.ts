import type { RegressionOptions, ResultTable } from '@columnist/contract';
import { estimableIn, mulberry32, type Design } from '@columnist/statistics';
import { unfit, type Assumption } from '../finding.ts';
import { rowOf } from './model-tables.ts';
import { modelDesign } from './model-design.ts';
import type { ModelRows } from './read-model.ts';
import { responseName } from './model-column.ts';

/** Parts of equal size, the same for the same seed. */
function partsOf(n: number, folds: number, seed: number): Uint32Array {
  const next = mulberry32(seed);
  const parts = Uint32Array.from({ length: n }, (_, i) => i % folds);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [parts[i], parts[j]] = [parts[j] ?? 0, parts[i] ?? 0];
  }
  return parts;
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
 * the response, which may be its difference from a number where the model has an intercept.
 */
export function crossValidate(
  { folds, test_share: share, seed }: Pick<RegressionOptions, 'folds' | 'test_share' | 'seed'>,
  model: ModelRows,
  y: Float64Array,
  refit: Refit,
): { readonly tables: readonly ResultTable[]; readonly notes: readonly Assumption[] } {
  const { used } = model;
  const name = responseName(model.response);
  const of = name === model.response.variable.column ? '' : ` of ${name}`;
  const columns = [
    'part',
    'rows',
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
    const places = partsOf(used, used, seed);
    const most = Math.max(1, Math.round(used * share));
    const test = tally(
      refit,
      { model, y },
      places.map((place) => (place < most ? 1 : 0)),
      1,
      'test_share',
    );
    note('test rows', [test]);
    tables.push({
      title: `Predicted by a model of the other rows: ${most} of ${used} (seed ${seed})`,
      columns,
      rows: [rowOfTally(refit, 'test rows', [test])],
    });
  }
  if (folds !== undefined) {
    const parts = partsOf(used, folds, seed);
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
  if (n === 0) return [name, 0, null, null, null];
  return [
    name,
    n,
    Math.sqrt(add('squares') / n),
    add('absolute') / n,
    chooses ? add('right') / n : add('spread') === 0 ? null : 1 - add('squares') / add('spread'),
  ];
}
