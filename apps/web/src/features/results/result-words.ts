import {
  forSpreadsheetFile,
  pastedCell,
  pInTable,
  type AssumptionVerdict,
  type TestResult,
} from '@columnist/contract';
import {
  alignedFormat,
  formatCount,
  formatFigure,
  formatFixed,
  formatInterval,
  plural,
} from '../../lib/formats.ts';
import { visibleEnds } from '../../lib/visible-ends.ts';
import { digitsAdded } from '../../lib/number-style.ts';

type Measured = TestResult['effects'][number];
export const sayValue = (value: number | null): string =>
  value === null ? '∞' : formatFigure(value, 4);

/** A statistic: what counts or sums ranks is whole or a half, and is written in full. */
export const sayStatistic = (value: number | null): string =>
  value !== null && Number.isSafeInteger(2 * value) ? formatCount(value) : sayValue(value);

export function sayEnds(ci: Measured['ci']): string {
  if (ci === null) return '–';
  if (ci.low !== null && ci.high !== null) return formatInterval(ci.low, ci.high);
  return `${ci.low === null ? '−∞' : formatFigure(ci.low, 4)} to ${ci.high === null ? '∞' : formatFigure(ci.high, 4)}`;
}

/** Statistics and coefficients without a unit: of the same size in every table. */
const hasThreeDecimals: ReadonlySet<string> = new Set(['t', 'z', 'F', 'standardized']);

const sayCell = (cell: string | number | null, write: (value: number) => string): string =>
  cell === null ? '–' : typeof cell === 'string' ? visibleEnds(cell) : write(cell);

/** A cell of a table of figures: counts whole, p-values as such. */
export function cellWriter(
  column: string,
  cells: readonly (string | number | null | undefined)[],
): (cell: string | number | null) => string {
  const write = alignedFormat(
    cells.flatMap((cell) => (typeof cell === 'number' ? [cell] : [])),
    5,
  );
  const isP = /(^| )p$/.test(column);
  if (hasThreeDecimals.has(column))
    return (cell) =>
      typeof cell === 'number' && Math.abs(cell) < 1e6
        ? formatFixed(cell, 3 + digitsAdded)
        : sayCell(cell, write);
  return (cell) => sayCell(cell, isP ? pInTable : write);
}

/** Columns whose figures are compared across, which have the same decimals within a table. */
const alike = [/^(?:mean|median|sd|SD)$/, /^(?:component|factor) \d+$/];

/** The cells of each column of a table; in a list of figures of several kinds each by itself. */
export const cellWriters = ({
  columns,
  rows,
}: TestResult['tables'][number]): ((cell: string | number | null) => string)[] =>
  columns.map((name, i) => {
    if (columns[0] === 'figure') return (cell) => cellWriter(name, [cell])(cell);
    const kind = alike.find((one) => one.test(name));
    return cellWriter(
      name,
      rows.flatMap((row) => row.filter((_, j) => j === i || kind?.test(columns[j] ?? '') === true)),
    );
  });

/** What a picture of groups leaves out, which a table has; null where it leaves nothing out. */
export const saidBesidePicture = ({ picture, groups }: TestResult): string | null =>
  picture?.kind === 'groups' && picture.groups.length < groups.length
    ? `${formatCount(picture.groups.length)} of ${formatCount(groups.length)} groups are drawn: those of the most rows. All ${formatCount(groups.length)} are in the table.`
    : null;

/** A table as text for a spreadsheet, figures in full. */
export const tableAsTsv = ({ columns, rows }: TestResult['tables'][number]): string =>
  [columns, ...rows]
    .map((row) =>
      row
        .map((cell) => (typeof cell === 'string' ? pastedCell(cell) : String(cell ?? '')))
        .join('\t'),
    )
    .join('\n');

type Cells = readonly (string | number | null)[];

/** The numbers behind a picture; null where the tables of the result have them. */
export function tableOfPicture(
  picture: NonNullable<TestResult['picture']>,
): { readonly columns: readonly string[]; readonly rows: readonly Cells[] } | null {
  switch (picture.kind) {
    case 'points': {
      const marked = new Set(picture.marked);
      return {
        columns: [picture.x_name, picture.y_name, ...(marked.size > 0 ? ['outlier'] : [])],
        rows: picture.x.map((x, i) => [
          x,
          picture.y[i] ?? null,
          ...(marked.size > 0 ? [marked.has(i) ? 'yes' : ''] : []),
        ]),
      };
    }
    case 'quantiles':
      return {
        columns: ['normal quantile', picture.column],
        rows: picture.theoretical.map((x, i) => [x, picture.observed[i] ?? null]),
      };
    case 'intervals':
      return {
        columns: ['', picture.x_name, 'low', 'high', 'expected'],
        rows: picture.items.map(({ name, value, low, high, expected }) => [
          name,
          value,
          low,
          high,
          expected,
        ]),
      };
    case 'fit':
      return {
        columns: [picture.x_name, 'fitted', 'low', 'high'],
        rows: picture.line.x.map((x, i) => [
          x,
          picture.line.y[i] ?? null,
          picture.line.low[i] ?? null,
          picture.line.high[i] ?? null,
        ]),
      };
    case 'curve':
      return {
        columns: [picture.x_name, picture.y_name],
        rows: picture.x.map((x, i) => [x, picture.y[i] ?? null]),
      };
    case 'groups': {
      const rows = picture.groups.flatMap(({ name, density }) =>
        (density?.x ?? []).map((x, i): Cells => [name, x, density?.y[i] ?? null]),
      );
      return rows.length === 0 ? null : { columns: ['group', picture.x_name, 'density'], rows };
    }
    case 'series':
      return {
        columns: [
          picture.x_name,
          ...picture.lines.map(({ name }) => name),
          ...(picture.band === null ? [] : ['low', 'high']),
        ],
        rows: picture.x.map((x, i) => [
          x,
          ...picture.lines.map(({ y }) => y[i] ?? null),
          ...(picture.band === null
            ? []
            : [picture.band.low[i] ?? null, picture.band.high[i] ?? null]),
        ]),
      };
    case 'map':
      return {
        columns: [picture.x_name, picture.y_name, ...(picture.groups.length > 0 ? ['group'] : [])],
        rows: picture.x.map((x, i) => [
          x,
          picture.y[i] ?? null,
          ...(picture.groups.length > 0 ? [picture.groups[i] ?? ''] : []),
        ]),
      };
    case 'bars':
      return {
        columns: [picture.x_name, picture.y_name],
        rows: picture.x.map((x, i) => [x, picture.values[i] ?? null]),
      };
    case 'means':
      return {
        columns: [
          ...(picture.lines.length > 1 ? ['group'] : []),
          picture.x_name,
          'mean',
          'low',
          'high',
        ],
        rows: picture.lines.flatMap(({ name, y, low, high }) =>
          picture.x.map((x, i) => [
            ...(picture.lines.length > 1 ? [name] : []),
            x,
            y[i] ?? null,
            low[i] ?? null,
            high[i] ?? null,
          ]),
        ),
      };
    case 'counts':
      return null;
  }
}

const csvCell = (cell: string | number | null): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return `"${forSpreadsheetFile(cell).replaceAll('"', '""')}"`;
};
const csvOf = (rows: readonly Cells[]): string =>
  rows.map((row) => row.map(csvCell).join(',')).join('\n');

/** Every figure of a result in full, one part below the other. */
export function resultAsCsv({
  sentence,
  procedure,
  statistic,
  df,
  p_value,
  estimate,
  effects,
  groups,
  tables,
}: TestResult): string {
  const figures: Cells[] = [
    ['figure', 'value', 'low', 'high'],
    ...(statistic === null ? [] : [[statistic.name, statistic.value ?? 'Infinity', null, null]]),
    ...df.map((one): Cells => ['df', one, null, null]),
    ...(p_value === null ? [] : [['p', p_value, null, null]]),
    ...[...(estimate === null ? [] : [estimate]), ...effects].map(({ name, value, ci }): Cells => [
      name,
      value ?? 'Infinity',
      ci === null ? null : (ci.low ?? '-Infinity'),
      ci === null ? null : (ci.high ?? 'Infinity'),
    ]),
  ];
  const parts: readonly Cells[][] = [
    [
      ['finding', sentence],
      ['procedure', procedure.name],
      ['variant', procedure.variant],
    ],
    figures,
    ...(groups.length === 0
      ? []
      : [
          [
            ['group', 'n', 'mean', 'sd', 'median'],
            ...groups.map(({ name, n, mean, sd, median }): Cells => [name, n, mean, sd, median]),
          ],
        ]),
    ...tables
      .filter(({ rows }) => rows.length > 0)
      .map((table): Cells[] => [[table.title], table.columns, ...table.rows]),
  ];
  return `${parts.map(csvOf).join('\n\n')}\n`;
}

/** What was seen of an assumption: a check that found nothing does not prove it. */
export const verdictText: Readonly<Record<AssumptionVerdict, string>> = {
  holds: 'Holds',
  nothing_against: 'Nothing against it',
  large_enough: 'Large enough',
  doubtful: 'Doubtful',
  unknown: 'Cannot be judged',
};

/** A test among those that were kept on its dataset, or what it would be there. */
export function sayPlace(
  { tests, holm, bh, not_entered: notEntered }: NonNullable<TestResult['multiplicity']>,
  kept: boolean | null,
): string {
  const adjusted = `p by Holm ${pInTable(holm)}, by Benjamini–Hochberg ${pInTable(bh)}`;
  if (notEntered !== undefined) return `${notEntered} With the tests in it: ${adjusted}.`;
  if (kept !== false)
    return tests === 1
      ? 'The first test on this dataset.'
      : `One of ${formatCount(tests)} tests on this dataset: ${adjusted}.`;
  return tests === 1
    ? 'Only looked at: it is not in the history until it is kept.'
    : `Only looked at; with the ${plural(tests - 1, 'test')} kept on this dataset: ${adjusted}.`;
}

/**
 * What is said of the history: of one test its place, of tests in each value of a column that they
 * are not in it, where it is full.
 */
export function sayEntry(
  { multiplicity, by }: { readonly [Name in 'multiplicity' | 'by']: TestResult[Name] | undefined },
  kept: boolean | null,
): string | null {
  return multiplicity === undefined ? (by?.not_entered ?? null) : sayPlace(multiplicity, kept);
}
