import { AppError } from '@columnist/contract';
import type { AdmissionLog } from './admission-log.ts';
import { isRule } from './field-dialect.ts';
import { repairsHeader } from './gather-repairs.ts';
import { isBlank, readRecord, withoutNul } from './read-records.ts';
import { isRuling } from './rulings.ts';
import { maxRecordBytes } from './scan-records.ts';
import { LineReader } from './text-lines.ts';
import { TextWriter } from './text-writer.ts';
import { refuseUnlessTable } from './refuse-unless-table.ts';
import { CarefulTable, type CarefulPlan } from './careful-table.ts';

export interface CarefulResult {
  readonly rows: number;
  readonly blankCount: number;
  readonly blankLines: readonly number[];
  readonly lineEnding: 'lf' | 'crlf' | 'cr' | 'mixed';
}

/** Lines with NUL bytes; a file with more of them is no text. */
const mostNulLines = 3;
/** Lines after which a text that is no table need not be read on. */
const earlyLook = 20_000;

/**
 * Reads every line of a file that is not in order, repairs what a rule explains, and writes the
 * rows as RFC 4180 text.
 * Whatever is left out or changed goes to the log. Rows that are of one field alone are kept back
 * until it is known
 * whether the table goes on after them.
 */
export async function readCarefully(
  chunks: AsyncIterable<string>,
  plan: CarefulPlan,
  to: string,
  repairsTo: string,
  log: AdmissionLog,
): Promise<CarefulResult> {
  const lines = new LineReader(chunks, maxRecordBytes);
  const table = new TextWriter(to);
  const repairs = new TextWriter(repairsTo);
  repairs.add(repairsHeader);
  const reader = new CarefulTable(plan, table, log);
  const ends = new Set<string>();
  let [blankCount, blankBefore, nulLines] = [0, false, 0];
  const blankLines: number[] = [];
  try {
    for (let line = await lines.next(); line !== null; line = await lines.next()) {
      if (line.end !== '') ends.add(line.end);
      if (line.number <= plan.namesEnd) continue;
      if (isBlank(line.text, plan.dialect)) {
        blankCount += 1;
        if (blankLines.length < 10) blankLines.push(line.number);
        blankBefore = line.number > plan.firstRow;
        continue;
      }
      if (line.number < plan.firstRow) continue;
      if (plan.comment !== null && line.text.startsWith(plan.comment)) {
        log.record('comment', line.number, line.text, null);
        continue;
      }
      if ((plan.dialect.framed === true && isRule(line.text)) || isRuling(line.text, plan.ruling)) {
        log.record('frame_line', line.number, line.text, null);
        continue;
      }
      const read = readRecord(line, lines.ahead, plan.dialect, plan.width, plan.strays);
      lines.skip(read.lines - 1);
      if (read.text.includes('\0')) {
        nulLines += 1;
        if (nulLines > mostNulLines) throw notText(line.number);
        log.record('nul_removed', line.number, read.text, null);
      }
      if (read.escapedEnd === true)
        log.record('line_end_escaped', read.line, read.text, read.fields);
      const record = withoutNul(read);
      reader.push(record, blankBefore);
      if (line.number % earlyLook === 0) refuseUnlessTable(reader.rows, log, plan.profiles);
      blankBefore = false;
      if (log.acted) for (const row of log.takeRepairs()) repairs.add(`${row}\n`);
      if (table.full) await table.flush();
      if (repairs.full) await repairs.flush();
    }
    reader.end();
    for (const row of log.takeRepairs()) repairs.add(`${row}\n`);
  } finally {
    await Promise.all([table.close(), repairs.close()]);
  }
  const lineEnding =
    ends.size > 1 ? 'mixed' : ends.has('\r\n') ? 'crlf' : ends.has('\r') ? 'cr' : 'lf';
  return { rows: reader.rows, blankCount, blankLines, lineEnding };
}

const notText = (line: number): AppError =>
  new AppError('invalid_file', `Line ${line} contains a NUL byte: this is not plain text.`, {
    row: line,
    fix: 'Save the file as "CSV UTF-8", then upload again.',
  });
