import type { RegressionOptions, ResultTable } from '@columnist/contract';
import { generalizedLinearModel, linearModel } from '@columnist/statistics';
import { unfit } from '../procedures/finding.ts';
import { rowOf } from './model-tables.ts';
import { modelDesign, type ModelRows } from './read-model.ts';

/** Mulberry32: parts of equal size, the same for the same seed. */
function partsOf(n: number, folds: number, seed: number): Uint32Array {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const parts = Uint32Array.from({ length: n }, (_, i) => i % folds);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [parts[i], parts[j]] = [parts[j] ?? 0, parts[i] ?? 0];
  }
  return parts;
}

/** How well rows are predicted by a model that has not seen them. */
export function crossValidate(input: RegressionOptions, model: ModelRows): ResultTable[] {
  const { folds } = input;
  if (folds === undefined) return [];
  const { used, response, weights } = model;
  const y = response.kind === 'number' ? response.values : Float64Array.from(response.codes);
  const parts = partsOf(used, folds, input.seed);
  const whole = modelDesign(model, 'treatment');
  if (used / folds < 1 || used - used / folds <= whole.columns.length) throw unfit(`${used} rows are too few for ${folds} parts.`, 'folds', 'Ask for fewer parts.');
  const take = (keep: (part: number) => boolean): Uint32Array => Uint32Array.from(Array.from(parts, (_, i) => i).filter((i) => keep(parts[i] ?? 0)));
  const lines = Array.from({ length: folds }, (_, part) => {
    const [seen, unseen] = [take((one) => one !== part), take((one) => one === part)];
    const design = modelDesign(model, 'treatment', seen);
    const own = Float64Array.from(seen, (i) => y[i] ?? NaN);
    const estimates = (input.method === 'linear' ? linearModel(design, own, { weights: weights === null ? null : Float64Array.from(seen, (i) => weights[i] ?? NaN), level: 0.95, covariance: 'classical' }) : generalizedLinearModel(design, own, input.method === 'logistic' ? 'binomial' : 'poisson', 0.95)).coefficients.map(({ estimate }) => estimate ?? 0);
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
    const predicted = Array.from(unseen, (i) => {
      const eta = rowOf(whole, i).reduce((sum, value, k) => sum + value * (estimates[k] ?? 0), 0);
      return input.method === 'linear' ? eta : input.method === 'logistic' ? 1 / (1 + Math.exp(-eta)) : Math.exp(eta);
    });
    const errors = predicted.map((value, k) => (y[unseen[k] ?? 0] ?? NaN) - value);
    const squares = errors.reduce((sum, value) => sum + value * value, 0);
    const spread = Array.from(unseen).reduce((sum, i) => sum + ((y[i] ?? NaN) - mean) ** 2, 0);
    return { n: unseen.length, squares, spread, absolute: errors.reduce((sum, value) => sum + Math.abs(value), 0), right: predicted.filter((value, k) => (value >= 0.5 ? 1 : 0) === y[unseen[k] ?? 0]).length };
  });
  const rows = (list: typeof lines, name: string): (string | number | null)[] => {
    const add = (of: (line: (typeof lines)[number]) => number): number => list.reduce((sum, line) => sum + of(line), 0);
    const n = add((line) => line.n);
    return [name, n, Math.sqrt(add((line) => line.squares) / n), add((line) => line.absolute) / n, input.method === 'logistic' ? add((line) => line.right) / n : 1 - add((line) => line.squares) / add((line) => line.spread)];
  };
  return [{ title: `Predicted from the others, in ${folds} parts (seed ${input.seed})`, columns: ['part', 'rows', 'root mean squared error', 'mean absolute error', input.method === 'logistic' ? 'predicted right' : 'R²'], rows: [...lines.map((line, i) => rows([line], String(i + 1))), rows(lines, 'all')] }];
}
