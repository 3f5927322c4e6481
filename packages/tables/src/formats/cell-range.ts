import { AppError } from '@columnist/contract';

/** Rows and columns of a sheet, 1-based and 0-based, both ends included. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const everything: CellRange = { top: 1, bottom: Infinity, left: 0, right: Infinity };

/** A as 0, Z as 25, AA as 26. */
export function columnOf(letters: string): number {
  let column = 0;
  for (let i = 0; i < letters.length; i++) column = column * 26 + (letters.charCodeAt(i) & 31);
  return column - 1;
}

export function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

export const writeRange = ({ top, bottom, left, right }: CellRange): string =>
  `${lettersOf(left)}${top}:${lettersOf(right)}${bottom}`;

/** Cells as in A3:F200, A:F or 3:200; everything where nothing is stated. Throws invalid_input. */
export function readRange(text: string | undefined): CellRange {
  if (text === undefined) return everything;
  const [, left = '', top = '', right = '', bottom = ''] =
    /^([a-z]*)(\d*):([a-z]*)(\d*)$/i.exec(text.trim().replaceAll('$', '')) ?? [];
  const range = {
    top: top === '' ? everything.top : Number(top),
    bottom: bottom === '' ? everything.bottom : Number(bottom),
    left: left === '' ? everything.left : columnOf(left),
    right: right === '' ? everything.right : columnOf(right),
  };
  const isRange = (left === '') === (right === '') && (top === '') === (bottom === '');
  if (isRange && left + top !== '' && range.top <= range.bottom && range.left <= range.right)
    return range;
  throw new AppError('invalid_input', `'${text}' is no range of cells.`, {
    fix: 'Write its first and its last cell, as in A3:F200, or columns as in A:F, or rows as in 3:200.',
    errors: [{ field: 'range', message: 'Write it as A3:F200, A:F or 3:200.' }],
  });
}
