/** When a search ends. */
interface Ends {
  /** Spread of the values, relative to them. */
  readonly value: number;
  /** Spread of the places, relative to them. */
  readonly place: number;
  /** How often it is begun at most. */
  readonly rounds: number;
}
const fully: Ends = { value: 1e-15, place: 1e-9, rounds: 12 };

/**
 * The minimum of a function of a few variables that need not be smooth: Nelder and Mead (1965),
 * begun again at what it found
 * until that is no better. `steps` is how far each variable is moved at first.
 */
export function minimize(
  of: (point: readonly number[]) => number,
  start: readonly number[],
  steps: readonly number[],
  ends = fully,
): { point: readonly number[]; value: number } {
  let best = { point: start, value: of(start) };
  for (let round = 0; round < ends.rounds; round++) {
    const found = nelderMead(of, best.point, steps, ends);
    const gained = best.value - found.value;
    if (found.value < best.value) best = found;
    if (!(gained > 100 * ends.value * Math.abs(best.value))) return best;
  }
  return best;
}

function nelderMead(
  of: (point: readonly number[]) => number,
  start: readonly number[],
  steps: readonly number[],
  ends: Ends,
): { point: readonly number[]; value: number } {
  const valued = (point: readonly number[]) => ({ point, value: of(point) });
  let simplex = [
    valued(start),
    ...start.map((_, i) => valued(start.map((x, k) => (k === i ? x + (steps[k] ?? 0) : x)))),
  ];
  for (let turn = 0; turn < 400 * start.length; turn++) {
    simplex = simplex.toSorted((a, b) => a.value - b.value);
    const [best, worst] = [simplex[0], simplex.at(-1)];
    if (best === undefined || worst === undefined) break;
    if (
      worst.value - best.value <= ends.value * Math.abs(best.value) &&
      simplex.every(({ point }) =>
        point.every((x, i) => Math.abs(x - (best.point[i] ?? 0)) <= ends.place * (1 + Math.abs(x))),
      )
    )
      break;
    const others = simplex.slice(0, -1);
    const centre = start.map(
      (_, i) => others.reduce((sum, { point }) => sum + (point[i] ?? 0), 0) / others.length,
    );
    const towards = (share: number) =>
      valued(centre.map((x, i) => x + share * ((worst.point[i] ?? 0) - x)));
    const reflected = towards(-1);
    if (reflected.value < best.value) {
      const expanded = towards(-2);
      simplex = [...others, expanded.value < reflected.value ? expanded : reflected];
    } else if (reflected.value < (others.at(-1)?.value ?? NaN)) {
      simplex = [...others, reflected];
    } else {
      const contracted = towards(reflected.value < worst.value ? -0.5 : 0.5);
      simplex =
        contracted.value < Math.min(reflected.value, worst.value)
          ? [...others, contracted]
          : [
              best,
              ...simplex
                .slice(1)
                .map(({ point }) => valued(point.map((x, i) => ((best.point[i] ?? 0) + x) / 2))),
            ];
    }
  }
  return simplex.toSorted((a, b) => a.value - b.value)[0] ?? valued(start);
}
