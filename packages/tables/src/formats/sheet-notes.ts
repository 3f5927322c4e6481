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

/** What is said of the sheets that are not read, and of a hidden one that is. */
export function sheetListNotes(chosen: NamedSheet, sheets: readonly NamedSheet[]): Note[] {
  const others = sheets.filter(({ name }) => name !== chosen.name).map(({ name }) => `'${name}'`);
  const shown = `${others.slice(0, 5).join(', ')}${others.length > 5 ? ' …' : ''}`;
  return [
    ...(others.length === 0
      ? []
      : [
          sheetNote(
            'other_sheets',
            others.length === 1
              ? `The file has another sheet that is not read: ${shown}.`
              : `The file has ${others.length} other sheets that are not read: ${shown}.`,
            others.length,
          ),
        ]),
    ...(chosen.hidden ? [sheetNote('hidden_sheet', 'The sheet is hidden in the workbook.')] : []),
  ];
}

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
