import { AppError } from '@columnist/contract';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { admitCells, type AdmittedCells } from './admit.ts';
import { cleanFile, kindNames, textOf, type CleanFile } from './clean-files.ts';
import { faultNames, mutate } from './faulty-files.ts';

export interface Verdicts {
  files: number;
  right: number;
  noted: number;
  asked: number;
  refused: number;
  silent: number;
}
const none = (): Verdicts => ({ files: 0, right: 0, noted: 0, asked: 0, refused: 0, silent: 0 });

/** Notes that speak of no change to the table. */
const plainNotes = new Set(['line_endings', 'blank_lines', 'read_as_boolean']);

/** A cell as a number where both are; else as a text without the spaces around it. */
function sameCell(truth: string, found: string | null): boolean {
  const text = found ?? '';
  if (truth === text || truth.trim() === text.trim()) return true;
  if (truth.trim() === '' || text === '') return false;
  if (/^(?:true|false)$/.test(text)) return (text === 'true') === /^(?:yes|true)$/i.test(truth);
  if (/^\d\d:\d\d$/.test(truth)) return text === `${truth}:00`;
  return Number(truth) === Number(text);
}

const sameTable = (
  { names, rows }: Pick<CleanFile, 'names' | 'rows'>,
  { columns, cells }: AdmittedCells,
): boolean =>
  columns.length === names.length &&
  names.every((name, j) => columns[j]?.name === name) &&
  cells.length === rows.length &&
  rows.every((row, i) => row.every((cell, j) => sameCell(cell, cells[i]?.[j] ?? null)));

/**
 * Reads clean files of every kind, and 5,000 with one fault each, by the product's own entry. Silent
 * is a table that is not the truth without a note or a question; of a file whose truth is lost,
 * every table without them.
 */
export async function judgeMutations(
  folder: string,
  seed = Number(process.env['MUTATION_SEED'] ?? 20_261_124),
  most = Number(process.env['MUTATIONS'] ?? 5000),
): Promise<{ clean: Verdicts; mutated: Verdicts }> {
  const [clean, mutated] = [none(), none()];
  const path = join(folder, 'mutated.csv');
  const judge = async (
    text: string,
    truth: Pick<CleanFile, 'names' | 'rows'> | null,
    what: string,
    verdicts: Verdicts,
  ): Promise<void> => {
    writeFileSync(path, text);
    verdicts.files += 1;
    try {
      const found = await admitCells(path, {}, join(folder, 'mutated'));
      const asked = (found.admission.questions ?? []).length > 0;
      const noted = found.admission.notes.some(({ code }) => !plainNotes.has(code));
      if (asked) verdicts.asked += 1;
      if (truth !== null && sameTable(truth, found)) verdicts.right += 1;
      else if (noted) verdicts.noted += 1;
      else if (!asked) {
        verdicts.silent += 1;
        if (verdicts.silent <= 20) console.error(`silent: ${what}`);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      verdicts.refused += 1;
    }
  };
  for (let n = 0; n < kindNames.length * 8; n++) {
    const file = cleanFile(kindNames[n % kindNames.length] ?? '', seed + n);
    await judge(textOf(file), file, `clean ${file.kind} ${seed + n}`, clean);
  }
  for (let n = 0; mutated.files < most; n++) {
    const kind = kindNames[n % kindNames.length] ?? '';
    const fault = faultNames[Math.floor(n / kindNames.length) % faultNames.length] ?? '';
    const file = cleanFile(kind, seed + n);
    const made = mutate(file, fault, seed + n);
    if (made !== null)
      await judge(made.text, made.truth, `${kind}, ${fault}, seed ${seed + n}`, mutated);
  }
  return { clean, mutated };
}
