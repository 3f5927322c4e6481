/**
 * People with columns in which most are alike, each as true and false, as 1 and 0, and as a category:
 * `ill` of one person, `left` of every eleventh; and days of sickness, which many have none of.
 */
const teams = ['Red', 'Blue', 'Green', 'Grey'] as const;
let state = 11;
const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
export const members = Array.from({ length: 240 }, (_, i) => {
  const [ill, left] = [i === 77, i % 11 === 3];
  return {
    staff: `Q${i}`,
    team: teams[(i * 7) % 4] ?? '',
    sx: Math.floor(i / 4) % 2 === 0 ? 'm' : 'f',
    wage: 1000 + Math.floor(8000 * random()),
    ill,
    ill_number: Number(ill),
    ill_word: ill ? 'secret' : 'plain',
    left,
    left_number: Number(left),
    left_word: left ? 'gone' : 'here',
    sick: i % 17 === 5 ? 2 : i % 13 === 6 ? 1 : 0,
  };
});
export type Member = (typeof members)[number];
const names = [
  'staff',
  'team',
  'sx',
  'wage',
  'ill',
  'ill_number',
  'ill_word',
  'left',
  'left_number',
  'left_word',
  'sick',
] as const;
export const membersCsv = `${names.join(',')}\n${members.map((one) => names.map((name) => one[name]).join(',')).join('\n')}\n`;

/** Sensitive columns, each with its most frequent value. */
export const flags = {
  ill: false,
  ill_number: 0,
  ill_word: 'plain',
  left: false,
  left_number: 0,
  left_word: 'here',
  sick: 0,
} as const;
export type Flag = keyof typeof flags;
export const flagNames = [
  'ill',
  'ill_number',
  'ill_word',
  'left',
  'left_number',
  'left_word',
  'sick',
] as const satisfies readonly Flag[];

/** People, by their places, of whom the number was answered that have another than the usual value. */
export interface Counted {
  readonly flag: Flag;
  readonly of: ReadonlySet<number>;
  readonly asked: string;
}

const isFew = (n: number): boolean => n > 0 && n < 5;

/** What of it tells about 1 to 4 people: in a set, or in what one has beyond another within it. */
export function tellsOfFew(known: readonly Counted[]): string[] {
  const others = ({ flag, of }: Pick<Counted, 'flag' | 'of'>): number =>
    [...of].filter((i) => members[i]?.[flag] !== flags[flag]).length;
  const tells = (one: Pick<Counted, 'flag' | 'of'>): boolean =>
    isFew(others(one)) || (one.flag !== 'sick' && isFew(one.of.size - others(one)));
  return known.flatMap((one) => [
    ...(tells(one) ? [`${one.flag}: ${one.asked}`] : []),
    ...known.flatMap((within) =>
      within.flag === one.flag &&
      within.of.size < one.of.size &&
      [...within.of].every((i) => one.of.has(i)) &&
      tells({ flag: one.flag, of: new Set([...one.of].filter((i) => !within.of.has(i))) })
        ? [`${one.flag}: ${one.asked} without ${within.asked}`]
        : [],
    ),
  ]);
}
