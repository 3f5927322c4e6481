import { AppError, dateTokens } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { rowNumber } from '../database/parquet-file.ts';
import type { FieldColumn } from '../table/table-column.ts';
import type { Conversion, Layers } from '../database/layers.ts';

/** Values that may become missing, as SQL over the columns of a level. */
export interface Losable {
  /** Where there is a value, and where it became missing. */
  readonly given: string;
  readonly lost: string;
  /** The value as a text. */
  readonly shown: string;
  /** What is read from all of them; null where it is another step, or where not all are read. */
  readonly reads: Conversion['reads'] | null;
  /** The column that a cleaning step replaces; null of any other. */
  readonly column: string | null;
}

/** Values that became missing: how many there are, and the first few different ones. */
export interface Lost {
  readonly n: number;
  readonly examples: string[];
  /** That which lost every value it had. */
  readonly whole: { readonly of: Losable; readonly examples: string[] } | null;
}

const examplesShown = 3;
const lookedAt = 200;
const charactersShown = 60;

/**
 * Texts from which nothing is read. A text without a character is missing, and nothing is lost with
 * it.
 */
export const losableText = ({ from, to, reads, when }: Conversion): Losable => {
  const given = `(${from.text} <> ''${when === null ? '' : ` and ${when.text}`})`;
  return {
    given,
    lost: `(${given} and ${to.text} is null)`,
    shown: from.text,
    reads: when === null ? reads : null,
    column: null,
  };
};

/** Cells of a column that a step replaces by missing ones; `but` are those counted elsewhere. */
export const losableCell = (
  from: FieldColumn,
  to: FieldColumn,
  but: readonly Losable[],
): Losable => ({
  given: `(${from.field} is not null)`,
  lost: `(${from.field} is not null and ${to.field} is null${butNot(but)})`,
  shown: `${from.field}::varchar`,
  reads: null,
  column: from.name,
});

/** A derived value that is missing although everything that it is computed from has a value. */
export const losableResult = (
  from: readonly FieldColumn[],
  to: string,
  but: readonly Losable[],
): Losable => {
  const given = `(${from.map(({ field }) => `${field} is not null`).join(' and ')})`;
  return {
    given,
    lost: `(${given} and ${to} is null${butNot(but)})`,
    shown:
      from.length === 1
        ? `${from[0]?.field ?? ''}::varchar`
        : from.map(({ field }) => `${field}::varchar`).join(` || ', ' || `),
    reads: null,
    column: null,
  };
};

const butNot = (others: readonly Losable[]): string =>
  others.map(({ lost }) => ` and not coalesce(${lost}, false)`).join('');

/** Counts, as columns of one query, of what a step may lose. */
export const lossCounts = (losable: readonly Losable[]): string[] =>
  losable.flatMap(({ given, lost }) => [
    `count_if(${given})::double`,
    `coalesce(count_if(${lost}), 0)::double`,
  ]);

/** What became missing, by its counts; asks for examples where there are any. */
export async function findLost(
  connection: DuckDBConnection,
  layers: Layers,
  losable: readonly Losable[],
  counts: readonly number[],
  level: number,
): Promise<Lost> {
  let n = 0;
  const examples: string[] = [];
  let whole: Lost['whole'] = null;
  for (const [i, of] of losable.entries()) {
    const [given = 0, lost = 0] = counts.slice(2 * i, 2 * i + 2);
    if (lost === 0) continue;
    const shown = layers.select(
      `${rowNumber} as r, case when ${of.lost} then ${of.shown} end as v`,
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
    n += lost;
    examples.push(...found);
    if (lost === given && (of.reads !== null || of.column !== null))
      whole ??= { of, examples: found };
  }
  return { n, examples: [...new Set(examples)].slice(0, examplesShown), whole };
}

/**
 * Ends with wrong_column_type where a step or a filter that reads texts read none of them, or where
 * a cleaning step leaves a column without a value. Says the form of what is there, never a value of
 * it.
 */
export function refuseLoss(said: string, { whole }: Lost): void {
  if (whole === null) return;
  const {
    of: { reads: wanted, column },
    examples,
  } = whole;
  if (wanted === null)
    throw new AppError(
      'wrong_column_type',
      `${said}: every value of '${column ?? ''}' would become missing.`,
      {
        ...(column === null ? {} : { column }),
        fix: 'Leave the step out, or change it: to scale takes two different values, and to recode with others: missing a from that the column has, written as it is there.',
      },
    );
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
        wanted === 'date' || wanted === 'time'
          ? `Say how ${wanted}s are written: a format may hold ${dateTokens}.`
          : wanted === 'duration'
            ? 'Durations are written 1:30 (hours and minutes), 26:03:09, 1h 30m, 90 min or P1DT2H.'
            : "Show how numbers are written, for example '1.234,56', or take the number out of the text first with replace() or substr().",
    },
  );
}
