import type { Note } from '../admission/column-notes.ts';
import { lettersOf } from './cell-range.ts';
import type { Zeros } from './xlsx/format-parts.ts';

/** Different numbers that are shown as words, of which a note names a few. */
const mostWords = 3;

interface Words {
  count: number;
  /** The first numbers, each with what is shown in its place; '' is nothing. */
  readonly first: Map<string, string>;
}

/** How formats show the numbers of each column of a sheet, where that is not what is read. */
export class ShownCounts {
  readonly #zeros = new Map<number, { readonly zeros: Zeros; count: number }>();
  readonly #units = new Map<number, Map<string | null, number>>();
  readonly #words = new Map<number, Words>();

  /** A number that a format of zeros shows with zeros in front, or with a text. */
  addZeros(column: number, zeros: Zeros): void {
    const seen = this.#zeros.get(column);
    if (seen === undefined) this.#zeros.set(column, { zeros, count: 1 });
    else seen.count += 1;
  }

  /** A number that is shown with a unit, or with none. */
  addUnit(column: number, unit: string | null): void {
    let seen = this.#units.get(column);
    if (seen === undefined) this.#units.set(column, (seen = new Map()));
    seen.set(unit, (seen.get(unit) ?? 0) + 1);
  }

  /** A number in whose place a format shows a word; '' where it shows nothing. */
  addWord(column: number, number: string, word: string): void {
    let seen = this.#words.get(column);
    if (seen === undefined) this.#words.set(column, (seen = { count: 0, first: new Map() }));
    seen.count += 1;
    if (seen.first.size <= mostWords) seen.first.set(number, word);
  }

  notes(): Note[] {
    return [...this.#zerosNotes(), ...this.#unitNotes(), ...this.#wordNotes()];
  }

  #zerosNotes(): Note[] {
    return [...this.#zeros].map(([column, { zeros, count }]) => {
      const { parts, isCode } = zeros;
      const added = parts.some(({ is }) => is === 'text')
        ? 'signs between or before them'
        : count === 1
          ? 'a zero in front'
          : 'zeros in front';
      return shownNote(
        'shown_with_zeros',
        column,
        count,
        `with ${added} (format ${parts.map(({ text }) => text).join('')}); ` +
          (isCode ? 'they are read as the text that is shown.' : 'they are read as the numbers.'),
      );
    });
  }

  #unitNotes(): Note[] {
    return [...this.#units].flatMap(([column, seen]) => {
      const [[unit = null] = []] = seen;
      const count = [...seen.values()].reduce((sum, one) => sum + one, 0);
      if (seen.size > 1) {
        const ways = [...seen].map(
          ([one, times]) =>
            `${times.toLocaleString('en')} ${one === null ? 'plain' : `with ${one}`}`,
        );
        return [
          shownNote(
            'mixed_units',
            column,
            count,
            `in more than one way: ${ways.join(', ')}. ` +
              'They are read as the numbers that the cells hold, without it.',
          ),
        ];
      }
      if (unit === null) return [];
      return [
        shownNote(
          'shown_with_unit',
          column,
          count,
          `with ${unit}; they are read as the numbers that the cells hold, without it` +
            (unit === '%' ? ': 10% is 0.1.' : '.'),
        ),
      ];
    });
  }

  #wordNotes(): Note[] {
    return [...this.#words].map(([column, { count, first }]) => {
      const shown = [...first].slice(0, mostWords);
      const isHidden = shown.every(([, word]) => word === '');
      const words = shown.map(([number, word]) => `'${word}' for ${number}`).join(', ');
      return shownNote(
        'shown_as_words',
        column,
        count,
        (isHidden ? 'as nothing' : `as words (${words}${first.size > mostWords ? ', …' : ''})`) +
          '; they are read as the numbers that the cells hold.',
      );
    });
  }
}

/** How the numbers of a column of the sheet are shown, and read. */
const shownNote = (code: string, column: number, count: number, how: string): Note => ({
  code,
  message:
    `Column ${lettersOf(column)} of the sheet shows ` +
    `${count === 1 ? '1 number' : `${count.toLocaleString('en')} numbers`} ${how}`,
  column: null,
  count,
  rows: [],
  examples: [],
});
