import type { DuckDBConnection } from '@duckdb/node-api';
import { isTyped, typedForms } from './classify-values.ts';
import type { Note } from './column-notes.ts';
import { literal } from '../database/sql.ts';
import { gatherEvidence, type Evidence } from './gather-evidence.ts';
import { isMissing } from './missing-words.ts';
import type { ColumnGuess } from './plain-reading.ts';
import { decideColumn, type TypedColumn } from './decide-column.ts';

export interface TypeDecision {
  readonly columns: TypedColumn[];
  readonly missingWords: string[];
  readonly notes: Note[];
}

/**
 * The type of every column, by the whole file: a type holds only when every present cell fits it;
 * else the column stays
 * text, exactly as written, and a note says why.
 */
export async function decideTypes(
  connection: DuckDBConnection,
  source: string,
  guesses: readonly ColumnGuess[],
): Promise<TypeDecision> {
  const evidence = await gatherEvidence(connection, source, guesses);
  const misfits = await findMisfits(connection, source, evidence);
  const decisions = evidence.map((one, i) => {
    const decision = decideColumn(one);
    const found = misfits.get(i);
    return found === undefined
      ? decision
      : {
          ...decision,
          notes: decision.notes.map((note) =>
            note.code === 'kept_as_text'
              ? { ...note, rows: found.map(({ line }) => line), examples: found.slice(0, 3) }
              : note,
          ),
        };
  });
  return {
    columns: decisions.map(({ column }) => column),
    missingWords: [
      ...new Set(decisions.flatMap(({ words }) => words.map((word) => word.trim()))),
    ].sort(),
    notes: decisions.flatMap(({ notes }) => notes),
  };
}

/** Columns whose misfits are looked for, and how many of each are named. */
const [searchedColumns, namedCells] = [20, 10];

/** By place of the column: the first rows, 1-based, whose cells keep it from having its type. */
async function findMisfits(
  connection: DuckDBConnection,
  source: string,
  evidence: readonly Evidence[],
): Promise<Map<number, { line: number; before: string; after: string }[]>> {
  const found = new Map<number, { line: number; before: string; after: string }[]>();
  const searched = evidence
    .flatMap(({ misfits, guess: { field, candidate } }, i) =>
      misfits > 0 && isTyped(candidate) ? [{ i, field, form: typedForms[candidate] }] : [],
    )
    .slice(0, searchedColumns);
  for (const { i, field, form } of searched) {
    const text = `trim(${field})`;
    const sql =
      `select n::double, ${field} from (select row_number() over () n, ${field} from ` +
      `${source}) where ${text} <> '' and not ${isMissing(text)} and not ` +
      `regexp_full_match(${text}, ${literal(form)}) order by n limit ${namedCells}`;
    const rows = (await connection.runAndReadAll(sql)).getRows();
    found.set(
      i,
      rows.map(([line, cell]) => ({
        line: Number(line),
        before: String(cell).slice(0, 300),
        after: String(cell).slice(0, 300),
      })),
    );
  }
  return found;
}
