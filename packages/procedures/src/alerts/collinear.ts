import type { Alert, Description } from '@columnist/contract';
import { twoPlaces } from '../words.ts';
import { runningNumber } from './running-number.ts';
import { graded, sayAlert } from './say-alert.ts';
import type { NumberFacts } from './read-facts.ts';

const rowsAtMost = 2000;
const columnsAtMost = 60;
const fewestRising = 30;
/** 1 − R² below which a column is computed from others: what rounding to a few digits leaves. */
const dependentBelow = 1e-4;

/** Of fewer rows columns go together by chance. */
const fewestRows = 5;
/** Of all pairs together (Bonferroni). */
const chanceAtMost = 0.05;

/** Pearson's r of columns of which one is computed from the other. */
const computedFrom = 0.999_999;

/** Whether a pair goes together by the order of the rows alone: one numbers them, or both only rise. */
function ofRows(numbers: readonly NumberFacts[]): (x: string, y: string) => boolean {
  const counted = new Set<string>();
  const rising = new Set<string>();
  for (const facts of numbers) {
    const { name, values, figures } = facts;
    if (figures.distinct < fewestRising) continue;
    if (runningNumber(facts) !== null) counted.add(name);
    if (values.every((value, i) => !(value < (values[i - 1] ?? value)))) rising.add(name);
  }
  return (x, y) => counted.has(x) || counted.has(y) || (rising.has(x) && rising.has(y));
}

/**
 * Sets of columns that go together, each as one alert: by pairs, and as sums of others. What only
 * tells rows apart goes together with whatever rises over them.
 */
export function collinear(
  correlations: Description['correlations'],
  numbers: readonly NumberFacts[],
  ids: ReadonlySet<string>,
  threshold: number,
): Alert[] {
  if (correlations === null) return [];
  const isOfRows = ofRows(numbers);
  const ranks = new Map(correlations.spearman.pairs.map((pair) => [`${pair.x}\n${pair.y}`, pair]));
  const among = correlations.pearson.pairs.length;
  const pairs = correlations.pearson.pairs.flatMap((pair) => {
    const { x, y, estimate: r, n_used: rows } = pair;
    const ranked = ranks.get(`${x}\n${y}`);
    const rho = ranked?.estimate ?? null;
    const isPearson = Math.abs(r ?? 0) >= Math.abs(rho ?? 0);
    const value = isPearson ? r : rho;
    const p = (isPearson ? pair : ranked)?.p_value ?? 0;
    const isByChance = rows < fewestRows || p * among >= chanceAtMost;
    // A coefficient that the order does not share is that of a few extreme rows.
    const isByFew = rho !== null && Math.abs(rho) < 0.6 && Math.abs(r ?? 0) < 0.999;
    const isOfOrder =
      ids.has(x) || ids.has(y) || (Math.abs(r ?? 0) < computedFrom && isOfRows(x, y));
    return value !== null && Math.abs(value) >= threshold && !isByFew && !isByChance && !isOfOrder
      ? [{ x, y, value, isPearson }]
      : [];
  });
  const sums = threshold >= 1 ? [] : dependentSets(numbers.slice(0, columnsAtMost));
  const order = correlations.pearson.columns;
  return joined([...pairs.map(({ x, y }) => [x, y]), ...sums.map(({ columns }) => columns)]).map(
    (set) => {
      const columns = order.filter((name) => set.has(name));
      const inSet = pairs.filter(({ x }) => set.has(x));
      const sum = sums.find((one) => one.columns.every((name) => set.has(name)));
      return sayAlert(columns, {
        kind: 'high_correlation',
        ...sayStrength(columns, inSet, sum),
        threshold,
        fix:
          columns.length === 2
            ? 'Use one of them in a model, or find out whether one is computed from the other.'
            : 'Use one of them in a model, or a score of all (principal components).',
      });
    },
  );
}

function sayStrength(
  columns: readonly string[],
  pairs: readonly { readonly value: number; readonly isPearson: boolean }[],
  sum: { readonly of: string; readonly from: readonly string[] } | undefined,
): Pick<Alert, 'measure' | 'severity' | 'said'> {
  const names = `${columns.slice(0, -1).join(', ')} and ${columns.at(-1) ?? ''}`;
  const [strongest] = pairs.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  if (
    strongest === undefined ||
    (sum !== undefined && columns.length > 2 && Math.abs(strongest.value) < 0.999)
  )
    return {
      severity: 'high',
      measure: 1,
      said: `${names} say the same: ${sum?.of ?? ''} can be computed from ${sum?.from.join(', ') ?? ''}.`,
    };
  const letter = strongest.isPearson ? 'r' : 'ρ';
  const sizes = pairs.map(({ value }) => Math.abs(value));
  const weakest = Math.min(...sizes);
  return {
    severity: graded(Math.abs(strongest.value), 0, 0.999),
    measure: strongest.value,
    said:
      pairs.length === 1 || twoPlaces(weakest) === twoPlaces(Math.abs(strongest.value))
        ? `${names} go together: ${pairs.length === 1 ? letter : `|${letter}|`} = ${twoPlaces(pairs.length === 1 ? strongest.value : weakest)}.`
        : `${names} go together: |${letter}| from ${twoPlaces(weakest)} to ${twoPlaces(Math.abs(strongest.value))}.`,
  };
}

/** Sets that share a member are one. */
function joined(sets: readonly (readonly string[])[]): Set<string>[] {
  const found: Set<string>[] = [];
  for (const set of sets) {
    const touched = found.filter((one) => set.some((name) => one.has(name)));
    const whole = new Set([...set, ...touched.flatMap((one) => [...one])]);
    for (const one of touched) found.splice(found.indexOf(one), 1);
    found.push(whole);
  }
  return found;
}

interface Sum {
  readonly of: string;
  readonly from: readonly string[];
  readonly columns: readonly string[];
}

/**
 * Columns that are computed from those before them, by Gram–Schmidt on the standardised rows that
 * lack none: what is left of the column is shorter than 1 − R² of 10⁻⁴.
 */
function dependentSets(numbers: readonly NumberFacts[]): Sum[] {
  const used = numbers.filter(
    ({ figures: { distinct }, values }) => distinct > 2 && values.length > 0,
  );
  const rows: number[] = [];
  const length = used[0]?.values.length ?? 0;
  const gap = Math.max(1, Math.floor(length / rowsAtMost));
  for (let row = 0; row < length; row += gap)
    if (used.every(({ values }) => !Number.isNaN(values[row] ?? NaN))) rows.push(row);
  if (rows.length < 3 * used.length + 10) return [];
  const basis: { readonly vector: Float64Array; readonly weights: Map<string, number> }[] = [];
  const sums: Sum[] = [];
  for (const { name, values } of used) {
    const whole = standardised(Float64Array.from(rows, (row) => values[row] ?? 0));
    if (whole === null) continue;
    const vector = whole.slice();
    const weights = new Map([[name, 1]]);
    for (const one of basis) {
      const along = dot(vector, one.vector);
      one.vector.forEach((value, i) => {
        vector[i] = (vector[i] ?? 0) - along * value;
      });
      for (const [other, weight] of one.weights)
        weights.set(other, (weights.get(other) ?? 0) - along * weight);
    }
    const left = dot(vector, vector);
    if (left < dependentBelow) {
      const from = [...weights]
        .filter(([other, weight]) => other !== name && Math.abs(weight) > 0.02)
        .map(([other]) => other);
      if (from.length >= 2) sums.push({ of: name, from, columns: [name, ...from] });
      continue;
    }
    const size = Math.sqrt(left);
    basis.push({
      vector: vector.map((value) => value / size),
      weights: new Map([...weights].map(([other, weight]) => [other, weight / size])),
    });
  }
  return sums;
}

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/** Centred and of length 1; null where all values are alike. */
function standardised(values: Float64Array): Float64Array | null {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const size = Math.sqrt(dot(centred, centred));
  return size > 0 ? centred.map((value) => value / size) : null;
}
