import type { TestResult } from '@columnist/contract';
import type { Adjustment } from '@columnist/statistics';
import { pAgainst } from '../verdict.ts';
import { adjustedBy, alphaOf, alphaText } from '../words.ts';
import type { Answered, PartTest } from './tests-in.ts';

const named = 8;

/** 'a, b and c'; of many the first, and how many others there are. */
function list(items: readonly string[]): string {
  const shown = items.length > named ? items.slice(0, named - 1) : items;
  const rest = items.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} others`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}

/**
 * In which parts the data show what the alternative claims, by adjusted p, and in which they do not;
 * of methods without p, and of matrices, what each part says.
 */
export function sayParts(
  by: string,
  level: number,
  adjust: Adjustment,
  {
    answered,
    tests,
    hypotheses,
    leftOut,
  }: {
    readonly answered: readonly Answered[];
    readonly tests: readonly PartTest[];
    readonly hypotheses: TestResult['hypotheses'];
    readonly leftOut: readonly string[];
  },
): string {
  const omitted =
    leftOut.length === 0
      ? ''
      : ` ${list(leftOut)} cannot answer and ${leftOut.length === 1 ? 'is' : 'are'} left out.`;
  const isOneTest = answered.every(({ answer }) => !('matrix' in answer));
  if (!isOneTest || tests.length === 0) {
    const said = answered
      .slice(0, named)
      .map(({ part, answer }) => `${part.label}: ${answer.sentence}`);
    const rest = answered.length - said.length;
    return `${said.join(' ')}${rest > 0 ? ` ${rest} others are in the table.` : ''}${omitted}`;
  }
  const alpha = alphaOf(level);
  const sayAll = (some: readonly PartTest[]): string =>
    list(
      some.map(
        ({ part, adjusted: p }) =>
          `${part.label} (${nullOf(part, hypotheses, answered)}p ${pAgainst(p, alpha)})`,
      ),
    );
  const found = tests.filter(({ adjusted: p }) => p < alpha);
  const others = tests.filter(({ adjusted: p }) => !(p < alpha));
  const how = `(${adjustedBy[adjust]}, α = ${alphaText(alpha)})`;
  const claim = hypotheses?.alternative.replace(/^The /, 'the ').replace(/\.$/, '');
  const [none, some] =
    claim === undefined
      ? [
          'is there evidence against its null hypothesis',
          'there is evidence against its null hypothesis',
        ]
      : [`do these data show that ${claim}`, `these data show that ${claim}`];
  const verdict =
    found.length === 0
      ? `In no value of ${by} ${none} ${how}: ${sayAll(others)}.`
      : `In ${found.length} of ${tests.length} values of ${by} ${some} ${how}: ` +
        `${sayAll(found)}${others.length === 0 ? '' : `, but not in ${sayAll(others)}`}.`;
  return verdict + omitted;
}

/** The null hypothesis of a part, where each part has one of its own, as where its groups differ. */
function nullOf(
  part: PartTest['part'],
  shared: TestResult['hypotheses'],
  answered: readonly Answered[],
): string {
  const own = answered.find((one) => one.part === part)?.answer.hypotheses ?? null;
  return shared !== null || own === null ? '' : `‘${own.null.replace(/\.$/, '')}’: `;
}
