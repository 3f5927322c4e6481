import type { KeyboardEvent } from 'react';

/** The cell a key leads to, as in a spreadsheet; null where the key leads nowhere. */
export function stepFrom(
  active: { row: number; column: number },
  { key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent,
  { rows, columns, page }: { rows: number; columns: number; page: number },
): { row: number; column: number } | null {
  if (shiftKey || altKey || rows === 0) return null;
  const far = ctrlKey || metaKey;
  const lastRow = rows - 1;
  const { row, column } = active;
  const steps: Record<string, readonly [row: number, column: number]> = {
    ArrowUp: [far ? 0 : row - 1, column],
    ArrowDown: [far ? lastRow : row + 1, column],
    ArrowLeft: [row, far ? 0 : column - 1],
    ArrowRight: [row, far ? columns - 1 : column + 1],
    PageUp: [row - page, column],
    PageDown: [row + page, column],
    Home: [far ? 0 : row, 0],
    End: [far ? lastRow : row, columns - 1],
  };
  const step = steps[key];
  return step === undefined
    ? null
    : {
        row: Math.min(lastRow, Math.max(0, step[0])),
        column: Math.min(columns - 1, Math.max(0, step[1])),
      };
}
