import { pText } from '@columnist/contract';
import { repeatedMeasuresAnova as definition } from '@columnist/contract/methods/measurements/repeated-measures-anova';
import { repeatedMeasures, squareOf, type EffectTest } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne, type Assumption } from '../finding.ts';
import { nearOf } from '../near-values.ts';
import { sayP, verdict } from '../verdict.ts';
import { alphaOf, doubtBelow, levelText, ofUnit, twoPlaces, withError } from '../words.ts';
import { describeMeasurements, meansPicture, pairTests } from './pairs-of-measurements.ts';
import { codeOf } from './repeated-code.ts';
import { readRepeated } from './repeated-measurements.ts';

/** Measurements of the same rows, which may belong to groups. */
export const repeatedMeasuresAnova = defineProcedure(definition, {
  read: readRepeated,
  find: (input, { measurements, group }) => {
    const { samples, scale } = measurements;
    const columns = samples.map(({ values }) => values);
    const { columns: names, confidence_level: level } = input;
    const n = columns[0]?.length ?? 0;
    const g = group?.levels.length ?? 1;
    if (group !== null && g < 2)
      throw unfit(
        `'${input.group ?? ''}' has one value in these rows.`,
        'group',
        'Leave it out, or choose another view.',
      );
    if (n < g + 1 || n - g < 1)
      throw unfit(
        `${n} rows have every measurement; this needs more.`,
        'columns',
        'Choose other columns, or another view.',
      );
    const found = repeatedMeasures(columns, group?.codes ?? null);
    const within = found.effects.find(({ effect }) => effect === 'within');
    if (within === undefined || !(within.errorSs > 0))
      throw unfit(
        'All rows change alike from measurement to measurement: there is no spread to compare with.',
        'columns',
        'Choose other columns.',
      );
    const corrected = names.length > 2;
    const title: Readonly<Record<EffectTest['effect'], string>> = {
      between: input.group ?? '',
      within: 'measurement',
      interaction: `measurement × ${input.group ?? ''}`,
    };
    const pOf = (one: EffectTest): number =>
      one.effect === 'between' ? one.p : one.greenhouseGeisser;
    const shown = found.effects.find(({ effect }) => effect === 'interaction') ?? within;
    const pairs = pairTests(names, measurements, level);
    const further = found.effects.filter((one) => one !== shown);
    const list = names.join(', ');
    const groups = describeMeasurements(names, measurements, level);
    const sorted = groups.toSorted((a, b) => b.mean - a.mean);
    const [most, least] = [sorted[0], sorted.at(-1)];
    const write = withError((most?.sd ?? 0) / Math.sqrt(n));
    const effects = found.effects
      .toReversed()
      .flatMap((one) => [
        withinOne(`partial η² of ${title[one.effect]}`, one.partial_eta_squared),
        withinOne(`generalized η² of ${title[one.effect]}`, one.generalized_eta_squared),
      ]);
    const ofShown = withinOne('partial η²', shown.partial_eta_squared);
    const evidence = (one: EffectTest): string =>
      `${sayP(pOf(one), level)}, partial η² = ${ofUnit(one.partial_eta_squared)}`;
    const saidFurther = further
      .map((one) =>
        pOf(one) < alphaOf(level)
          ? ` There is a main effect of ${title[one.effect]} (${evidence(one)}).`
          : ` No main effect of ${title[one.effect]} was found (${evidence(one)}).`,
      )
      .join('');
    const epsilon = corrected ? found.greenhouseGeisser : 1;
    return {
      name:
        group === null ? 'Repeated measures analysis of variance' : 'Mixed analysis of variance',
      variant: `${corrected ? `degrees of freedom by Greenhouse and Geisser, ε = ${twoPlaces(found.greenhouseGeisser)}` : 'two measurements'}; the test shown is of ${title[shown.effect]}`,
      statistic: { name: 'F', value: shown.f },
      df: shown.df.map((df) => df * epsilon),
      effects,
      reported: [ofShown],
      groups,
      tables: [
        {
          title: 'Effects',
          columns: [
            'effect',
            'sum of squares',
            'df',
            'error df',
            'F',
            'p',
            'Greenhouse–Geisser p',
            'Huynh–Feldt p',
            'partial η²',
            'generalized η²',
          ],
          rows: found.effects.map((one) => [
            title[one.effect],
            squareOf(scale, one.ss),
            one.df[0],
            one.df[1],
            one.f,
            one.p,
            one.effect === 'between' ? null : one.greenhouseGeisser,
            one.effect === 'between' ? null : one.huynhFeldt,
            one.partial_eta_squared,
            one.generalized_eta_squared,
          ]),
        },
        ...(corrected
          ? [
              {
                title: 'Sphericity',
                columns: ['figure', 'value'],
                rows: [
                  ...(found.sphericity === null
                    ? []
                    : ([
                        ['Mauchly’s W', found.sphericity.w],
                        ['Mauchly’s p', found.sphericity.p],
                      ] satisfies [string, number][])),
                  ['Greenhouse–Geisser ε', found.greenhouseGeisser],
                  ['Huynh–Feldt ε', found.huynhFeldt],
                ],
              },
            ]
          : []),
        {
          title: 'Pairs of measurements',
          columns: [
            'first',
            'second',
            'difference',
            `${levelText(level)} CI low`,
            `${levelText(level)} CI high`,
            't',
            'df',
            'p',
            'adjusted p',
            'Cohen’s d',
          ],
          rows: pairs,
        },
      ],
      picture: meansPicture(names, measurements, group, level),
      assumptions: found.sphericity === null ? [] : [sphericity(found.sphericity)],
      ...verdict({
        p: pOf(shown),
        level,
        hypotheses:
          group === null
            ? {
                null: `The means of ${list} are the same.`,
                alternative: `The means of ${list} differ.`,
              }
            : {
                null: `The means of ${list} change alike in all groups of ${input.group ?? ''}.`,
                alternative: `The means of ${list} change differently in the groups of ${input.group ?? ''}.`,
              },
        seen:
          group === null
            ? `from ${write(least?.mean ?? NaN)} (${least?.name ?? ''}) to ${write(most?.mean ?? NaN)} (${most?.name ?? ''})`
            : '',
        by: [ofShown],
        after: () => saidFurther,
      }),
      code: codeOf(
        input,
        group,
        nearOf(
          measurements.scale,
          measurements.samples.map(({ values }) => values),
        ),
      ),
    };
  },
  samples: {
    usual: { columns: ['i1', 'i2', 'i3', 'z'] },
    'of groups': { columns: ['i1', 'i2', 'z'], group: 'g' },
    'of two': { columns: ['i1', 'z'] },
  },
});

const sphericity = ({ w, p }: { readonly w: number; readonly p: number }): Assumption => ({
  name: 'sphericity',
  verdict: p < doubtBelow ? 'doubtful' : 'nothing_against',
  said: `${p < doubtBelow ? 'Differences of measurements do not vary alike' : 'Differences of measurements were not found to vary unequally'}: Mauchly’s W = ${ofUnit(w)}, p ${pText(p)}.${p < doubtBelow ? ' The p shown is corrected for it.' : ''}`,
});
