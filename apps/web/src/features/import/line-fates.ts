import type { Admission, Dialect } from '@columnist/contract';

/** What became of a line of the file: how it is marked, and its name. */
interface LineFate {
  readonly kind: 'before' | 'names' | 'row' | 'aside' | 'changed';
  /** Null for a row as it is. */
  readonly name: string | null;
  /** What the notes say of it. */
  readonly note: string | null;
}

const names: Readonly<Record<string, string>> = {
  preamble: 'set aside',
  comment: 'comment',
  footer: 'set aside',
  aside: 'set aside',
  frame_line: 'set aside',
  other_table: 'other table',
  row_rejected: 'left out',
  header_repeated: 'names again',
  header_repaired: 'names, repaired',
  header_joined: 'names, joined',
  row_padded: 'padded',
  row_trimmed: 'trimmed',
  row_cut: 'cut',
  row_joined: 'joined',
  row_resplit: 'split otherwise',
  row_quotes: 'quotes as text',
  blank_lines: 'blank',
};

/** What became of the line of a number from 1 on, by the notes that name it. */
export function fateOf(
  line: number,
  {
    preamble_lines: preamble,
    header_rows: headers,
  }: Pick<Dialect, 'preamble_lines' | 'header_rows'>,
  notes: Admission['notes'],
): LineFate {
  const note = notes.find(
    ({ code, column, rows, examples }) =>
      column === null &&
      code in names &&
      (rows.includes(line) || examples.some((example) => example.line === line)),
  );
  const said = {
    name: note === undefined ? null : (names[note.code] ?? null),
    note: note?.message ?? null,
  };
  // Few lines are examples; the others have the fate of the first.
  const example = note?.examples.find((one) => one.line === line) ?? note?.examples[0];
  const isLeftOut = example?.after === null;
  if (line > preamble && line <= preamble + headers)
    return { kind: 'names', ...said, name: said.name ?? 'names' };
  if (line <= preamble) return { kind: 'before', ...said, name: said.name ?? 'before the table' };
  if (note === undefined) return { kind: 'row', ...said };
  return { kind: isLeftOut || note.code === 'blank_lines' ? 'aside' : 'changed', ...said };
}
