import { pText } from '@columnist/contract';
import { repeatedMeasuresAnova as definition } from '@columnist/contract/methods/measurements/repeated-measures-anova';
import { repeatedMeasures, spanOf, type EffectTest } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit, type Assumption } from '../finding.ts';
import { levelText, significant, twoPlaces } from '../words.ts';
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
    const clear = found.effects.filter((one) => pOf(one) < significant);
    const said = found.effects
      .map(
        (one) =>
          `${title[one.effect]} (p ${pText(pOf(one))}, partial η² ${twoPlaces(one.partial_eta_squared)})`,
      )
      .join('; ');
    const epsilon = corrected ? found.greenhouseGeisser : 1;
    return {
      name:
        group === null ? 'Repeated measures analysis of variance' : 'Mixed analysis of variance',
      variant: `${corrected ? `degrees of freedom by Greenhouse and Geisser, ε = ${twoPlaces(found.greenhouseGeisser)}` : 'two measurements'}; the test shown is of ${title[shown.effect]}`,
      hypotheses:
        group === null
          ? { null: 'All measurements have the same mean.', alternative: 'At least one differs.' }
          : {
              null: `The measurements change alike in all groups of ${input.group ?? ''}.`,
              alternative: 'They do not.',
            },
      statistic: { name: 'F', value: shown.f },
      df: shown.df.map((df) => df * epsilon),
      p: pOf(shown),
      effects: found.effects
        .toReversed()
        .flatMap((one) => [
          measured(`partial η² of ${title[one.effect]}`, one.partial_eta_squared),
          measured(`generalized η² of ${title[one.effect]}`, one.generalized_eta_squared),
        ]),
      groups: describeMeasurements(names, measurements, level),
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
            spanOf(scale, spanOf(scale, one.ss)),
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
      sentence:
        clear.length === 0
          ? `These data show no clear difference: ${said}.`
          : `There is a clear effect of ${clear.map(({ effect }) => title[effect]).join(' and ')}: ${said}.`,
      code: codeOf(input, group),
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
  verdict: p < significant ? 'doubtful' : 'holds',
  said: `All differences of measurements vary alike: Mauchly’s W = ${twoPlaces(w)}, p ${pText(p)}.${p < significant ? ' The p shown is corrected for it.' : ''}`,
});
