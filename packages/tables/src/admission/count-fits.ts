import type { ColumnReading, OtherReading } from '@columnist/contract';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { Layers, type Part } from '../database/layers.ts';
import { isMissing } from './missing-words.ts';

export interface Shown {
  readonly field: string;
  readonly name: string;
  readonly kept: 'text' | 'numbers';
  /** Present cells of a sample, without the spaces around them. */
  readonly present: readonly string[];
}

export interface Possible extends Shown {
  readonly reading: ColumnReading;
  readonly plain: (text: Part, layers: Layers) => Part;
}

export interface Fit extends OtherReading {
  readonly field: string;
}

/** How many cells have each reading; those of one column in one pass over its different cells. */
export async function countFits(
  connection: DuckDBConnection,
  table: string,
  possible: readonly Possible[],
): Promise<Fit[]> {
  const found: Fit[] = [];
  for (const field of new Set(possible.map((one) => one.field)))
    found.push(
      ...(await countFitsOf(
        connection,
        `(select ${field}, count(*) as cells from ${table} group by ${field})`,
        field,
        possible.filter((one) => one.field === field),
      )),
    );
  return found;
}

/** `counted` has every different cell once, and how many `cells` are like it. */
async function countFitsOf(
  connection: DuckDBConnection,
  counted: string,
  field: string,
  possible: readonly Possible[],
): Promise<Fit[]> {
  const layers = new Layers(counted);
  const text = layers.hoist({ text: `trim(${field}::varchar)`, values: [], level: 0 });
  const present = layers.hoist({
    text:
      `(case when ${field} is not null and ${text.text} <> '' ` +
      `and not ${isMissing(text.text)} then ${text.text} end)`,
    values: [],
    level: text.level,
  });
  const asked = possible.flatMap(({ plain }, i) => {
    const value = layers.hoist(plain(text, layers));
    const fits = layers.hoist({
      text: `(case when ${value.text} is not null then ${present.text} end)`,
      values: [],
      level: Math.max(value.level, present.level),
    });
    return [
      `coalesce(sum(cells) filter (${fits.text} is not null), 0)::double as n${i}`,
      `min(${fits.text}) as b${i}`,
      `arg_min(${value.text}, ${fits.text}) as a${i}`,
      `min(case when ${fits.text} is null then ${present.text} end) as m${i}`,
    ];
  });
  const ofAll = `coalesce(sum(cells) filter (${present.text} is not null), 0)::double as p`;
  const { text: sql, values } = layers.select([ofAll, ...asked].join(', '));
  const [[all, ...row] = []] = (await connection.runAndReadAll(sql, values)).getRows();
  const short = (value: DuckDBValue | undefined): string => String(value ?? '').slice(0, 100);
  return possible.flatMap(({ reading }, i) => {
    const [n, before, after, misfit] = row.slice(4 * i, 4 * i + 4);
    const fit: Fit = {
      field,
      reading,
      cells: Number(n),
      of: Number(all),
      before: short(before),
      after: short(after),
      misfit: misfit === null || misfit === undefined ? null : short(misfit),
    };
    return fit.cells > 0 && 2 * fit.cells >= fit.of ? [fit] : [];
  });
}
