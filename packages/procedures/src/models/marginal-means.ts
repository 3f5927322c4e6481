import {
  AppError,
  nearestNames,
  type ResultTable,
  type TestResult,
  type Transform,
} from '@columnist/contract';
import {
  marginalMean,
  marginalPairs,
  type LinearModel,
  type MarginalMean,
} from '@columnist/statistics';
import { unfit } from '../finding.ts';
import { levelText } from '../words.ts';
import { rowOf } from './model-tables.ts';
import { modelDesign } from './model-design.ts';
import type { ModelRows } from './read-model.ts';
import { responseName, transforms, type ModelColumn } from './model-column.ts';

type Levels = Extract<ModelColumn, { kind: 'levels' }>;

/**
 * Means that a model expects of each combination of some groups, over the others evenly and at the
 * means of the numbers.
 */
export interface MarginalMeans {
  readonly factors: readonly { readonly name: string; readonly levels: readonly string[] }[];
  readonly cells: readonly {
    readonly labels: readonly string[];
    readonly mean: MarginalMean | null;
  }[];
  readonly rows: readonly (readonly number[])[];
}

const cellsAtMost = 5000;
/** Pairs of more combinations are not compared. */
export const pairsAtMost = 12;

/** Numbers as they were before they entered the model; the mean is of these, as in emmeans. */
const inverse: Readonly<Record<Exclude<Transform, 'factor'>, (value: number) => number>> = {
  log: Math.exp,
  log2: (value) => 2 ** value,
  log10: (value) => 10 ** value,
  exp: Math.log,
  sqrt: (value) => value * value,
};

/** `wanted` are keys of groups, as `groupsIn` finds them. Throws too_complex. */
export function marginalMeansOf(
  model: ModelRows,
  fit: LinearModel,
  wanted: readonly string[],
  level: number,
): MarginalMeans {
  const all = groupsOf(model).map(([key, column]) => ({ key, levels: column.levels }));
  const count = all.reduce((product, { levels }) => product * levels.length, 1);
  if (count > cellsAtMost)
    throw new AppError('too_complex', `The groups of the formula make ${count} combinations.`, {
      fix: 'Leave out groups with many values, or join rare ones with a view.',
    });
  // Which level each group has in a combination: the first group changes slowest.
  const codesOf = (cell: number): ReadonlyMap<string, number> => {
    const codes = new Map<string, number>();
    let left = cell;
    for (const { key, levels } of all.toReversed()) {
      codes.set(key, left % levels.length);
      left = Math.floor(left / levels.length);
    }
    return codes;
  };
  const grid = Array.from({ length: count }, (_, cell) => codesOf(cell));
  const given = new Map(
    [...model.columns].map(([key, column]): [string, ModelColumn] => [
      key,
      column.kind === 'levels'
        ? { ...column, codes: Uint32Array.from(grid, (codes) => codes.get(key) ?? 0) }
        : { ...column, ...meanOf(column, count) },
    ]),
  );
  const design = modelDesign({ ...model, columns: given, used: count }, 'treatment');
  const factors = wanted
    .flatMap((key) => all.filter((one) => one.key === key))
    .map(({ key, levels }) => ({ name: key, levels }));
  const cells = new Map<string, { labels: string[]; rows: number[][] }>();
  grid.forEach((codes, i) => {
    const labels = factors.map(({ name, levels }) => levels[codes.get(name) ?? 0] ?? '');
    const id = factors.map(({ name }) => codes.get(name)).join(',');
    const cell = cells.get(id) ?? { labels, rows: [] };
    cell.rows.push(rowOf(design, i));
    cells.set(id, cell);
  });
  const rows = [...cells.values()].map((cell) =>
    (cell.rows[0] ?? []).map(
      (_, k) => cell.rows.reduce((sum, row) => sum + (row[k] ?? 0), 0) / cell.rows.length,
    ),
  );
  return {
    factors,
    cells: [...cells.values()].map(({ labels }, i) => ({
      labels,
      mean: marginalMean(fit, rows[i] ?? [], level),
    })),
    rows,
  };
}

/** The groups that explain, by their keys. */
function groupsOf(model: ModelRows): [string, Levels][] {
  const right = new Set(model.formula.terms.flat().map((variable) => variable.column));
  return [...model.columns].filter(
    (one): one is [string, Levels] =>
      one[1].kind === 'levels' && one[1] !== model.response && right.has(one[1].variable.column),
  );
}

/** A colon with as many backticks behind it as close; others belong to a name. */
const betweenGroups = /:(?=(?:[^`]*`[^`]*`)*[^`]*$)/;

/**
 * The keys of the groups that `term` names, such as 'g:h': as the formula writes them, or as their
 * columns are called. Throws invalid_input.
 */
export function groupsIn(model: ModelRows, term: string): string[] {
  const groups = groupsOf(model);
  const keys = groups.map(([key]) => key);
  const keyOf = (name: string): string =>
    keys.includes(name)
      ? name
      : (groups.find(([, { variable }]) => variable.column === name)?.[0] ?? name);
  const whole = keyOf(term);
  const parts = keys.includes(whole)
    ? [whole]
    : term.split(betweenGroups).map((part) => keyOf(part.trim()));
  const unknown = parts.find((part) => !keys.includes(part));
  if (unknown !== undefined)
    throw new AppError('invalid_input', `'${unknown.slice(0, 100)}' is no group of this formula.`, {
      errors: [{ field: 'means', message: "Name groups of the formula, such as 'g' or 'g:h'." }],
      suggestions: nearestNames(unknown, keys),
    });
  if (new Set(parts).size < parts.length || parts.length > 3)
    throw unfit(
      `'${term.slice(0, 100)}' names a group twice, or more than three.`,
      'means',
      'Name one, two or three groups, each once.',
    );
  return parts;
}

/** The mean of a number in so many rows, with what a double lacks of it. */
function meanOf(
  { values, rest, centre, variable: { transform } }: Extract<ModelColumn, { kind: 'number' }>,
  rows: number,
): { readonly values: Float64Array; readonly rest: Float64Array | null } {
  const all = (value: number): Float64Array => new Float64Array(rows).fill(value);
  const n = values.length;
  if (transform === null || transform === 'factor') {
    // From the middle of the range, so that a mean far from 0 keeps its digits.
    const from = values.reduce((sum, value, i) => sum + (value - centre + (rest?.[i] ?? 0)) / n, 0);
    const mean = centre + from;
    return { values: all(mean), rest: all(centre - mean + from) };
  }
  const mean = values.reduce((sum, value) => sum + inverse[transform](value) / n, 0);
  return { values: all(transforms[transform](mean)), rest: null };
}

const nameOf = ({ factors }: MarginalMeans): string => factors.map(({ name }) => name).join(' × ');

/** The means, and the differences of their pairs where these are not too many to read. */
export function marginalTables(
  found: MarginalMeans,
  fit: LinearModel,
  level: number,
  response: ModelColumn,
): ResultTable[] {
  const percent = levelText(level);
  // Of a transformed response the means are of what it was made into.
  const of =
    responseName(response) === response.variable.column ? '' : ` of ${responseName(response)}`;
  const label = (i: number): string => (found.cells[i]?.labels ?? []).join(', ');
  const pairs = found.rows.length > pairsAtMost ? [] : marginalPairs(fit, found.rows, level);
  return [
    {
      title: `Estimated marginal means of ${nameOf(found)}`,
      columns: [
        ...found.factors.map(({ name }) => name),
        `mean${of}`,
        'standard error',
        `${percent} CI low`,
        `${percent} CI high`,
      ],
      rows: found.cells.map(({ labels, mean }) => [
        ...labels,
        mean?.estimate ?? null,
        mean?.error ?? null,
        mean?.interval?.low ?? null,
        mean?.interval?.high ?? null,
      ]),
    },
    ...(pairs.length === 0
      ? []
      : [
          {
            title: `Differences of ${nameOf(found)}`,
            columns: [
              'first',
              'second',
              `difference${of}`,
              `${percent} CI low`,
              `${percent} CI high`,
              'adjusted p',
            ],
            rows: pairs.map(({ first, second, difference, interval, p }) => [
              label(first),
              label(second),
              difference,
              ...[interval.low, interval.high, p].map((figure) =>
                Number.isNaN(figure) ? null : figure,
              ),
            ]),
          },
        ]),
  ];
}

/**
 * The means with their intervals; of two groups the second as lines, of three the other two
 * together.
 */
export function marginalPicture(
  found: MarginalMeans,
  response: string,
): NonNullable<TestResult['picture']> {
  const [first, ...others] = found.factors;
  const labels = [...new Set(found.cells.map(({ labels: [, ...rest] }) => rest.join(', ')))];
  const along = first?.levels ?? [];
  const at = (line: string, x: string): MarginalMean | null =>
    found.cells.find(({ labels: [head = '', ...rest] }) => head === x && rest.join(', ') === line)
      ?.mean ?? null;
  return {
    kind: 'means',
    x_name: first?.name ?? '',
    y_name: response,
    x: [...along],
    lines: labels.map((line) => ({
      name: others.length === 0 ? '' : line,
      y: along.map((x) => at(line, x)?.estimate ?? null),
      low: along.map((x) => at(line, x)?.interval?.low ?? null),
      high: along.map((x) => at(line, x)?.interval?.high ?? null),
    })),
  };
}
