import type { Note } from '../admission/column-notes.ts';

interface NamedSheet {
  readonly name: string;
  readonly hidden: boolean;
}

/** A note about a sheet as a whole. */
export const sheetNote = (code: string, message: string, count = 1): Note => ({
  code,
  message,
  column: null,
  count,
  rows: [],
  examples: [],
});

/** What is said of the tables of a file that are not read; `word` is what the file calls one. */
export function othersNote(
  chosen: string,
  names: readonly string[],
  word: 'sheet' | 'table' = 'table',
): Note[] {
  const others = names.filter((name) => name !== chosen).map((name) => `'${name}'`);
  if (others.length === 0) return [];
  const shown = `${others.slice(0, 5).join(', ')}${others.length > 5 ? ' …' : ''}`;
  return [
    sheetNote(
      `other_${word}s`,
      others.length === 1
        ? `The file has another ${word} that is not read: ${shown}.`
        : `The file has ${others.length} other ${word}s that are not read: ${shown}.`,
      others.length,
    ),
  ];
}

/** What is said of the sheets that are not read, and of a hidden one that is. */
export const sheetListNotes = (chosen: NamedSheet, sheets: readonly NamedSheet[]): Note[] => [
  ...othersNote(
    chosen.name,
    sheets.map(({ name }) => name),
    'sheet',
  ),
  ...(chosen.hidden ? [sheetNote('hidden_sheet', 'The sheet is hidden in the workbook.')] : []),
];

export const mergedNote = (count: number): Note[] =>
  count === 0
    ? []
    : [
        sheetNote(
          'merged_cells',
          `${count === 1 ? '1 range of cells is merged' : `${count} ranges of cells are merged`}: the value is read in each row that is covered, in the first column.`,
          count,
        ),
      ];
