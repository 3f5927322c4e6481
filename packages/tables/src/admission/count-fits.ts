import type { ColumnReading, OtherReading } from '@columnist/contract';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { askCounted } from '../database/ask-columns.ts';
import type { Layers, Part } from '../database/layers.ts';
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
  /** What a cell of the field says, whose text without the spaces around it is a column. */
  readonly plain: (field: string, text: Part, layers: Layers) => Part;
}

export interface Fit extends OtherReading {
  readonly field: string;
}

/** How many cells have each reading, by the different cells of each column. */
export async function countFits(
  connection: DuckDBConnection,
  table: string,
  possible: readonly Possible[],
): Promise<Fit[]> {
  const asked = [...Map.groupBy(possible, ({ field }) => field)].map(([field, readings]) => ({
    field,
    readings,
  }));
  const answers = await askCounted(connection, table, asked, ({ readings }, field, layers) =>
    questionsOf(readings, field, layers),
  );
  return asked.flatMap(({ field, readings }, i) => fitsOf(field, readings, answers[i] ?? []));
}

function questionsOf(possible: readonly Possible[], field: string, layers: Layers): string[] {
  const text = layers.hoist({ text: `trim(${field}::varchar)`, values: [], level: 0 });
  const present = layers.hoist({
    text:
      `(case when ${field} is not null and ${text.text} <> '' ` +
      `and not ${isMissing(text.text)} then ${text.text} end)`,
    values: [],
    level: text.level,
  });
  const asked = possible.flatMap(({ plain }) => {
    const value = layers.hoist(plain(field, text, layers));
    const fits = layers.hoist({
      text: `(case when ${value.text} is not null then ${present.text} end)`,
      values: [],
      level: Math.max(value.level, present.level),
    });
    return [
      `coalesce(sum(cells) filter (${fits.text} is not null), 0)::double`,
      `min(${fits.text})`,
      `arg_min(${value.text}, ${fits.text})`,
      `min(case when ${fits.text} is null then ${present.text} end)`,
    ];
  });
  return [`coalesce(sum(cells) filter (${present.text} is not null), 0)::double`, ...asked];
}

const short = (value: DuckDBValue | undefined): string => String(value ?? '').slice(0, 100);

function fitsOf(
  field: string,
  possible: readonly Possible[],
  [all, ...answers]: readonly DuckDBValue[],
): Fit[] {
  return possible.flatMap(({ reading }, i) => {
    const [n, before, after, misfit] = answers.slice(4 * i, 4 * i + 4);
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
