import { cells, type Note } from './column-notes.ts';
import { ambiguity, form, note, other, readingsOf, signNotes, words } from './mark-notes.ts';
import type { MarkEvidence } from './number-marks.ts';
import { nameOfBeside } from './units-and-currencies.ts';

export interface MarkDecision {
  /** The decimal mark of the file; null where nothing shows one. */
  readonly mark: '.' | ',' | null;
  /** By field: the mark by which a column is read; columns that are not named stay as they are. */
  readonly read: ReadonlyMap<string, '.' | ','>;
  /**
   * By field: the mark of each column of numbers that hold one, also where they are plain already.
   */
  readonly ways: ReadonlyMap<string, '.' | ','>;
  /** Columns of which nothing shows the mark. */
  readonly ambiguous: readonly MarkEvidence[];
  /** Names of columns that are kept as text. */
  readonly asText: ReadonlySet<string>;
  readonly notes: readonly Note[];
}

/** Where these are written, a comma before three digits parts thousands. */
const withPoint: ReadonlySet<string> = new Set(
  '$ US$ HK$ A$ £ ¥ \\ ₩ ₹ ฿ ₱ ₪ 원 円 元 Rs Rs. USD GBP JPY CNY KRW INR THB'.split(' '),
);
/** In these scripts nobody writes a decimal comma. */
const withoutDecimalComma =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}]/u;
/** Share of a column's cells that shows what its numbers are like. */
const [most, some] = [0.9, 0.1];

/** No number of the column shows how it is written: neither decimals, nor thousands, nor a unit. */
const isBare = ({ dotted, commaed, spaced, beside }: MarkEvidence): boolean =>
  dotted + commaed + spaced === 0 && beside === null;
const readable = ({ comma, pointAlone }: MarkEvidence): number => comma + pointAlone;

/**
 * The mark that the cells of a column show by themselves: some can be read with it alone, none with
 * the other alone.
 */
function shownBy(column: MarkEvidence): '.' | ',' | null {
  if (readable(column) < most * column.present || column.commaAlone > 0 === column.pointAlone > 0)
    return null;
  return column.commaAlone > 0 ? ',' : '.';
}

/**
 * By which decimal mark each number column is read. A mark that is stated decides for all; else a
 * file has the mark that its
 * columns show, and 1.234 or 1,234, which may be either, is read by that. Where nothing shows it,
 * the reading that is taken
 * and the other one are noted. `delimiter` is that of the file: between semicolons commas are
 * usual.
 */
export function decideMarks(
  columns: readonly MarkEvidence[],
  stated: '.' | ',' | undefined,
  delimiter: string,
): MarkDecision {
  const proof = {
    ',': columns.find((column) => shownBy(column) === ','),
    '.': columns.find((column) => shownBy(column) === '.'),
  };
  const both = proof[','] !== undefined && proof['.'] !== undefined;
  const mark =
    stated ??
    (both ? null : proof[','] !== undefined ? ',' : proof['.'] !== undefined ? '.' : null);
  const read = new Map<string, '.' | ','>();
  const ways = new Map<string, '.' | ','>();
  const ambiguous: MarkEvidence[] = [];
  const asText = new Set<string>();
  const notes: Note[] = [];
  const keep = (column: MarkEvidence, count: number, why: string): void => {
    asText.add(column.name);
    notes.push(
      note(
        'kept_as_text',
        column.name,
        count,
        `${cells(count)} ${why}: the column is kept as text.`,
      ),
    );
  };

  const isOfCommaGroups = columns.some(({ name }) => withoutDecimalComma.test(name));
  // As SAP writes them; whole numbers alone may be ages from 65 on, grades and years.
  const isMinusBehind = columns.some((column) => column.behind > 0 && !isBare(column));
  for (const column of columns) {
    const { name, present, dotted, commaed, signed, beside, example } = column;
    if (beside === '%' || readable(column) !== present) continue;
    if (isBare(column) && column.untidy === 0) continue;
    if (isBare(column) && column.behind > 0 && !isMinusBehind) {
      keep(
        column,
        column.behind,
        `such as '${column.behindExample}' ${form(column.behind, 'ends', 'end')} in a minus and may be ` +
          form(
            column.behind,
            'a negative number, an open range or a grade',
            'negative numbers, open ranges or grades',
          ),
      );
      continue;
    }
    // As telephone numbers are written; decimals would show their mark.
    if (signed >= most * present && column.commaAlone + column.pointAlone === 0) continue;
    if (column.lakhs > 0 && column.thousands > 0) {
      keep(
        column,
        present,
        'may be grouped as in India in some and by thousands in others, which could be a mistake',
      );
      continue;
    }
    const shown = shownBy(column);
    if (shown === null && column.commaAlone > 0) {
      const fewer = Math.min(column.commaAlone, column.pointAlone);
      if (stated === undefined && fewer >= some * present)
        keep(
          column,
          present,
          `have different decimal marks, such as '${column.pointExample}' and '${column.commaExample}'`,
        );
      if (stated === undefined) continue;
    }
    if (stated !== undefined) {
      const misfits = present - (stated === ',' ? column.comma : column.point);
      if (misfits > 0)
        keep(
          column,
          misfits,
          `${form(misfits, 'does', 'do')} not fit the decimal ${words[stated].sign} that is ` +
            `stated, such as '${stated === ',' ? column.pointExample : column.commaExample}'`,
        );
      else take(column, stated);
      continue;
    }
    const way = shown ?? mark ?? (beside !== null && withPoint.has(beside) ? '.' : null);
    if (way !== null) {
      take(column, way);
      const against = proof[other(way)];
      if (both && way === '.' && against !== undefined)
        notes.push(
          note(
            'mixed_decimal_marks',
            name,
            present,
            `${cells(present)} ${form(present, 'is read as a number', 'are read as numbers')} ` +
              `with ${words[way].one}, while column '${against.name}' has ` +
              `${words[other(way)].many}: if they are codes, times or versions, state the column ` +
              'in text_columns.',
          ),
        );
    } else if (dotted + commaed === 0 && (!isBare(column) || delimiter === ';')) {
      // Whole numbers with a unit or between spaces; (1) among bare ones may be a footnote.
      take(column, delimiter === ';' ? ',' : '.');
    } else if (both) {
      if (dotted > 0)
        keep(
          column,
          present,
          `such as '${example}' may have decimal points or thousands separators, and the file ` +
            'has numbers of both kinds',
        );
    } else if (dotted > 0 && commaed > 0) {
      ambiguous.push(column);
      keep(
        column,
        present,
        `such as '${example}' may have decimal marks or thousands separators, points in some and commas in others`,
      );
    } else if (commaed > 0 && dotted === 0 && isOfCommaGroups) {
      take(column, '.');
    } else if (delimiter === ';' || dotted > 0) {
      guess(column, delimiter === ';' ? ',' : '.');
    } else if (commaed > 0) {
      ambiguous.push(column);
      asText.add(name);
      const { whole, decimals } = readingsOf(example);
      notes.push(
        note(
          'ambiguous_decimal_mark',
          name,
          present,
          `${cells(present)} such as '${example}' ${form(present, 'is', 'are')} kept as text; ` +
            `they could be whole numbers with thousands separators (${whole}) or decimals ` +
            `(${decimals}). State the decimal mark '.' for the first, ',' for the second ` +
            '(decimal_mark).',
        ),
      );
    }
  }
  return { mark, read, ways, ambiguous, asText, notes };

  function take(column: MarkEvidence, way: '.' | ','): void {
    const { field, name, present, dotted, commaed, spaced, signed, beside } = column;
    ways.set(field, way);
    const decimals = way === ',' ? commaed : dotted;
    const groups = spaced + (way === ',' ? dotted : commaed);
    if (beside !== null)
      notes.push(
        note(
          'currency',
          name,
          present,
          `${cells(present)} ${form(present, 'is an amount', 'are amounts')} in ${nameOfBeside(beside)} and ` +
            `${form(present, 'is read as a number', 'are read as numbers')}.`,
        ),
      );
    notes.push(...signNotes(column));
    if (
      beside !== null ||
      column.untidy > 0 ||
      signed > 0 ||
      groups > 0 ||
      (way === ',' && decimals > 0)
    )
      read.set(field, way);
    const said = form(present, 'is read as a number', 'are read as numbers');
    if (way === ',' && decimals > 0)
      notes.push(
        note('interpreted', name, present, `${cells(present)} ${said} with a decimal comma.`),
      );
    else if (groups > 0 && (beside === null || way === ','))
      notes.push(
        note(
          'interpreted',
          name,
          present,
          `${cells(present)} ${said} with thousands separators${because(column, way)}.`,
        ),
      );
  }

  /** What shows that a point in this column parts thousands, where its own cells do not. */
  function because({ commaAlone, dotted }: MarkEvidence, way: '.' | ','): string {
    const shows = proof[way];
    return way === '.' ||
      dotted === 0 ||
      commaAlone > 0 ||
      stated !== undefined ||
      shows === undefined
      ? ''
      : `, since column '${shows.name}' has decimal commas`;
  }

  function guess(column: MarkEvidence, way: '.' | ','): void {
    ambiguous.push(column);
    ways.set(column.field, way);
    if (way === ',' || column.untidy > 0) read.set(column.field, way);
    notes.push(...signNotes(column));
    notes.push(ambiguity(column, way));
  }
}
