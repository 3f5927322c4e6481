import { AppError } from '@columnist/contract';
import { stat } from 'node:fs/promises';
import { AdmissionLog } from './admission-log.ts';
import { detectRuled } from './detect-dialect.ts';
import { isRule } from './field-dialect.ts';
import { findComment, namesInComment } from './find-comments.ts';
import { findStructure } from './find-structure.ts';
import { joinHeaders } from './header-rows.ts';
import { frontMatter } from './front-matter.ts';
import { logLinesBefore } from './lines-before.ts';
import { endsOddly } from './odd-end.ts';
import { swallowsRows, trimsEnd } from './odd-rows.ts';
import type { PreparedText } from './prepare-text.ts';
import type { CarefulPlan } from './careful-table.ts';
import { readAllRecords, withoutNul, type RawRecord } from './read-records.ts';
import { maxColumns } from './scan-records.ts';
import {
  delimiterQuestion,
  endQuestion,
  headerQuestion,
  startQuestion,
} from './structure-questions.ts';
import { noteUnquotedCommas } from './unquoted-commas.ts';
import { splitLines, type TextLine } from './text-lines.ts';
import type { StatedReading } from './stated-reading.ts';
import { refuseOtherText } from './refuse-other-text.ts';
import { findRuling, isRuling } from './rulings.ts';
import { repairHeader } from './repair-header.ts';
import { countQuotes, withoutOpenCell } from './open-cell.ts';

/** What the beginning and the end of a file say about it. */
export interface Looked extends CarefulPlan {
  /** Names of the columns as the header gives them; null without a header. */
  readonly names: string[] | null;
  readonly headerRows: number;
  /** Lines before the header. */
  readonly preamble: number;
  /** Nothing seen so far speaks against reading the file as RFC 4180 with this delimiter. */
  readonly plain: boolean;
  /** The first records below the header, as they are. */
  readonly sample: string[][];
}

/** Lines that the dialect is found from, and those that the structure is found from. */
const dialectLines = 400;
const longCellLines = 20_000;
const structureLines = 1500;

/**
 * Looks at the first lines and the last ones of a text. What is before the table is written to
 * the log.
 */
export async function lookAtText(
  text: PreparedText,
  stated: StatedReading,
  log: AdmissionLog,
): Promise<Looked> {
  const size = (await stat(text.path)).size - text.skip;
  const head = splitLines(text.head.toString('utf8'));
  if (size > text.head.length) head.pop();
  // Excel's way to name the delimiter.
  const named = /^"?sep=(.{1,3}?)"?$/i.exec(head[0]?.text ?? '')?.[1];
  const skipped = stated.skip_lines ?? (named === undefined ? frontMatter(head) : 1);
  // A cell in quotes may be longer than the lines that are looked at.
  const isCut = countQuotes(head.slice(skipped, skipped + dialectLines)) % 2 === 1;
  const [mostForDialect, most] = isCut
    ? [longCellLines, longCellLines]
    : [dialectLines, structureLines];
  const seen = head.slice(skipped, skipped + most);
  const lines = isCut ? withoutOpenCell(seen) : seen;
  const comment = stated.comment === undefined ? findComment(lines, stated) : stated.comment;
  const isComment = ({ text: line }: TextLine): boolean =>
    comment !== null && line.startsWith(comment);
  let content = comment === null ? lines : lines.filter((line) => !isComment(line));
  if (content.every(({ text: line }) => line.trim() === ''))
    throw new AppError('invalid_file', 'The file has no rows, only blank lines.', {
      row: 1,
      fix: 'Upload a file with a header line and at least one row.',
    });
  refuseOtherText(content);
  const ruling = findRuling(content, stated);
  const unruled = content.filter(({ text: line }) => !isRuling(line, ruling));
  const {
    dialect,
    width: found,
    otherwise,
  } = detectRuled(unruled.slice(0, mostForDialect), ruling, {
    ...(named === undefined ? {} : { delimiter: named }),
    ...stated,
  });
  if (found > maxColumns)
    throw new AppError(
      'invalid_file',
      `Line ${content[0]?.number ?? 1} has ${found} columns; at most ${maxColumns} can be read.`,
      {
        row: content[0]?.number ?? 1,
        fix: 'Keep the columns you need, or turn the table so that these columns become rows.',
      },
    );
  const rules = content.filter(
    ({ text: line }) => (dialect.framed === true && isRule(line)) || isRuling(line, ruling),
  );
  if (rules.length > 0) content = content.filter((line) => !rules.includes(line));
  const commented =
    comment === null || stated.comment !== undefined || stated.header_rows === 0
      ? undefined
      : namesInComment(lines, content, dialect, found);
  if (commented !== undefined) content = [commented, ...content];
  const goesOn = size > text.head.length || skipped + lines.length < head.length;
  const all = readAllRecords(content, dialect, null, goesOn);
  const endTrimmed = stated.header_rows === undefined && trimsEnd(all, found);
  const width = endTrimmed ? found - 1 : found;
  const trimmed = (read: RawRecord[]): RawRecord[] =>
    endTrimmed
      ? read.map((record) =>
          record.fields.length === found && record.fields.at(-1)?.trim() === ''
            ? { ...record, fields: record.fields.slice(0, -1) }
            : record,
        )
      : read;
  const asWritten = trimmed(all);
  const even = asWritten.every(({ sound, fields }) => sound && fields.length === width);
  // What is even as it is written needs no doubt whether a quote is a stray.
  const records = even ? asWritten : trimmed(readAllRecords(content, dialect, found, goesOn));
  for (const record of records)
    if (record.sound && swallowsRows(record, dialect, width))
      log.record('lines_in_quotes', record.line, record.text, record.fields);
  const ruled = records.findIndex(({ line }) => line === ruling?.names.number);
  const structure = findStructure(records, width, {
    headerRows: stated.header_rows ?? (ruled >= 0 ? 1 : undefined),
    ...(ruled >= 0 ? { start: ruled } : {}),
    ...(stated.skip_lines === undefined && commented === undefined ? {} : { start: 0 }),
  });
  const { start, headerRows, profiles, doubtful } = structure;
  const headers = records.slice(start, start + headerRows).map((record) => {
    if (!record.text.includes('\0')) return record;
    log.record('nul_removed', record.line, record.text, null);
    return withoutNul(record);
  });
  const names =
    headerRows === 0
      ? null
      : joinHeaders(
          headers.map((record) =>
            repairHeader(
              record,
              dialect,
              width,
              {
                body: records.slice(start + headerRows),
                profiles,
                headerRows,
                isStated: stated.header_rows !== undefined,
              },
              log,
            ),
          ),
          width,
        );
  log.say(
    noteUnquotedCommas(
      headers.at(-1) ?? records[start - 1],
      records.slice(start + headerRows),
      width,
      dialect,
    ),
  );
  if (endTrimmed) log.ask(endQuestion(found, headerRows));
  if (commented !== undefined)
    log.record('comment_header', commented.number, commented.text, names);
  if (headers.length > 1 && stated.header_rows === undefined)
    log.record(
      'header_joined',
      headers[0]?.line ?? 1,
      headers.map((record) => record.text).join('\n'),
      names,
    );
  if (otherwise !== undefined) log.ask(delimiterQuestion(otherwise, content, dialect));
  if (dialect.wrapped === true && records[0] !== undefined)
    log.record('rows_in_quotes', records[0].line, records[0].text, records[0].fields);
  if (dialect.framed === true && records[start] !== undefined)
    log.record('rows_in_frame', records[start].line, records[start].text, records[start].fields);
  if (doubtful) log.ask(headerQuestion(records.slice(start), headerRows, width));
  else if (stated.header_rows === undefined && stated.skip_lines === undefined) {
    const other = startQuestion(records, { start, headerRows, width });
    if (other !== null) log.ask(other);
  }
  const firstRow = records[start + headerRows]?.line ?? Number.MAX_SAFE_INTEGER;
  const begin = records[start]?.line ?? 1;
  const lowest = headers.at(-1);
  logLinesBefore(log, head, {
    before: records.slice(0, start),
    begin,
    firstRow,
    width,
    isRule: ({ number }) => rules.some((rule) => rule.number === number),
    isComment: (line) => isComment(line) && line.number !== commented?.number,
  });
  const plain =
    even &&
    comment === null &&
    ruling === null &&
    !endTrimmed &&
    dialect.wrapped !== true &&
    dialect.framed !== true &&
    start === 0 &&
    skipped === 0 &&
    headerRows <= 1 &&
    !dialect.repeated &&
    dialect.delimiter.length === 1 &&
    dialect.delimiter !== ' ' &&
    dialect.delimiter.charCodeAt(0) < 128 &&
    dialect.quote === '"' &&
    dialect.escape === '"' &&
    !(await endsOddly(text, dialect, width));
  return {
    dialect,
    width,
    namesEnd: lowest === undefined ? firstRow - 1 : lowest.line + lowest.lines - 1,
    firstRow,
    header: headers.at(-1)?.fields ?? null,
    comment,
    ruling,
    endTrimmed,
    profiles,
    strays: !even,
    names,
    headerRows,
    preamble: begin - 1,
    plain,
    sample: records.slice(start + headerRows).map(({ fields }) => fields),
  };
}
