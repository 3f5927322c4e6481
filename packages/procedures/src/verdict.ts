import { pText } from '@columnist/contract';
import type { Figure, Finding } from './finding.ts';
import { alphaOf, alphaText, levelText, minus, ofUnit, twoPlaces } from './words.ts';

export type Alternative = 'two_sided' | 'less' | 'greater';
/** Both hypotheses as sentences; the alternative begins with 'The', so that it can be embedded. */
export type Hypotheses = NonNullable<Finding['hypotheses']>;

const usualAlpha = 0.05;
const mostDigits = 12;

/**
 * A p value with its relation. It has as many digits as it takes to see on which side of alpha it
 * lies: .0496 and not .050 at .05.
 */
export function pAgainst(p: number, alpha: number): string {
  const text = pText(p);
  const isOnItsSide = (shown: number): boolean => Math.sign(shown - alpha) === Math.sign(p - alpha);
  if (p < 0.001 ? alpha >= 0.001 : isOnItsSide(Number(text.replace(/^[<>=] /, '0')))) return text;
  if (p < 0.001 && p < alpha) return `< ${alphaText(alpha)}`;
  if (p > 0.999 && p > alpha) return `> ${alphaText(alpha)}`;
  for (let digits = 4; digits <= mostDigits; digits++) {
    const rounded = p.toFixed(digits);
    if (isOnItsSide(Number(rounded))) return `= ${rounded.replace(/^0/, '')}`;
  }
  return `= ${alphaText(alpha)}`;
}

/** 'one-sided p = .012, α = .01': what a verdict rests on; α is usual where it is not said. */
export function sayP(p: number, level: number, alternative: Alternative = 'two_sided'): string {
  const alpha = alphaOf(level);
  return [
    `${alternative === 'two_sided' ? '' : 'one-sided '}p ${pAgainst(p, alpha)}`,
    ...(alpha === usualAlpha ? [] : [`α = ${alphaText(alpha)}`]),
  ].join(', ');
}

/**
 * A figure as APA writes it: '.34' where it cannot pass 1, else '0.34'; in units of the data by its
 * error.
 */
const writerOf = ({ within, write }: Figure): ((value: number | null) => string) =>
  write ?? (within === undefined ? twoPlaces : ofUnit);
export const sayValue = (figure: Figure): string => writerOf(figure)(figure.value);
/** 'Hedges’ g = 0.54'. */
export const sayFigure = (figure: Figure): string =>
  `${figure.name.replace("'", '’')} = ${sayValue(figure)}`;

/**
 * '95% CI [0.12, 0.96]'; an end that is not bounded is infinite. An end that would be written as 0
 * and is not has a digit, to show on which side of 0 it lies.
 */
export function sayInterval(
  { level, low, high }: NonNullable<Figure['ci']>,
  write: (value: number) => string = twoPlaces,
): string {
  const end = (value: number): string => {
    const text = write(value);
    return value === 0 || /[1-9]/.test(text) ? text : minus(String(Number(value.toPrecision(1))));
  };
  return `${levelText(level)} CI [${low === null ? '\u2212∞' : end(low)}, ${high === null ? '∞' : end(high)}]`;
}

/** Whether an interval is bounded on one side only, as of a one-sided test. */
const isOneSided = ({ ci, oneSided }: Figure): boolean =>
  oneSided === true || ci?.low === null || ci?.high === null;

/** An interval that says otherwise than p, which an exact or better approximation decides. */
function contradiction(figure: Figure, found: boolean, alternative: Alternative): string {
  const { name, ci, none = 0 } = figure;
  if (ci === null || (alternative !== 'two_sided' && !isOneSided(figure))) return '';
  const includes = (ci.low === null || ci.low <= none) && (ci.high === null || ci.high >= none);
  return includes === found
    ? ` The ${levelText(ci.level)} interval of ${articleOf(name)}${name.replace("'", '’')} is computed in another way than p and ${includes ? 'includes' : 'excludes'} ${none}.`
    : '';
}

/** Symbols and what is called after somebody have none. */
const articleOf = (name: string): string => (/^[a-z]{2}/.test(name) ? 'the ' : '');

/** What two-sided intervals beside a one-sided p are called. */
export const intervalOf = (figure: Figure, alternative: Alternative): string =>
  figure.ci === null
    ? ''
    : `${alternative === 'two_sided' || isOneSided(figure) ? '' : 'two-sided '}${sayInterval(figure.ci, writerOf(figure))}`;

interface Asked {
  readonly p: number;
  /** Of confidence: the verdict is at 1 − level. */
  readonly level: number;
  readonly alternative?: Alternative;
  readonly hypotheses: Hypotheses;
  /** What is found where p is below alpha; the alternative itself where left out. */
  readonly claim?: string;
  /** The figures of these rows, whatever the verdict. */
  readonly seen?: string;
  /** Figures beside p. */
  readonly by?: readonly Figure[];
  /** Figures elsewhere in the answer whose interval is compared with the verdict. */
  readonly beside?: readonly Figure[];
  /** Further sentences, by whether it was found. */
  readonly after?: (found: boolean) => string;
}

/**
 * What a test found, at the level that was asked for. Where p is not below alpha nothing is
 * claimed: the null hypothesis is never said to be true (Altman and Bland, BMJ 311, 1995).
 */
export function verdict({
  p,
  level,
  alternative = 'two_sided',
  hypotheses,
  claim = hypotheses.alternative.replace(/\.$/, ''),
  seen = '',
  by = [],
  beside = [],
  after,
}: Asked): Pick<Finding, 'p' | 'level' | 'alternative' | 'hypotheses' | 'sentence'> {
  const found = p < alphaOf(level);
  const said = found
    ? claim
    : `These data do not show that ${hypotheses.alternative.replace(/^The /, 'the ').replace(/\.$/, '')}`;
  const evidence = [sayP(p, level, alternative), ...by.map(sayFigure)].join(', ');
  const notes = [...by, ...beside].map((figure) => contradiction(figure, found, alternative));
  return {
    p,
    level,
    alternative,
    hypotheses,
    sentence: `${said}${seen === '' ? '' : `: ${seen}`} (${evidence}).${notes.join('')}${after?.(found) ?? ''}`,
  };
}

const sides = {
  two_sided: { than: 'differs from', none: 'is' },
  less: { than: 'is smaller than', none: 'is at least' },
  greater: { than: 'is larger than', none: 'is at most' },
} as const;

/** That a figure is, or is not, another: of one sample. */
export const against = (what: string, other: string, alternative: Alternative): Hypotheses => ({
  null: `${what} ${sides[alternative].none} ${other}.`,
  alternative: `${what} ${sides[alternative].than} ${other}.`,
});

/** The claim of such a test: the side on which the estimate lies. */
export const claimAgainst = (what: string, other: string, isBelow: boolean): string =>
  `${what} ${sides[isBelow ? 'less' : 'greater'].than} ${other}`;

/** That a figure, such as 'The mean of mass', is the same in two groups. */
export const between = (
  what: string,
  first: string,
  second: string,
  alternative: Alternative,
): Hypotheses =>
  alternative === 'two_sided'
    ? {
        null: `${what} is the same in ${first} and ${second}.`,
        alternative: `${what} differs between ${first} and ${second}.`,
      }
    : {
        null: `${what} is ${alternative === 'less' ? 'at least' : 'at most'} as large in ${first} as in ${second}.`,
        alternative: `${claimBetween(what, first, second, alternative === 'less')}.`,
      };

export const claimBetween = (
  what: string,
  first: string,
  second: string,
  isBelow: boolean,
): string => `${what} is ${isBelow ? 'smaller' : 'larger'} in ${first} than in ${second}`;

/** That a figure is the same in all groups. */
export const amongGroups = (what: string, group: string): Hypotheses => ({
  null: `${what} is the same in all groups of ${group}.`,
  alternative: `${what} differs between groups of ${group}.`,
});
