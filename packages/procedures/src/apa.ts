import type { Figure, Finding } from './finding.ts';
import { intervalOf, pAgainst, sayFigure } from './verdict.ts';
import { alphaOf, exactly, ofUnit, twoPlaces, usualLevel } from './words.ts';

/** Degrees of freedom have no commas, other figures of a thousand and more do. */
const degrees = (df: number): string => (Number.isInteger(df) ? String(df) : df.toFixed(2));

/** Statistics that are not written with two places. */
const writing: Readonly<Record<string, (value: number | null) => string>> = {
  U: exactly,
  V: exactly,
  D: ofUnit,
  W: ofUnit,
};
/** What would be 0.00 with more places is that. */
const statisticText = (value: number | null): string =>
  twoPlaces(value !== null && Math.abs(value) < 0.005 ? 0 : value);
/** Beside χ² the number of rows follows the degrees of freedom. */
const withRows: ReadonlySet<string> = new Set(['χ²']);
/** Statistics that have a symbol; others are named by their test. */
const hasSymbol = (name: string): boolean => !name.includes(' ') && name !== 'count';

/** 'χ²(2, N = 90) = 4.10'; the name of the test where it has no statistic with a symbol. */
function head({ name: test, statistic, df = [] }: Finding, n: number): string {
  if (statistic === null || !hasSymbol(statistic.name)) return test;
  const { name, value } = statistic;
  const inside = [
    ...df.map(degrees),
    ...(withRows.has(name) ? [`N = ${n.toLocaleString('en-US')}`] : []),
  ].join(', ');
  return `${name}${inside === '' ? '' : `(${inside})`} = ${(writing[name] ?? statisticText)(Number.isFinite(value) ? value : null)}`;
}

/** A figure with its interval, where it has one. */
const withInterval = (figure: Figure, alternative: Finding['alternative']): string =>
  [sayFigure(figure), intervalOf(figure, alternative ?? 'two_sided')]
    .filter((part) => part !== '')
    .join(', ');

const sayPOf = ({
  p,
  level = usualLevel,
  alternative = 'two_sided',
  oneTailed = alternative !== 'two_sided',
}: Finding): string => `p ${pAgainst(p ?? NaN, alphaOf(level))}${oneTailed ? ' (one-tailed)' : ''}`;

/** 'r(45) = .30, p = .034, 95% CI [.02, .53].' */
const ofCorrelation = (symbol: string, found: Finding, estimate: Figure): string =>
  `${[
    `${symbol}${found.df === undefined || found.df.length === 0 ? '' : `(${found.df.map(degrees).join(', ')})`} = ${ofUnit(estimate.value)}`,
    sayPOf(found),
    intervalOf(estimate, found.alternative ?? 'two_sided'),
  ]
    .filter((part) => part !== '')
    .join(', ')}.`;

/**
 * A result as the Publication Manual of the American Psychological Association (7th edition, 6.36,
 * 6.40 to 6.45) has it: statistic with its degrees of freedom, exact p, effect with its interval;
 * no zero before the point of what cannot pass 1. What is neither tested nor estimated with an
 * interval has nothing to report but the finding.
 */
export function apaOf(found: Finding, n: number): string {
  const { p, alternative = 'two_sided', effects = [], estimate = null } = found;
  const reported = found.reported ?? [effects[0] ?? estimate].filter((one) => one !== null);
  if (p === null && (estimate?.ci ?? null) === null) return found.sentence;
  if (found.correlation !== undefined && estimate !== null)
    return ofCorrelation(found.correlation, found, estimate);
  const isUnnamed = p === null && found.statistic === null;
  const parts = [
    ...(isUnnamed ? [] : [head(found, n)]),
    ...(p === null ? [] : [sayPOf(found)]),
    ...reported.map((figure) => withInterval(figure, alternative)),
  ];
  return `${parts.join(', ')}.`;
}
