import { momentsOf, samplesOf, skewness, tabulate } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { isDoubtful, roughlyNormal } from '../describe-groups.ts';
import { unfit, type Assumption } from '../finding.ts';
import { twoPlaces } from '../words.ts';
import { differencesOf, readNumbers } from '../read-numbers.ts';
import type { Advised, RecommendInput } from './advised.ts';
import type { Column } from './column-facts.ts';
import { dependsOnRowsBefore } from './depends-on-rows-before.ts';

const pairedT = { method: 'paired_t', name: 'Paired t test' };
const wilcoxon = { method: 'wilcoxon_signed_rank', name: 'Wilcoxon signed rank test' };

/** Which test fits two measurements of the same rows. */
export async function pairs(
  connection: Connection,
  table: TableRef,
  { value, by, view }: RecommendInput,
  first: Column,
  second: Column,
): Promise<Advised> {
  const read = await readNumbers(connection, table, [value, by], view);
  const [x = new Float64Array(), y = new Float64Array()] = read.columns;
  const { values, scale } = differencesOf(x, y, read.scales);
  if (values.length < 2)
    throw unfit(
      `There ${values.length === 1 ? 'is one row' : 'are no rows'} with both values.`,
      'value',
      'Choose another column or another view.',
    );
  const { samples } = samplesOf([values], scale);
  const still = samples[0]?.m2 === 0;
  if (still && values[0] === -scale.origin * scale.perUnit)
    throw unfit('Every difference is 0.', 'value', 'Choose another column.');
  const check = roughlyNormal([`${value} − ${by}`], samples, 'differences');
  const unpaired = {
    method: 'welch_t',
    name: 'Welch two-sample t test',
    why: 'It takes both measurements for independent and loses what pairing gains.',
  };
  const steps = first.kind === 'few' && second.kind === 'few';
  const ranks = still || steps || check.verdict === 'doubtful';
  const [chosen, other] = ranks ? [wilcoxon, pairedT] : [pairedT, wilcoxon];
  return {
    read,
    advice: {
      operation: 'compare_groups',
      ...chosen,
      options: { method: chosen.method, value, other: by },
      why: `Both are measured in the same rows${still ? ', and all differences are equal: ranks need no spread' : steps ? ', and both have few values, such as grades: ranks do not take their steps for equal' : ranks ? ', and the differences are few and strongly skewed: ranks are not drawn by single values' : ': the differences are compared with 0'}.`,
      rejected: [
        {
          ...other,
          why: still
            ? 'It divides by the spread of the differences, and there is none.'
            : steps
              ? 'It takes the steps between few values for equal.'
              : ranks
                ? 'Its p leans on roughly normal differences when they are few.'
                : 'It asks of ranks, not of the mean difference, and nothing here makes that necessary.',
        },
        unpaired,
      ],
      checks: [check],
    },
  };
}

/** No correlation of fewer rows has a test. */
const leastRows = 3;

/** Refuses columns that no correlation can compare in the rows that have both. */
function requireVarying(names: readonly string[], columns: readonly Float64Array[]): void {
  const rows = columns[0]?.length ?? 0;
  if (rows < leastRows)
    throw unfit(
      `${rows === 0 ? 'No row has' : rows === 1 ? 'One row has' : `${rows} rows have`} both values; a correlation is tested from ${leastRows} rows on.`,
      'by',
      'Choose another column or another view.',
    );
  const still = columns.findIndex((values) => values.every((one) => one === values[0]));
  if (still >= 0)
    throw unfit(
      `All values of '${names[still] ?? ''}' are equal here.`,
      still === 0 ? 'value' : 'by',
      'Choose a column that varies.',
    );
}

const pearson = { method: 'pearson', name: 'Pearson correlation' };
const spearman = { method: 'spearman', name: 'Spearman rank correlation' };
const kendall = { method: 'kendall', name: 'Kendall’s rank correlation' };

/** Which correlation fits two numbers. */
export async function twoNumbers(
  connection: Connection,
  table: TableRef,
  { value, by, view }: RecommendInput,
  first: Column,
  second: Column,
): Promise<Advised> {
  const read = await readNumbers(connection, table, [value, by], view);
  const { columns } = read;
  requireVarying([value, by], columns);
  const tails: Assumption[] = columns.map((values, i) => {
    const name = [value, by][i] ?? '';
    const skew = skewness(momentsOf(tabulate(values)));
    const heavy = skew !== null && Math.abs(skew) > 1;
    return {
      name: `${name} without heavy tails`,
      verdict: heavy ? 'doubtful' : 'nothing_against',
      said:
        skew === null ? 'It does not vary, or has too few values.' : `Skewness ${twoPlaces(skew)}.`,
    };
  });
  const steps = first.kind === 'few' && second.kind === 'few';
  const stepped = first.kind === 'few' || second.kind === 'few';
  const ranks = stepped || isDoubtful(tails, '');
  // Where both depend on the row before, they go together without having to do with each other.
  const serial = columns.map((values, i) => dependsOnRowsBefore([value, by][i] ?? '', [values]));
  const isSeries = serial.every((checks) => isDoubtful(checks, ''));
  const chosen = steps ? kendall : ranks ? spearman : pearson;
  const options =
    chosen === kendall
      ? { method: chosen.method, x: value, y: by }
      : { method: chosen.method, columns: [value, by] };
  return {
    read,
    advice: {
      operation: 'analyze_association',
      ...chosen,
      options,
      why: steps
        ? 'Both are numbers of few whole values, such as grades: τ-b counts pairs that agree in order, with ties.'
        : stepped
          ? 'Both are numbers, and one has few whole values: ranks do not take its steps for equal.'
          : ranks
            ? 'Both are numbers, and at least one is strongly skewed: ranks are not drawn by its extreme values.'
            : 'Both are numbers without heavy tails: the correlation measures how closely they follow a line.',
      rejected: [
        ...(chosen === pearson
          ? []
          : [
              {
                ...pearson,
                why: stepped
                  ? 'It takes the steps between few values for equal distances.'
                  : 'Its estimate and p are drawn by the few extreme values.',
              },
            ]),
        ...(chosen === spearman
          ? []
          : [
              {
                ...spearman,
                why: steps
                  ? 'With so many ties its p is less exact than that of τ-b.'
                  : 'It gives up the distances between values, and nothing here makes that necessary.',
              },
            ]),
        ...(chosen === kendall
          ? []
          : [
              {
                ...kendall,
                why: 'It suits small samples with many ties; with more rows Spearman says the same more familiarly.',
              },
            ]),
        ...(first.countsLike && first.kind === 'few'
          ? [
              {
                method: 'poisson',
                name: 'Poisson regression',
                why: `If ${value} counts events, fit_regression explains how their rate changes with ${by}.`,
              },
            ]
          : []),
      ],
      checks: [
        ...tails,
        ...(isSeries
          ? serial.flat()
          : serial
              .flat()
              .filter((check) => check.verdict !== 'doubtful')
              .slice(0, 1)),
      ],
    },
  };
}
