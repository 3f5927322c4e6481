import {
  AppError,
  nearestNames,
  valueTypeOf,
  type ValueType,
  type View,
} from '@columnist/contract';
import { relative, type Scale } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import { cellExpression, cellOf } from '@columnist/tables/table/cells';
import { orderOf } from '@columnist/tables/table/order-by';
import { readValues } from '@columnist/tables/columns/read-values';
import type { TableRef } from '@columnist/tables/table/table-ref';
import type { ReadRows, Snippet } from './finding.ts';
import { labelsAtMost, truthOf } from './read-counts.ts';
import { numbersFrom } from './numbers-from.ts';
import { nearCode, type Near } from './near-values.ts';
import { pythonLabels, quoted, pythonTexts, rLabels, rTexts } from './snippets.ts';
import { TableReader } from '@columnist/tables/views/table-reader';

export interface ReadGroups extends ReadRows {
  readonly value: string;
  readonly group: string;
  /** What the groups are in an expression. */
  readonly groupType: ValueType;
  readonly names: readonly string[];
  /** Values of each group, none missing or infinite, as `readNumbers` has them. */
  readonly values: readonly Float64Array[];
  readonly scale: Scale;
}

const groupsAtMost = 50;

/**
 * The values of a number column by group, under a view. Throws unknown_column, wrong_column_type,
 * invalid_input, too_complex.
 */
export async function readGroups(
  connection: Connection,
  table: TableRef,
  {
    value,
    group,
    groups,
    view,
  }: {
    readonly value: string;
    readonly group: string;
    readonly groups?: readonly string[] | undefined;
    readonly view?: View | undefined;
  },
): Promise<ReadGroups> {
  if (value === group)
    throw new AppError('invalid_input', 'A column cannot be compared by itself.', {
      errors: [{ field: 'group', message: 'Name another column.' }],
    });
  const reader = await TableReader.open(connection, table.parquet, table.columns, view, [
    value,
    group,
  ]);
  const [number, by] = reader.columns;
  if (number === undefined || by === undefined)
    throw new Error('The reader has the columns it was opened with.');
  if (number.type !== 'number')
    throw new AppError(
      'wrong_column_type',
      `'${value}' is a ${number.type} column; a comparison needs numbers.`,
      {
        column: value,
        fix:
          by.type === 'number'
            ? `Exchange the two columns: '${group}' holds numbers.`
            : `Name a number column in its place, or ${numbersFrom(number.type)}.`,
      },
    );
  await reader.run(
    `create or replace temp table labels as select row_number() over (order by ${orderOf({ ...by, field: 'k' })}) - 1 as i, k from (select distinct ${by.field} as k from ${reader.source} where ${by.field} is not null)`,
  );
  const labels = (
    await reader.rows(
      `select ${cellExpression({ ...by, field: 'k' })} from labels order by i limit ${groups === undefined ? groupsAtMost + 1 : labelsAtMost + 1}`,
    )
  ).map(([label]) => String(cellOf(by, label ?? null)));
  if (labels.length > groupsAtMost && groups === undefined)
    throw new AppError('too_complex', `'${group}' has more than ${groupsAtMost} values.`, {
      column: group,
      fix: "Choose a column with fewer values, put them into intervals with bin(), or name the groups in 'groups'.",
    });
  if (labels.length > labelsAtMost)
    throw new AppError('too_complex', `'${group}' has more than ${labelsAtMost} values.`, {
      column: group,
      fix: 'Keep the rows of the groups that you compare with a filter of the view.',
    });
  const names = (by.type === 'boolean' ? groups?.map(truthOf) : groups) ?? labels;
  const unknown = names.find((name) => !labels.includes(name));
  if (unknown !== undefined)
    throw new AppError('invalid_input', `'${group}' has no value '${unknown.slice(0, 100)}'.`, {
      errors: [{ field: 'groups', message: 'Name values of the column, spelled exactly.' }],
      suggestions: nearestNames(unknown, labels),
    });
  if (new Set(names).size < names.length)
    throw new AppError('invalid_input', 'A group is named twice.', {
      errors: [{ field: 'groups', message: 'Name each group once.' }],
    });
  await reader.run(
    `create or replace temp table labelled as select s.${number.field}, l.i::double as i from ${reader.source} s left join labels l on s.${by.field} = l.k`,
  );
  const labelled = TableReader.over(connection, 'labelled', [number]);
  const [codes = new Float64Array()] = await labelled.doubles(['i']);
  const [read] = (await readValues(labelled, [number])).map(relative);
  const divided = divide(
    read?.values ?? new Float64Array(),
    codes,
    names.map((name) => labels.indexOf(name)),
    labels.length,
  );
  const used = divided.values.reduce((sum, { length }) => sum + length, 0);
  return {
    value,
    group,
    names,
    groupType: valueTypeOf(by),
    ...divided,
    scale: read?.scale ?? { origin: 0, perUnit: 1 },
    used,
    missing: 'rows with value and group present',
    effects: reader.effects,
  };
}

/** Values to their groups; what belongs to none is counted with its reason. */
function divide(
  values: Float64Array,
  codes: Float64Array,
  wanted: readonly number[],
  count: number,
): Pick<ReadGroups, 'values' | 'excluded'> {
  // By codes, which are small and without gaps: a list that grows takes twice as long.
  const places = new Int32Array(count).fill(-1);
  wanted.forEach((code, i) => (places[code] = i));
  const sizes = wanted.map(() => 0);
  const left = { 'value missing': 0, 'group missing': 0, 'in another group': 0, infinite: 0 };
  for (let row = 0; row < values.length; row++) {
    const [value, code] = [values[row] ?? NaN, codes[row] ?? NaN];
    const place = places[code] ?? -1;
    if (Number.isNaN(code)) left['group missing'] += 1;
    else if (place < 0) left['in another group'] += 1;
    else if (Number.isNaN(value)) left['value missing'] += 1;
    else if (!Number.isFinite(value)) left.infinite += 1;
    else sizes[place] = (sizes[place] ?? 0) + 1;
  }
  const lists = sizes.map((size) => new Float64Array(size));
  const next = wanted.map(() => 0);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? NaN;
    const place = places[codes[row] ?? NaN] ?? -1;
    const list = lists[place];
    if (list === undefined || !Number.isFinite(value)) continue;
    list[next[place] ?? 0] = value;
    next[place] = (next[place] ?? 0) + 1;
  }
  if (count === 0) return { values: lists.map(() => new Float64Array()), excluded: [] };
  return {
    values: lists,
    excluded: Object.entries(left).flatMap(([reason, n]) => (n > 0 ? [{ reason, n }] : [])),
  };
}

/** Code for the same: `value` and `group` in R, a list `groups` in Python. */
export function groupsCode(
  { value, group, names, groupType }: Pick<ReadGroups, 'value' | 'group' | 'names' | 'groupType'>,
  near: Near = { from: 0, unit: 1 },
): Snippet {
  const counted = nearCode(near, {
    r: (of) => `value <- ${of('value')}`,
    python: (of) => `groups = [${of('one')} for one in groups]`,
  });
  return {
    r: [
      `value <- as.numeric(d[[${quoted(value)}]])`,
      `group <- factor(${rLabels(group, groupType)}, levels = ${rTexts(names)})`,
      'used <- is.finite(value) & !is.na(group)',
      'value <- value[used]; group <- group[used]',
      ...counted.r,
    ],
    python: [
      `value = pd.to_numeric(d[${quoted(value)}]).astype(float)`,
      `label = ${pythonLabels(group, groupType)}`,
      `groups = [value[np.array([one == name for one in label]) & np.isfinite(value)].to_numpy() for name in ${pythonTexts(names)}]`,
      ...counted.python,
    ],
  };
}
