import { AppError, pText, type StructureOptions, type TestResult } from '@columnist/contract';
import { principalComponents, scoreOf, sharedVariance, spreadOf } from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import { cellExpression, cellOf } from '../columns/cells.ts';
import type { TableRef } from '../engine.ts';
import { measured, unfit, type Finding } from '../procedures/finding.ts';
import {
  numbersCode,
  placed,
  readNumbers,
  type NumberColumns,
} from '../procedures/read-numbers.ts';
import { percent, significant, twoPlaces } from '../procedures/words.ts';
import { rowNumber } from '../query/parquet-file.ts';
import { TableReader } from '../query/table-reader.ts';

type Options = Extract<StructureOptions, { method: 'principal_components' }>;

const pointsDrawn = 800;
const groupsDrawn = 8;
const enough = 0.6;

/** Columns that vary, over the rows where all are present. */
export function requireSpread(
  names: readonly string[],
  read: NumberColumns,
  least: number,
): Float64Array[] {
  if (read.used < least)
    throw unfit(
      `${read.used} rows have every value; this needs ${least}.`,
      'columns',
      'Name fewer columns, fill missing values with a view, or choose another view.',
    );
  const columns = placed(read);
  const flat = names.find((_, i) => columns[i]?.every((value) => value === columns[i]?.[0]));
  if (flat !== undefined)
    throw unfit(
      `All values of '${flat.slice(0, 100)}' are equal in these rows.`,
      'columns',
      'Leave the column out.',
    );
  return columns;
}

/** Principal components: how few directions hold most of the variance. */
export async function componentsOf(
  connection: DuckDBConnection,
  table: TableRef,
  input: Options,
): Promise<{ rows: NumberColumns; finding: Finding }> {
  const { columns: names } = input;
  const rows = await readNumbers(connection, table, names, input.view);
  const columns = requireSpread(names, rows, 3);
  const n = rows.used;
  const found = principalComponents(columns, input.scale);
  const total = found.variances.reduce((sum, value) => sum + value, 0);
  const shares = found.variances.map((value) => value / total);
  const summed = shares.map((_, i) =>
    shares.slice(0, i + 1).reduce((sum, value) => sum + value, 0),
  );
  const kept = input.scale
    ? Math.max(1, found.variances.filter((value) => value > 1).length)
    : summed.findIndex((value) => value >= 0.8) + 1;
  const shared = sharedVariance(found.correlations, n);
  const title = (i: number): string => `component ${i + 1} (${percent(shares[i] ?? NaN)})`;
  const step = Math.max(1, Math.ceil(n / pointsDrawn));
  const places = Array.from({ length: Math.ceil(n / step) }, (_, i) => i * step);
  const score = (row: number, component: number): number =>
    scoreOf(
      found,
      columns.map((values) => values[row] ?? NaN),
      component,
    );
  const groups =
    input.color_by === undefined
      ? []
      : await groupsAt(
          connection,
          table,
          input,
          places.map((place) => rows.rows[place] ?? 0),
        );
  const shown = Math.min(names.length, Math.max(kept, 2), 6);
  const code = numbersCode(names);
  const scale = input.scale ? 'TRUE' : 'FALSE';
  const [lead = ''] = names.toSorted(
    (a, b) =>
      Math.abs(found.loadings[0]?.[names.indexOf(b)] ?? 0) -
      Math.abs(found.loadings[0]?.[names.indexOf(a)] ?? 0),
  );
  return {
    rows,
    finding: {
      name: 'Principal components',
      variant: input.scale ? 'of correlations' : 'of covariances',
      hypotheses: null,
      statistic: null,
      p: null,
      effects: [
        measured('variance of the first component', shares[0] ?? NaN),
        measured('variance of the first two', summed[1] ?? NaN),
        ...(shared === null ? [] : [measured('Kaiser–Meyer–Olkin measure', shared.kmo)]),
      ],
      tables: [
        {
          title: 'Components',
          columns: ['component', 'standard deviation', 'variance', 'share', 'share up to here'],
          rows: found.variances.map((value, i) => [
            i + 1,
            Math.sqrt(value),
            value,
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
                (input.scale ? 1 : spreadOf(columns[k] ?? new Float64Array())),
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
      pictures: [
        {
          title: 'Variance of each component',
          picture: {
            kind: 'bars',
            x_name: 'component',
            y_name: 'variance',
            x: found.variances.map((_, i) => i + 1),
            values: [...found.variances],
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
                verdict: shared.p < significant && shared.kmo >= enough ? 'holds' : 'doubtful',
                said: `Bartlett’s χ²(${shared.df}) = ${twoPlaces(shared.statistic)}, p ${pText(shared.p)}; Kaiser–Meyer–Olkin ${twoPlaces(shared.kmo)}${shared.kmo < enough ? ', below .60: components will hold little together' : ''}.`,
              },
            ],
      sentence: `${kept === 1 ? 'One component holds' : `${kept} components hold`} ${percent(summed[kept - 1] ?? NaN)} of the variance of ${names.length} columns; the first, ${percent(shares[0] ?? NaN)}, is mostly ${lead}.`,
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
    },
  };
}

/** The group of some rows; the rarest ones together. */
async function groupsAt(
  connection: DuckDBConnection,
  table: TableRef,
  input: Options,
  rows: readonly number[],
): Promise<Extract<TestResult['picture'], { kind: 'map' }>['groups']> {
  const name = input.color_by ?? '';
  const reader = await TableReader.open(connection, table.parquet, table.columns, input.view, [
    name,
  ]);
  const [column] = reader.columns;
  if (column === undefined) throw new AppError('unknown_column', `There is no column '${name}'.`);
  const values = new Map(
    (
      await reader.rows(
        `select ${rowNumber}::double, ${cellExpression(column)} from ${reader.source}`,
      )
    ).map(([row, value]) => [Number(row), cellOf(column, value ?? null)]),
  );
  const labels = rows.map((row) => String(values.get(row) ?? 'missing'));
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const kept = new Set(
    [...counts]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, groupsDrawn)
      .map(([label]) => label),
  );
  return labels.map((label) => (kept.has(label) ? label : 'others'));
}
