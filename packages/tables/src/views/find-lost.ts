import { AppError, dateTokens } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Conversion, Layers } from './layers.ts';
import { rowNumber } from '../database/parquet-file.ts';

/**
 * Values that could not be read: how many there are, how many were to be read of what loses all of
 * its own, and the first few different ones.
 */
export interface Lost {
  readonly n: number;
  readonly examples: string[];
  /** Of a conversion of every row that read nothing at all. */
  readonly whole: { readonly reads: Conversion['reads']; readonly examples: string[] } | null;
}

const examplesShown = 3;
const lookedAt = 200;
const charactersShown = 60;

/**
 * Texts from which nothing was read, over the rows of a level where that matters. A text without a
 * character is missing, and nothing is lost with it.
 */
export async function findLost(
  connection: DuckDBConnection,
  layers: Layers,
  conversions: readonly Conversion[],
  level: number,
): Promise<Lost> {
  let n = 0;
  const examples: string[] = [];
  let whole: Lost['whole'] = null;
  for (const { from, to, reads, when } of conversions) {
    const given = `${from.text} <> ''${when === null ? '' : ` and ${when.text}`}`;
    const counted = layers.select(
      `count_if(${given})::double as given, count_if(${given} and ${to.text} is null)::double as lost`,
      level,
    );
    const [[all, lost] = []] = (
      await connection.runAndReadAll(counted.text, counted.values)
    ).getRows();
    if (Number(lost) === 0) continue;
    const shown = layers.select(
      `${rowNumber} as r, case when ${given} and ${to.text} is null then ${from.text} end as v`,
      level,
      `where v is not null order by r limit ${lookedAt}`,
    );
    const found = [
      ...new Set(
        (await connection.runAndReadAll(shown.text, shown.values))
          .getRows()
          .map(([, text]) => String(text).slice(0, charactersShown)),
      ),
    ].slice(0, examplesShown);
    n += Number(lost);
    examples.push(...found);
    if (Number(lost) === Number(all) && when === null) whole ??= { reads, examples: found };
  }
  return { n, examples: [...new Set(examples)].slice(0, examplesShown), whole };
}

/**
 * Ends with wrong_column_type where a step or a filter that reads texts read none of them. Says the
 * form of what is there, never a value of it.
 */
export function refuseLoss(said: string, { whole }: Lost): void {
  if (whole === null) return;
  const { reads: wanted, examples } = whole;
  const forms = [
    ...new Set(
      examples.map((text) =>
        text
          .replaceAll(/[0-9]/g, '0')
          .replaceAll(/\p{Lu}/gu, 'A')
          .replaceAll(/\p{Ll}/gu, 'a'),
      ),
    ),
  ];
  throw new AppError(
    'wrong_column_type',
    `${said}: no value is a ${wanted} as written there; they look like ${forms.map((form) => `'${form}'`).join(', ')} (0 is a digit, a a letter).`,
    {
      fix:
        wanted === 'date'
          ? `Say how dates are written: a format may hold ${dateTokens}.`
          : "Show how numbers are written, for example '1.234,56', or take the number out of the text first with replace() or substr().",
    },
  );
}
