import { cells, type Note } from './column-notes.ts';
import { note } from './mark-notes.ts';

/** Whole numbers of one length with a leading zero among them, as postal codes are. */
interface Codes {
  readonly digits: number;
  readonly hasZeros: boolean;
}

/** The codes of each column, in the order of the columns; null where its cells are none. */
export type CodesOfColumns = readonly (Codes | null | undefined)[];

/** What is known of the columns after a further record; undefined where a column was empty so far. */
export function watchCodes(width: number): {
  readonly see: (record: readonly string[]) => void;
  readonly found: CodesOfColumns;
} {
  const found: (Codes | null | undefined)[] = Array.from({ length: width });
  return {
    found,
    see: (record) => {
      for (let at = 0; at < width; at++) {
        const known = found[at];
        if (known === null) continue;
        const cell = record[at]?.trim() ?? '';
        if (cell === '') continue;
        const isCode = /^\d{3,}$/.test(cell) && (known?.digits ?? cell.length) === cell.length;
        found[at] = isCode
          ? { digits: cell.length, hasZeros: known?.hasZeros === true || cell.startsWith('0') }
          : null;
      }
    },
  };
}

/**
 * Counts cells below codes that have fewer digits than these: programs that keep codes as numbers
 * write them without their zeros. They are kept as they are.
 */
export function watchShortCodes(above: CodesOfColumns): {
  readonly see: (record: readonly string[]) => void;
  readonly notes: (names: readonly string[]) => Note[];
} {
  const short = above.map(() => ({ count: 0, example: '' }));
  return {
    see: (record) => {
      for (const [at, codes] of above.entries()) {
        const cell = codes?.hasZeros === true ? (record[at]?.trim() ?? '') : '';
        const counted = short[at];
        if (
          counted === undefined ||
          !/^[1-9]\d*$/.test(cell) ||
          cell.length >= (codes?.digits ?? 0)
        )
          continue;
        if (counted.count === 0) counted.example = cell;
        counted.count += 1;
      }
    },
    notes: (names) =>
      short.flatMap(({ count, example }, at) => {
        const [name = '', digits = 0] = [names[at], above[at]?.digits];
        return count === 0
          ? []
          : [
              note(
                'short_codes',
                name,
                count,
                `${cells(count)} of the appended file such as '${example}' ${count === 1 ? 'has' : 'have'} ` +
                  `fewer digits than the codes above, which have ${digits}: leading zeros may have been ` +
                  `lost when the file was written. They are kept as they are; '${example.padStart(digits, '0')}' would be such a code.`,
              ),
            ];
      }),
  };
}
