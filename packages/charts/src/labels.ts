import { plainLabel } from './plain-names.ts';

/** Signs that fit the room for names of groups. */
const signsAtMost = 22;
/** Of the beginning, where the name is cut behind it. */
const headShown = 8;

const signs = new Intl.Segmenter();
const signsOf = (text: string): string[] =>
  Array.from(signs.segment(text), ({ segment }) => segment);
const areDistinct = (names: readonly string[]): boolean => new Set(names).size === names.length;

/**
 * Names of groups as an axis has room for them: long ones are cut where all of them are the same.
 * First at the end, else in the middle, else around the part in which they differ.
 */
export function shortLabels(names: readonly string[]): readonly string[] {
  const split = names.map(signsOf);
  const long = split.filter(({ length }) => length > signsAtMost);
  if (long.length === 0) return names;
  const cut = (write: (name: readonly string[]) => string): string[] =>
    split.map((name, i) => (name.length > signsAtMost ? write(name) : (names[i] ?? '')));
  const half = (signsAtMost - 1) / 2;
  const start = sharedBy(long, (name, i) => name[i]);
  const end = Math.min(
    sharedBy(long, (name, i) => name[name.length - 1 - i]),
    Math.min(...long.map(({ length }) => length)) - start,
  );
  const ways = [
    cut((name) => `${name.slice(0, signsAtMost - 1).join('')}…`),
    cut(
      (name) =>
        `${name.slice(0, Math.ceil(half)).join('')}…${name.slice(-Math.floor(half)).join('')}`,
    ),
    cut((name) => {
      const differs = name.slice(start, name.length - end);
      const before = Math.max(0, signsAtMost - 2 - headShown - differs.length);
      const from = Math.max(headShown, start - before);
      const middle = name.slice(from, name.length - end).slice(0, signsAtMost - headShown - 2);
      return `${name.slice(0, Math.min(headShown, from)).join('')}…${middle.join('')}${end > 0 ? '…' : ''}`;
    }),
  ];
  return ways.find(areDistinct) ?? names;
}

/** How many signs all names have in common, from one side. */
function sharedBy(
  names: readonly (readonly string[])[],
  at: (name: readonly string[], i: number) => string | undefined,
): number {
  const [first = []] = names;
  let n = 0;
  while (n < first.length && names.every((name) => at(name, n) === at(first, n))) n++;
  return n;
}

/**
 * The labels of an axis of names, where some are written shorter than they are; the axis keeps the
 * whole names.
 */
export function shortAxis(names: readonly string[]): { readonly labelExpr?: string } {
  const short = shortLabels(names);
  if (short.every((label, i) => label === names[i])) return {};
  const list = (all: readonly string[]): string => JSON.stringify(all.map(plainLabel));
  return { labelExpr: `${list(short)}[indexof(${list(names)}, datum.value)]` };
}

/** Of a sign of a label, px, as labels are written. */
const signWidth = 6.2;
/** Below and above an axis, px: longer labels are cut. */
const slantedLabel = 110;

/**
 * Labels of an axis across that must not be left out: level where they fit beside one another, else
 * slanted, on the side where the axis is.
 */
export function labelsAcross(
  names: readonly string[],
  width: number,
  side: 'bottom' | 'top' = 'bottom',
) {
  const room = width / Math.max(1, names.length);
  const longest = Math.max(0, ...names.map((name) => name.length));
  const isLevel = Math.min(slantedLabel, longest * signWidth) + 8 <= room;
  return {
    labelOverlap: false,
    labelAngle: isLevel ? 0 : -45,
    labelLimit: slantedLabel,
    ...(isLevel
      ? {}
      : {
          labelAlign: side === 'top' ? ('left' as const) : ('right' as const),
          labelBaseline: 'middle' as const,
        }),
  };
}

/** How much higher a drawing of this width gets, px, where the labels of its axis are slanted. */
export function slantedHeight(names: readonly string[], width: number): number {
  if (labelsAcross(names, width).labelAngle === 0) return 0;
  const longest = Math.max(0, ...names.map((name) => name.length));
  return Math.round(Math.SQRT1_2 * Math.min(slantedLabel, longest * signWidth));
}
