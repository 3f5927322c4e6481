import { listOf, numberOf, type Fixture } from './fixtures.ts';

/** What makes a question adversarial. */
export type Difficulty =
  | 'ties'
  | 'three values or fewer'
  | 'constant'
  | 'offset'
  | 'far value'
  | 'empty cell'
  | 'all or none'
  | 'extreme argument'
  | 'tiny p';

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || value === 'Inf' || value === '-Inf';
const dataNames = new Set(['x', 'y', 'w', 'groups', 'columns']);

/** The samples among the input: lists of numbers, and lists of such lists. */
function samplesIn(input: Fixture['input']): number[][] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (!dataNames.has(name) || !Array.isArray(value)) return [];
    return value.every(isNumber)
      ? [value.map(numberOf)]
      : value.map((one) =>
          listOf(one)
            .filter((cell) => cell !== 'NA')
            .map((cell) =>
              typeof cell === 'string' && !isNumber(cell) ? Number(cell) : numberOf(cell),
            ),
        );
  });
}

function ofSample(sample: readonly number[]): Difficulty[] {
  const sorted = sample.toSorted((a, b) => a - b);
  const [low = NaN, high = NaN] = [sorted[0], sorted.at(-1)];
  const [q1 = NaN, q3 = NaN] = [0.25, 0.75].map((p) => sorted[Math.floor((sorted.length - 1) * p)]);
  return [
    ...(new Set(sample).size < sample.length ? (['ties'] as const) : []),
    ...(sample.length <= 3 ? (['three values or fewer'] as const) : []),
    ...(low === high && sample.length > 1 ? (['constant'] as const) : []),
    ...(Math.min(Math.abs(low), Math.abs(high)) > 1e4 * (high - low) ? (['offset'] as const) : []),
    ...(Math.max(high - q3, q1 - low) > 10 * (q3 - q1) ? (['far value'] as const) : []),
  ];
}

function ofArguments({ procedure, input }: Fixture): Difficulty[] {
  const number = (name: string): number | null =>
    isNumber(input[name]) ? numberOf(input[name]) : null;
  const [x, n, alpha] = [number('x'), number('n'), number('alpha')];
  const counts = [...listOf(input['table'] ?? []), ...listOf(input['counts'] ?? [])]
    .flatMap(listOf)
    .map(numberOf);
  const shares =
    procedure === 'proportions'
      ? listOf(input['x']).map((count, i) => numberOf(count) / numberOf(listOf(input['n'])[i]))
      : [];
  return [
    ...(counts.some((count) => count === 0) ? (['empty cell'] as const) : []),
    ...((n !== null && (x === 0 || x === n)) || shares.some((share) => share === 0 || share === 1)
      ? (['all or none'] as const)
      : []),
    ...((n !== null && (n >= 1e5 || n <= 5)) ||
    (alpha !== null && alpha <= 0.01) ||
    (counts.length > 0 && Math.max(...counts) > 1e4 * Math.min(...counts)) ||
    (number('df') ?? 10) < 3
      ? (['extreme argument'] as const)
      : []),
  ];
}

/** Why a question is adversarial; empty where it is an ordinary one. */
export function difficultiesOf(fixture: Fixture): Difficulty[] {
  const ps = ['p', 'ps']
    .flatMap((name) => [...listOf(fixture.want[name] ?? []), ...listOf(fixture.input[name] ?? [])])
    .filter(isNumber)
    .map(numberOf);
  return [
    ...new Set([
      ...(fixture.procedure === 'proportions' ? [] : samplesIn(fixture.input)).flatMap(ofSample),
      ...ofArguments(fixture),
      ...(ps.some((p) => p > 0 && p < 1e-9) ? (['tiny p'] as const) : []),
    ]),
  ];
}
