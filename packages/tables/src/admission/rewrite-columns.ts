import { fewRows, unpivoted } from '../database/ask-columns.ts';
import { Layers, type Part } from '../database/layers.ts';

/** The text of a cell written another way. */
export type Rewriting = (field: string, layers: Layers) => Part;

/** Columns from which on what is rewritten alike is planned once. */
const manyColumns = 8;

/**
 * SQL of the table with some of its columns rewritten. To plan an expression takes milliseconds for
 * each column: of many that are rewritten alike the different cells are rewritten as those of one
 * column, and each row gets its own from there. Tables of many rows would take much memory for it.
 */
export function rewriteColumns(
  table: string,
  fields: readonly string[],
  rewritten: ReadonlyMap<string, Rewriting>,
  rows: number,
): string {
  const alike = rows <= fewRows ? alikeOf(rewritten) : [];
  const layers = new Layers(alike.length === 0 ? table : joined(table, alike));
  const written = new Map<string, string>(
    alike.flatMap(({ listed }, n) =>
      listed.map((field, i) => [field, `${listOf(n)}[${i + 1}]`] as const),
    ),
  );
  for (const [field, rewrite] of rewritten)
    if (!written.has(field)) written.set(field, rewrite(field, layers).text);
  const selected = fields.map((field) => {
    const expression = written.get(field);
    return expression === undefined ? field : `${expression} as ${field}`;
  });
  return `(${layers.select(selected.join(', ')).text})`;
}

/** Columns that are rewritten in one way. */
interface Alike {
  readonly listed: readonly string[];
  readonly rewrite: Rewriting;
}

const listOf = (group: number): string => `written${group + 1}`;

function alikeOf(rewritten: ReadonlyMap<string, Rewriting>): Alike[] {
  const groups = Map.groupBy(rewritten, ([, rewrite]) => rewriting('', rewrite));
  return [...groups.values()].flatMap((group) => {
    const [[, rewrite] = []] = group;
    return rewrite === undefined || group.length < manyColumns
      ? []
      : [{ listed: group.map(([field]) => field), rewrite }];
  });
}

/** SQL of the different cells of a table and what is written in their place. */
function rewriting(cells: string, rewrite: Rewriting): string {
  const layers = new Layers(`(select distinct cell from ${cells})`);
  const { text } = rewrite('cell', layers);
  return layers.select(`cell, ${text} as written`).text;
}

/** SQL of the rows in their order, with a list of the rewritten cells of each group of columns. */
function joined(table: string, alike: readonly Alike[]): string {
  const lists = alike.map(({ listed, rewrite }, n) => {
    const cells = unpivoted(
      'numbered',
      listed.map((field) => ({ field })),
      'place_of_row, ',
    );
    return (
      `(select place_of_row, list(written order by place) as ${listOf(n)} from ${cells} ` +
      `left join (${rewriting(cells, rewrite)}) using (cell) group by place_of_row)`
    );
  });
  return (
    `(with numbered as materialized (select row_number() over () as place_of_row, * from ${table}) ` +
    `select * from numbered ${lists.map((list) => `join ${list} using (place_of_row) `).join('')}` +
    'order by place_of_row)'
  );
}
