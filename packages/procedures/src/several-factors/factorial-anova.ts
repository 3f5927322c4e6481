import { sayFormula, sayVariable, type Formula, type Variable } from '@columnist/contract';
import { factorialAnova as definition } from '@columnist/contract/methods/several-factors/factorial-anova';
import {
  explainedOf,
  fitsExactly,
  linearModel,
  typeThree,
  type AnovaLine,
} from '@columnist/statistics';
import type { z } from 'zod';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { viewColumns } from '@columnist/tables/views/view-columns';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne } from '../finding.ts';
import { linearCode } from '../models/linear-code.ts';
import { marginalMeansOf, marginalPicture, marginalTables } from '../models/marginal-means.ts';
import { baseOf } from '../models/model-column.ts';
import { modelDesign } from '../models/model-design.ts';
import { readModel } from '../models/read-model.ts';
import { quantilesOf } from '../pictures.ts';
import { sayP, verdict, type Hypotheses } from '../verdict.ts';
import { alphaOf, ofUnit } from '../words.ts';
import { assumptionsOf, cellsOf } from './factorial-assumptions.ts';
import { withTerms } from './factorial-code.ts';

type Input = z.output<typeof definition.options>;
const sample = { value: 'y', factors: ['g', 'h'], covariates: ['z'] };

/** Several groups at once, with their interactions and what is held constant. */
export const factorialAnova = defineProcedure(definition, {
  read: async (connection, table, input) => {
    const names = [input.value, ...input.factors, ...input.covariates];
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined)
      throw unfit(`'${twice.slice(0, 100)}' is named twice.`, 'factors', 'Name each column once.');
    if (input.factors.length === 1 && input.covariates.length === 0)
      throw unfit(
        'One factor without covariates is a one-way analysis of variance.',
        'factors',
        "Name a second factor or a number in 'covariates', or use method 'anova' or 'welch_anova' with it as 'group'.",
      );
    const formula = formulaOf(input, table);
    const model = await readModel(connection, table, {
      formula: sayFormula(formula),
      view: input.view,
    });
    return { ...model, asked: formula };
  },
  find: (input, model) => {
    const formula = model.asked;
    const { response, used } = model;
    const { confidence_level: level, covariates, factors } = input;
    if (response.kind !== 'number')
      throw unfit(
        `'${input.value}' holds groups; an analysis of variance compares numbers.`,
        'value',
        'Name a number column.',
      );
    const text = covariates.find(
      (name) => model.columns.get(baseOf(plain(name)))?.kind !== 'number',
    );
    if (text !== undefined)
      throw unfit(
        `'${text.slice(0, 100)}' holds groups; a covariate is a number.`,
        'covariates',
        "Name it in 'factors'.",
      );
    const design = modelDesign(model, 'treatment');
    if (used <= design.columns.length)
      throw unfit(
        `${used} rows have every value; ${design.columns.length} means need more.`,
        'factors',
        'Name fewer factors, join rare groups, or choose another view.',
      );
    const explained = explainedOf(response.values, response.rest, design);
    const fit = linearModel(design, explained, {
      weights: null,
      level,
      covariance: 'classical',
    });
    if (
      fitsExactly(fit, explained, null, response.unit) ||
      !(fit.rss > 0) ||
      !Number.isFinite(fit.sigma)
    )
      throw unfit(
        'Within the groups all values are equal: there is no spread to compare with.',
        'value',
        'Choose another column.',
      );
    const lines =
      input.sums_of_squares === 3
        ? typeThree(modelDesign(model, 'sum'), explained, null, fit)
        : fit.anova(input.sums_of_squares);
    const whole = lines.at(-1);
    if (whole === undefined) throw new Error('There are terms.');
    const groups = formula.terms
      .slice(covariates.length, covariates.length + factors.length)
      .flat();
    const keys = groups.map(baseOf);
    const names = groups.map(sayGroup);
    const means = [
      ...keys.map((key) => [key]),
      ...(keys.length === 1 ? [] : keys.length <= 3 ? [keys] : [keys.slice(0, 2)]),
    ].map((parts) => marginalMeansOf(model, fit, parts, level));
    const [crossed] = means.slice(-1);
    const cells = cellsOf(model, keys, fit.residuals);
    const mse = fit.rss / fit.df;
    // Of what is unknown nothing is a share; a term without degrees of freedom takes nothing.
    const isWhole = input.sums_of_squares < 3 || lines.every(({ ss }) => ss !== null);
    const total = isWhole ? fit.rss + lines.reduce((sum, { ss }) => sum + (ss ?? 0), 0) : null;
    const figuresOf = ({ ss, df, f, p, partial_eta_squared: share }: AnovaLine) =>
      ss === null
        ? [null, null, null, null, null, null, null, null]
        : [
            ss,
            df,
            ss / df,
            f,
            p,
            share,
            Math.max(0, (ss - df * mse) / (ss + (used - df) * mse)),
            total === null ? null : ss / total,
          ];
    const code = linearCode(model, {
      errors: 'classical',
      level,
      means,
      isBlind: false,
      isTested: true,
    });
    // A formula quotes names with spaces; a sentence does not.
    const spoken = new Map(
      formula.terms.map((term) => [term.map(sayVariable).join(':'), term.map(sayGroup).join(':')]),
    );
    const sayTerm = ({ term }: AnovaLine): string => spoken.get(term) ?? term;
    const factorsOf = (i: number): string[] => formula.terms[i]?.map(sayVariable) ?? [];
    const interaction = sayTerm(whole);
    const evidence = ({ p, partial_eta_squared: share }: AnovaLine): string =>
      `${sayP(p ?? 1, level)}, partial η² = ${ofUnit(share ?? NaN)}`;
    /** Beside an interaction a factor has a main effect, over all values of the others. */
    const kindOf = (i: number): string => {
      const [only, ...rest] = formula.terms[i] ?? [];
      const isFactor = only !== undefined && keys.includes(baseOf(only));
      return keys.length > 1 && rest.length === 0 && isFactor ? 'main effect' : 'effect';
    };
    const further = lines
      .slice(0, -1)
      .map((line, i) =>
        line.p === null
          ? ` Whether ${sayTerm(line)} has an effect on ${input.value} does not follow from these rows.`
          : line.p < alphaOf(level)
            ? ` There is ${kindOf(i) === 'effect' ? 'an' : 'a'} ${kindOf(i)} of ${sayTerm(line)} on ${input.value} (${evidence(line)}).`
            : ` No ${kindOf(i)} of ${sayTerm(line)} on ${input.value} was found (${evidence(line)}).`,
      )
      .join('');
    const [firstName = ''] = names;
    const others = names.slice(1).join(' and ');
    const hypotheses: Hypotheses =
      keys.length === 1
        ? {
            null: `The mean of ${input.value}, with ${covariates.join(', ')} held constant, is the same in all groups of ${firstName}.`,
            alternative: `The mean of ${input.value}, with ${covariates.join(', ')} held constant, differs between groups of ${firstName}.`,
          }
        : {
            null: `The effect of ${firstName} on the mean of ${input.value} is the same whatever ${others}.`,
            alternative: `The effect of ${firstName} on the mean of ${input.value} depends on ${others}.`,
          };
    const shown = withinOne(`partial η² of ${interaction}`, whole.partial_eta_squared ?? NaN);
    return {
      name:
        covariates.length > 0
          ? `${keys.length === 1 ? 'One-way' : 'Factorial'} analysis of covariance`
          : 'Factorial analysis of variance',
      variant: `sums of squares of type ${'I'.repeat(input.sums_of_squares)}; the test shown is of ${interaction}`,
      statistic: whole.f === null ? null : { name: 'F', value: whole.f },
      df: whole.f === null ? [] : [whole.df, fit.df],
      effects: lines
        .toReversed()
        .flatMap((line) =>
          line.p === null
            ? []
            : [withinOne(`partial η² of ${sayTerm(line)}`, line.partial_eta_squared ?? NaN)],
        ),
      tables: [
        {
          title: 'Terms',
          columns: [
            'term',
            'sum of squares',
            'df',
            'mean square',
            'F',
            'p',
            'partial η²',
            'partial ω²',
            'η²',
          ],
          rows: [
            ...lines.map((line) => [line.term, ...figuresOf(line)]),
            ['residuals', fit.rss, fit.df, mse, null, null, null, null, null],
          ],
        },
        ...means.toReversed().flatMap((one) => marginalTables(one, fit, level, response)),
      ],
      picture: crossed === undefined ? null : marginalPicture(crossed, input.value),
      pictures: [
        // Where no mean follows from the rows there is nothing to draw.
        ...means.slice(0, -1).flatMap((one, i) =>
          one.cells.every(({ mean }) => mean === null)
            ? []
            : [
                {
                  title: `Estimated marginal means of ${names[i] ?? ''}`,
                  picture: marginalPicture(one, input.value),
                },
              ],
        ),
        {
          title: 'Normal Q–Q of the residuals',
          picture: quantilesOf('residual', fit.residuals),
          checks: 'normal residuals',
        },
      ],
      assumptions: assumptionsOf(cells, fit.residuals),
      ...(whole.p === null
        ? {
            p: null,
            hypotheses,
            sentence: `The interaction ${interaction} cannot be tested in these rows.${further}`,
          }
        : verdict({
            p: whole.p,
            level,
            hypotheses,
            by: [{ ...shown, name: 'partial η²' }],
            after: () => further,
          })),
      code: withTerms(code, {
        type: input.sums_of_squares,
        terms: lines.map(({ p }, i) => ({ factors: factorsOf(i), isTested: p !== null })),
        isWhole: cells.empty === 0,
        rss: fit.rss,
      }),
    };
  },
  samples: {
    'type 1': { ...sample, sums_of_squares: 1 },
    'type 2': { ...sample, sums_of_squares: 2 },
    'type 3': { ...sample, sums_of_squares: 3 },
    'one factor': { ...sample, factors: ['g'], sums_of_squares: 3 },
    'one factor, type 2': { ...sample, factors: ['g'], sums_of_squares: 2 },
  },
});

/** The covariates, the factors and every interaction of these. */
function formulaOf({ value, factors, covariates, view }: Input, table: TableRef): Formula {
  const columns = viewColumns(table.columns, view);
  const groups = factors.map((column): Variable => ({
    column,
    transform: columns.find(({ name }) => name === column)?.type === 'number' ? 'factor' : null,
    power: 1,
  }));
  const interactions = Array.from({ length: 2 ** groups.length - 1 }, (_, i) =>
    groups.filter((__, bit) => ((i + 1) >> bit) % 2 === 1),
  ).toSorted((a, b) => a.length - b.length);
  return {
    response: plain(value),
    intercept: true,
    terms: [...covariates.map((name) => [plain(name)]), ...interactions],
  };
}

const plain = (column: string): Variable => ({ column, transform: null, power: 1 });

const sayGroup = ({ column, transform }: Variable): string =>
  transform === 'factor' ? `factor(${column})` : column;
