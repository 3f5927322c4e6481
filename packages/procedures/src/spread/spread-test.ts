import type { Sample } from '@columnist/statistics';
import {
  defineProcedure,
  type Definition,
  type Procedure,
  type Tested,
} from '../define-procedure.ts';
import { isDoubtful, roughlyNormal } from '../describe-groups.ts';
import { unfit, type Finding, type Group } from '../finding.ts';
import type { ReadGroups } from '../read-groups.ts';
import { groupsOf, readSeveral, type SeveralGroups } from '../several-groups/several-groups.ts';
import { inLastDigits } from '../near-values.ts';
import { amongGroups, verdict } from '../verdict.ts';
import { short } from '../words.ts';

interface Given {
  readonly value: string;
  readonly group: string;
}

/** What is its own of one test whether groups vary alike. */
interface Test extends Partial<Tested<Given>> {
  readonly name: string;
  readonly variant: string;
  readonly letter: string;
  /** What it compares, of a column. */
  readonly compares: (column: string) => string;
  readonly test: (
    samples: readonly Sample[],
  ) => { readonly statistic: number; readonly df: readonly number[]; readonly p: number } | null;
  /** It takes every group for normal, and divides by its variance. */
  readonly normal?: boolean;
  /** It ranks distances: in code decimals are whole units, so that equal distances are equal. */
  readonly ranked?: boolean;
  readonly r: string;
  readonly python: string;
}

/** A test whether groups vary alike. */
export const defineSpreadTest = (
  definition: Definition<SeveralGroups, Given>,
  test: Test,
): Procedure<SeveralGroups> =>
  defineProcedure(definition, {
    samples: { usual: { value: 'y', group: 'g' } },
    ...test,
    read: readSeveral({ spreadInEach: test.normal ?? false }),
    find: (input, read) => spread(test, input, read),
  });

function spread(
  { test, name, variant, letter, compares, normal = false, ranked = false, r, python }: Test,
  input: SeveralGroups,
  read: ReadGroups,
): Finding {
  const { samples, groups, common, snippet } = groupsOf(input, read, { ranks: ranked });
  const { perUnit } = read.scale;
  const whole = ranked && inLastDigits(read.scale);
  const found = test(samples);
  if (found === null)
    throw unfit(
      'Every value lies as far from the middle of its group: there is no spread to compare.',
      'value',
      'Choose another column.',
    );
  const [most, least] = spreadEnds(groups);
  const what = compares(input.value);
  return {
    ...common,
    name,
    variant,
    statistic: { name: letter, value: found.statistic },
    df: found.df,
    assumptions: normal ? [roughlyNormal(read.names, samples)] : [],
    recommendation:
      normal && isDoubtful([roughlyNormal(read.names, samples)], 'roughly')
        ? { method: 'brown_forsythe', said: 'The Brown–Forsythe test needs no normal groups.' }
        : null,
    ...verdict({
      p: found.p,
      level: input.confidence_level,
      hypotheses: amongGroups(what, input.group),
      seen: `standard deviations from ${short(least?.sd ?? NaN)} (${least?.name ?? ''}) to ${short(most?.sd ?? NaN)} (${most?.name ?? ''})`,
    }),
    code: snippet(
      whole ? `value <- round(value * ${perUnit})\n${r}` : r,
      whole ? `groups = [np.round(one * ${perUnit}) for one in groups]\n${python}` : python,
    ),
  };
}

const spreadEnds = (groups: readonly Group[]): [Group | undefined, Group | undefined] => {
  const sorted = groups.toSorted((a, b) => (b.sd ?? 0) - (a.sd ?? 0));
  return [sorted[0], sorted.at(-1)];
};
