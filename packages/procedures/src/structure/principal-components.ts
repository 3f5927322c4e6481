import { pText } from '@columnist/contract';
import { principalComponents as definition } from '@columnist/contract/methods/structure/principal-components';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { withinOne } from '../finding.ts';
import { inOneUnit, numbersCode, readNumbers } from '../read-numbers.ts';
import { doubtBelow, ofUnitBeside, percent, twoPlaces } from '../words.ts';
import { groupsAt } from './groups-at.ts';
import { drawnPlaces, requireSpread } from './varying-columns.ts';

const enough = 0.6;

/** Principal components: how few directions hold most of the variance. */
export const principalComponents = defineProcedure(definition, {
  read: async (connection, table, { columns: names, color_by: by, scale: isScaled, view }) => {
    const rows = await readNumbers(connection, table, names, view);
    const own = requireSpread(names, rows, 3);
    const varying = isScaled ? own : inOneUnit(own);
    const places = drawnPlaces(rows.used);
    const groups =
      by === undefined
        ? []
        : await groupsAt(
            connection,
            table,
            { by, view },
            places.map((place) => rows.rows[place] ?? 0),
          );
    return { ...rows, varying, places, groups };
  },
  find: (input, { used: n, varying: { columns, scales }, places, groups }) => {
    const { columns: names } = input;
    const found = statistics.principalComponents(columns, input.scale);
    // Standard deviations have no unit.
    const perUnit = input.scale ? 1 : (scales[0]?.perUnit ?? 1);
    const variances = found.variances.map((value) => statistics.squareOf({ perUnit }, value));
    const held = variances.filter((value) => value !== null);
    const total = found.variances.reduce((sum, value) => sum + value, 0);
    const shares = found.variances.map((value) => value / total);
    const summed = shares.map((_, i) =>
      shares.slice(0, i + 1).reduce((sum, value) => sum + value, 0),
    );
    const kept = input.scale
      ? Math.max(1, found.variances.filter((value) => value > 1).length)
      : summed.findIndex((value) => value >= 0.8) + 1;
    const shared = statistics.sharedVariance(found.correlations, n);
    const title = (i: number): string => `component ${i + 1} (${percent(shares[i] ?? NaN)})`;
    const score = (row: number, component: number): number =>
      statistics.scoreOf(
        found,
        columns.map((values) => values[row] ?? NaN),
        component,
      ) / perUnit;
    const shown = Math.min(names.length, Math.max(kept, 2), 6);
    const code = numbersCode(names);
    const scale = input.scale ? 'TRUE' : 'FALSE';
    const leads = leadersOf(names, found.loadings[0] ?? []);
    return {
      name: 'Principal components',
      variant: input.scale ? 'of correlations' : 'of covariances',
      hypotheses: null,
      statistic: null,
      p: null,
      effects: [
        withinOne('share of variance, first component', shares[0] ?? NaN),
        withinOne('share of variance, first two', summed[1] ?? NaN),
        ...(shared === null ? [] : [withinOne('Kaiser–Meyer–Olkin measure', shared.kmo)]),
      ],
      tables: [
        {
          title: 'Components',
          columns: ['component', 'standard deviation', 'variance', 'share', 'share up to here'],
          rows: found.variances.map((value, i) => [
            i + 1,
            Math.sqrt(value) / perUnit,
            variances[i] ?? null,
            shares[i] ?? null,
            summed[i] ?? null,
          ]),
        },
        {
          title: 'Loadings',
          columns: ['column', ...Array.from({ length: shown }, (_, i) => `component ${i + 1}`)],
          rows: names.map((name, k) => [
            name,
            ...Array.from({ length: shown }, (_, i) => found.loadings[i]?.[k] ?? null),
          ]),
        },
        {
          title: 'Correlations with the components',
          columns: ['column', ...Array.from({ length: shown }, (_, i) => `component ${i + 1}`)],
          rows: names.map((name, k) => [
            name,
            ...Array.from(
              { length: shown },
              (_, i) =>
                ((found.loadings[i]?.[k] ?? NaN) * Math.sqrt(found.variances[i] ?? NaN)) /
                (input.scale ? 1 : statistics.spreadOf(columns[k] ?? new Float64Array())),
            ),
          ]),
        },
      ],
      picture: {
        kind: 'map',
        x_name: title(0),
        y_name: title(1),
        x: places.map((place) => score(place, 0)),
        y: places.map((place) => score(place, 1)),
        groups,
        arrows: names.map((name, k) => ({
          name,
          x: found.loadings[0]?.[k] ?? 0,
          y: found.loadings[1]?.[k] ?? 0,
        })),
      },
      pictures:
        held.length < variances.length
          ? []
          : [
              {
                title: 'Variance of each component',
                picture: {
                  kind: 'bars',
                  x_name: 'component',
                  y_name: 'variance',
                  x: held.map((_, i) => i + 1),
                  values: held,
                  limit: input.scale ? 1 : null,
                },
              },
            ],
      assumptions:
        shared === null
          ? [
              {
                name: 'columns share variance',
                verdict: 'doubtful',
                said: 'A column follows exactly from others; leave one of them out.',
              },
            ]
          : [
              {
                name: 'columns share variance',
                verdict: shared.p < doubtBelow && shared.kmo >= enough ? 'holds' : 'doubtful',
                said: `Bartlett’s χ²(${shared.df}, N = ${n}) = ${twoPlaces(shared.statistic)}, p ${pText(shared.p)}; Kaiser–Meyer–Olkin ${ofUnitBeside(shared.kmo, enough)}${shared.kmo < enough ? ', below .60: components will hold little together' : ''}.`,
              },
            ],
      sentence: `${kept === 1 ? 'One component holds' : `${kept} components hold`} ${percent(summed[kept - 1] ?? NaN)} of the variance of ${names.length} columns; ${kept === 1 ? 'it' : `the first, ${percent(shares[0] ?? NaN)},`} ${leads}.`,
      code: {
        r: [
          ...code.r,
          `fit <- prcomp(do.call(cbind, columns), scale. = ${scale})`,
          'print(summary(fit)); print(fit$rotation)',
          'result <- list(statistic = fit$sdev[1]^2 / sum(fit$sdev^2))',
          'print(result)',
        ],
        python: [
          ...code.python,
          'x = np.column_stack(columns)',
          `x = (x - x.mean(0))${input.scale ? ' / x.std(0, ddof=1)' : ''}`,
          'sizes, directions = np.linalg.svd(x, full_matrices=False)[1:]',
          'print(directions)',
          'result = sizes[0] ** 2 / (sizes ** 2).sum()',
          'print(result)',
        ],
      },
    };
  },
  samples: {
    usual: { columns: ['y', 'z', 'i1', 'i2'], scale: true },
    'own units': { columns: ['y', 'z', 'i1'], scale: false },
  },
});

/** Columns whose loadings are so near the greatest lead a component as it does. */
const near = 0.9;
const namedAtMost = 5;

/** Which columns a component is mostly made of; no one of those that weigh alike is singled out. */
function leadersOf(names: readonly string[], loadings: readonly number[]): string {
  const sizes = loadings.map(Math.abs);
  const leaders = names.filter((_, i) => (sizes[i] ?? 0) >= near * Math.max(...sizes));
  if (leaders.length === 1) return `is mostly ${leaders[0]}`;
  if (leaders.length === names.length)
    return `weighs ${names.length === 2 ? 'both columns' : `all ${names.length} columns nearly`} alike`;
  return leaders.length === 2
    ? `is mostly ${leaders.join(' and ')}`
    : `is led by ${leaders.length} of them: ${leaders.slice(0, namedAtMost).join(', ')}${leaders.length > namedAtMost ? ', …' : ''}`;
}
