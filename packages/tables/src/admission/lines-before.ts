import type { AdmissionLog } from './admission-log.ts';
import { presentCells } from './find-structure.ts';
import type { RawRecord } from './read-records.ts';
import type { TextLine } from './text-lines.ts';

interface LinesBefore {
  /** Records above the table. */
  readonly before: readonly RawRecord[];
  /** The lines that the table and its rows begin with. */
  readonly begin: number;
  readonly firstRow: number;
  readonly width: number;
  readonly isRule: (line: TextLine) => boolean;
  readonly isComment: (line: TextLine) => boolean;
}

/** Says what the lines above the rows are that are no names: another table, remarks, a frame. */
export function logLinesBefore(
  log: AdmissionLog,
  head: readonly TextLine[],
  { before, begin, firstRow, width, isRule, isComment }: LinesBefore,
): void {
  const rows = before.filter(({ fields }) => fields.length > 1);
  const [first] = rows;
  const isTable =
    rows.length > (rows.every(({ fields }) => fields.length === width) ? 1 : 2) &&
    new Set(rows.map(({ fields }) => fields.length)).size === 1 &&
    rows.every(({ fields }) => presentCells(fields) === fields.length);
  const act = isTable ? 'other_table' : 'preamble';
  if (isTable && first !== undefined) log.offerTable(first.line, first.text, begin);
  for (const line of head.slice(0, begin - 1))
    if (line.text.trim() !== '')
      log.record(
        isRule(line) ? 'frame_line' : isComment(line) ? 'comment' : act,
        line.number,
        line.text,
        null,
      );
  for (const line of head.slice(begin - 1, Math.min(firstRow - 1, head.length)))
    if (isRule(line)) log.record('frame_line', line.number, line.text, null);
    else if (isComment(line)) log.record('comment', line.number, line.text, null);
}
