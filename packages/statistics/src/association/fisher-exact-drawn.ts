import { logGamma } from '../numerics/gamma.ts';
import { mulberry32 } from '../numerics/mulberry32.ts';
import { columnSums, rowSums, type Table } from './contingency.ts';

/** Probabilities that differ by this in their logarithm are the same. */
const tolerance = 1e-7;
const [manyDraws, fewDraws] = [99_999, 9_999];
/** Steps of drawing up to which many tables are drawn: a few seconds of work. */
const mostSteps = 1e9;

/** p of tables that are drawn. */
export interface DrawnP {
  readonly p: number;
  /** Tables drawn, without the observed one. */
  readonly draws: number;
  /** The standard error of p, √(p (1 − p) / draws). */
  readonly error: number;
}

/**
 * Fisher's exact test of a table with too many others to count: 99,999 tables with the same sums
 * (9,999 where the table is very large) are drawn with a seed, cell by cell from the hypergeometric
 * distribution (Patefield 1981, algorithm AS 159), and those that are no more probable are counted
 * with the observed one. R: fisher.test(table, simulate.p.value = TRUE).
 */
export function fisherExactDrawn(table: Table, seed: number): DrawnP {
  const [rows, columns] = [rowSums(table), columnSums(table)];
  const total = rows.reduce((sum, value) => sum + value, 0);
  const logs = new Float64Array(total + 1).fill(NaN);
  const logFactorial = (n: number): number => {
    const known = logs[n] ?? NaN;
    return Number.isNaN(known) ? (logs[n] = logGamma(n + 1)) : known;
  };
  const observed = table.flat().reduce((sum, cell) => sum + logFactorial(cell), 0) - tolerance;
  const random = mulberry32(seed);
  /** How many of `taken` are among the `marked` of `all`. */
  const hypergeometric = (all: number, marked: number, taken: number): number => {
    const [least, most] = [Math.max(0, taken + marked - all), Math.min(taken, marked)];
    const others = all - marked - taken;
    const mode = Math.min(
      most,
      Math.max(least, Math.floor(((taken + 1) * (marked + 1)) / (all + 2))),
    );
    const peak = Math.exp(
      logFactorial(marked) +
        logFactorial(all - marked) +
        logFactorial(taken) +
        logFactorial(all - taken) -
        logFactorial(all) -
        logFactorial(mode) -
        logFactorial(marked - mode) -
        logFactorial(taken - mode) -
        logFactorial(others + mode),
    );
    let left = random() - peak;
    let [down, up, below, above] = [mode, mode, peak, peak];
    while (left >= 0 && (down > least || up < most)) {
      if (up < most) {
        above *= ((marked - up) * (taken - up)) / ((up + 1) * (others + up + 1));
        up += 1;
        if ((left -= above) < 0) return up;
      }
      if (down > least) {
        below *= (down * (others + down)) / ((marked - down + 1) * (taken - down + 1));
        down -= 1;
        if ((left -= below) < 0) return down;
      }
    }
    return mode;
  };
  const open = [...columns];
  /** Σ log cell! of a table with these sums. */
  const draw = (): number => {
    let sum = 0;
    columns.forEach((value, j) => (open[j] = value));
    let rowsLeft = total;
    for (const row of rows.slice(0, -1)) {
      let [all, taken] = [rowsLeft, row];
      rowsLeft -= row;
      for (let j = 0; j < open.length - 1; j++) {
        const marked = open[j] ?? 0;
        const cell = hypergeometric(all, marked, taken);
        all -= marked;
        taken -= cell;
        open[j] = marked - cell;
        sum += logFactorial(cell);
      }
      open[open.length - 1] = (open.at(-1) ?? 0) - taken;
      sum += logFactorial(taken);
    }
    for (const last of open) sum += logFactorial(last);
    return sum;
  };
  // A draw takes about as many steps as its standard deviation, of each cell.
  const spread = Math.sqrt(total / (rows.length * columns.length));
  const steps = rows.length * columns.length * (10 + spread);
  const draws = steps * manyDraws <= mostSteps ? manyDraws : fewDraws;
  let far = 1;
  for (let i = 0; i < draws; i++) if (draw() >= observed) far += 1;
  const p = far / (draws + 1);
  return { p, draws, error: Math.sqrt((p * (1 - p)) / draws) };
}
