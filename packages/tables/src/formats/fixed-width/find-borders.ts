/** The lines that borders are found from. */
export const lookedAt = 2000;

/** Characters of a line as units, so that one beyond the basic plane counts once. */
export const charactersOf = (line: string): string[] => Array.from(line);

/** A line of dashes that marks the columns, as `---- ------ --`. */
export const isRuling = (line: string): boolean =>
  /^\s*[-=]{2,}(?:\s+[-=]+)*\s*$/.test(line) || /^\s*[-=]+(?:\s+[-=]+)+\s*$/.test(line);

/**
 * Where columns begin (0-based characters): below a ruling where there is one, else where the
 * blanks of all lines end. Null where no blanks go through all lines.
 */
export function findBorders(lines: readonly string[]): number[] | null {
  const ruling = lines.find(isRuling);
  if (ruling !== undefined) {
    const begins = [...ruling.matchAll(/[-=]+/g)].map(({ index }) => index);
    return begins.length > 1 ? begins : null;
  }
  const rows = lines.filter((line) => line.trim() !== '').map(charactersOf);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const filled = Array.from({ length: width }, () => 0);
  for (const row of rows)
    row.forEach((sign, i) => {
      if (sign.trim() !== '') filled[i] = (filled[i] ?? 0) + 1;
    });
  const begins = filled.flatMap((count, i) =>
    count > 0 && (i === 0 || filled[i - 1] === 0) ? [i] : [],
  );
  const borders = columnsOf(rows, begins);
  return rows.length > 1 && borders.length > 1 ? borders : null;
}

/**
 * Of the places where blanks end, those where columns begin. Words without a name are the last of
 * the texts before them, or the first of those behind them where the column before ends at one
 * place in every line, as numbers do.
 */
function columnsOf(rows: readonly string[][], begins: readonly number[]): number[] {
  const columns: number[] = [];
  let words: number | null = null;
  begins.forEach((begin, i) => {
    if (isWord(rows, begin, begins[i + 1])) {
      words ??= begin;
      return;
    }
    columns.push(words !== null && areFirstWords(rows, words, begin) ? words : begin);
    words = null;
  });
  return columns;
}

const isFilled = (row: readonly string[], at: number): boolean => (row[at] ?? '').trim() !== '';

/** Whether words from here on belong to what begins at `named`, one blank behind them. */
const areFirstWords = (rows: readonly string[][], words: number, named: number): boolean =>
  rows.every((row) => isFilled(row, words - 2)) &&
  rows.every((row) => row.slice(words, named).join('').trim() === '' || isFilled(row, named - 2));

/** Whether what begins here follows one blank wherever it is, and the line of names has none for it. */
function isWord(
  [names = [], ...rows]: readonly string[][],
  begin: number,
  end: number | undefined,
): boolean {
  const isEmpty = (row: readonly string[]): boolean => row.slice(begin, end).join('').trim() === '';
  return (
    begin > 1 &&
    !names.some((sign) => /\d/.test(sign)) &&
    isEmpty(names) &&
    rows.every((row) => isEmpty(row) || isFilled(row, begin - 2))
  );
}

/** A line cut where columns begin, without the blanks around each; `crossed` where a word is cut. */
export function cutLine(
  line: string,
  begins: readonly number[],
): { fields: string[]; crossed: boolean } {
  const signs = charactersOf(line);
  let crossed = false;
  const fields = begins.map((begin, i) => {
    const [before, first] = [signs[begin - 1], signs[begin]];
    if (
      i > 0 &&
      before !== undefined &&
      first !== undefined &&
      before.trim() !== '' &&
      first.trim() !== ''
    )
      crossed = true;
    return signs
      .slice(i === 0 ? 0 : begin, begins[i + 1])
      .join('')
      .trim();
  });
  return { fields, crossed };
}
