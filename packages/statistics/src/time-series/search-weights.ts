import { minimize } from '../numerics/minimize.ts';
import type { SmoothingForm } from './exponential-smoothing.ts';

/** Smoothing parameters: of level, slope, damping and season. */
export interface Weights {
  readonly alpha: number;
  readonly beta: number;
  readonly phi: number;
  readonly gamma: number;
}

/** How many places of the grid are followed to their tops. */
const followed = 3;

/**
 * The weights that make the objective least. It can have many valleys, also along the bounds, so a
 * coarse grid is looked through; the lowest of its places that no neighbour is below are followed
 * roughly, and the best of them to the end.
 */
export function searchWeights(
  form: SmoothingForm,
  objective: (weights: Weights) => number,
): Weights {
  const names = namesOf(form);
  const of = (point: readonly number[]): number => objective(weightsOf(point, names));
  const valleys = valleysOf(
    names.map((name) => places[name]),
    of,
  );
  const steps = names.map(() => 0.6);
  const found = valleys
    .toSorted((a, b) => a.value - b.value)
    .slice(0, followed)
    .map(({ point }) => minimize(of, point, steps, roughly));
  const [first] = found;
  const best = found.reduce(
    (a, b) => (b.value < a.value ? b : a),
    first ?? { point: [], value: NaN },
  );
  return weightsOf(minimize(of, best.point, steps).point, names);
}

const roughly = { value: 1e-6, place: 1e-2, rounds: 2 };

type Name = keyof Weights;
const namesOf = ({ trend, period }: SmoothingForm): Name[] => [
  'alpha',
  ...(trend === 'none' ? [] : (['beta'] as const)),
  ...(period === null ? [] : (['gamma'] as const)),
  ...(trend === 'damped' ? (['phi'] as const) : []),
];

/** Places of the grid, as logits of shares of what the bounds allow. */
const places: Readonly<Record<Name, readonly number[]>> = {
  alpha: [-8, -5, -3.5, -2, -0.5, 1.5, 5],
  beta: [-8, -3, -0.5, 5],
  gamma: [-8, -3, -0.5, 5],
  phi: [-4, 0, 4],
};

/**
 * Within the usual bounds: 0 < α < 1, 0 < β < α, 0 < γ < 1 − α, .8 ≤ φ ≤ .98, from any real
 * numbers.
 */
function weightsOf(point: readonly number[], names: readonly Name[]): Weights {
  const within = (name: Name, low: number, high: number): number | null => {
    const x = point[names.indexOf(name)];
    return x === undefined ? null : low + (high - low) / (1 + Math.exp(-x));
  };
  const alpha = within('alpha', 1e-4, 0.9999) ?? NaN;
  return {
    alpha,
    beta: within('beta', 1e-4, alpha) ?? 0,
    gamma: within('gamma', 1e-4, 1 - alpha) ?? 0,
    phi: within('phi', 0.8, 0.98) ?? 1,
  };
}

interface Place {
  readonly point: readonly number[];
  readonly value: number;
}

/** Places of a grid that no neighbour along an axis is below. */
function valleysOf(
  axes: readonly (readonly number[])[],
  of: (point: readonly number[]) => number,
): Place[] {
  const strides = axes.map((_, i) =>
    axes.slice(i + 1).reduce((all, { length }) => all * length, 1),
  );
  const count = axes.reduce((all, { length }) => all * length, 1);
  const at = (place: number, axis: number): number =>
    Math.floor(place / (strides[axis] ?? 1)) % (axes[axis]?.length ?? 1);
  const grid = Array.from({ length: count }, (_, place): Place => {
    const point = axes.map((axis, i) => axis[at(place, i)] ?? NaN);
    return { point, value: of(point) };
  });
  return grid.filter(({ value }, place) =>
    axes.every((axis, i) =>
      [-1, 1].every((side) => {
        const beside = at(place, i) + side;
        const stride = strides[i] ?? 1;
        return (
          beside < 0 ||
          beside >= axis.length ||
          !((grid[place + side * stride]?.value ?? Infinity) < value)
        );
      }),
    ),
  );
}
