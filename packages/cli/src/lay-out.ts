import stringWidth from 'string-width';

/** A table as text: every cell is written. */
export interface Written {
  readonly headers: readonly string[];
  readonly body: readonly (readonly string[])[];
  /** Of each column, whether it holds numbers, which end at one edge. */
  readonly isNumber: readonly boolean[];
}

/** Lines of a table; some are headers. */
export interface Line {
  readonly text: string;
  readonly isHeader: boolean;
}

const gap = 2;
/** A text is cut to this where a table is too wide. */
const widestText = 30;
/** A table is turned where that takes at most so many pieces below one another. */
const mostPieces = 3;

/**
 * The lines of a table. Where it is wider than `width`, a table of more columns than rows is turned,
 * so that a row is a column, in several pieces if need be; of others columns are left out, and a
 * last line names them.
 */
export function layOut(table: Written, width: number | undefined): Line[] {
  const widths = widthsOf(table);
  const isFact = table.headers.every((name) => name === '');
  if (width === undefined || isFact || totalOf(widths) <= width) return linesOf(table, widths);
  if (table.headers.length > table.body.length + 1) {
    const pieces = turned(table, width);
    if (pieces !== null && pieces.length <= mostPieces)
      return pieces.flatMap((piece, at) => [
        ...(at === 0 ? [] : [{ text: '', isHeader: false }]),
        ...linesOf(piece, widthsOf(piece)),
      ]);
  }
  return narrowed(table, width);
}

const widthsOf = ({ headers, body }: Written): number[] =>
  headers.map((name, at) =>
    Math.max(stringWidth(name), ...body.map((row) => stringWidth(row[at] ?? ''))),
  );
const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, one) => sum + one, 0) + gap * Math.max(0, widths.length - 1);

function linesOf({ headers, body, isNumber }: Written, widths: readonly number[]): Line[] {
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => {
        const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - stringWidth(cell)));
        return isNumber[at] === true ? `${space}${cell}` : `${cell}${space}`;
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return [
    ...(headers.every((name) => name === '') ? [] : [{ text: line(headers), isHeader: true }]),
    ...body.map((row) => ({ text: line(row), isHeader: false })),
  ];
}

/** The table with a column for each row; null where one of them is wider than the whole width. */
function turned({ headers, body }: Written, width: number): Written[] | null {
  const [label = '', ...names] = headers;
  const labels = Math.max(stringWidth(label), ...names.map((name) => stringWidth(name)));
  const pieces: (readonly string[])[][] = [];
  let room = 0;
  for (const row of body) {
    const needed = gap + Math.max(...row.map((cell) => stringWidth(cell)));
    if (labels + needed > width) return null;
    if (needed > room) {
      pieces.push([]);
      room = width - labels;
    }
    room -= needed;
    pieces.at(-1)?.push(row);
  }
  return pieces.map((rows) => ({
    headers: [label, ...rows.map(([name = '']) => name)],
    body: names
      .map((name, at) => [name, ...rows.map((row) => row[at + 1] ?? '')])
      .filter(([, ...cells]) => cells.some((cell) => cell !== '')),
    isNumber: [false, ...rows.map(() => true)],
  }));
}

/** The columns from the left that fit, with texts cut, and a line that names the others. */
function narrowed(table: Written, width: number): Line[] {
  const most = widestThatFits(widthsOf(table), width) ?? Math.min(widestText, width);
  const cut: Written = {
    ...table,
    headers: table.headers.map((name) => shortened(name, most)),
    body: table.body.map((row) => row.map((cell) => shortened(cell, most))),
  };
  const widths = widthsOf(cut);
  let shown = 1;
  while (shown < widths.length && totalOf(widths.slice(0, shown + 1)) <= width) shown += 1;
  const left = cut.headers.slice(shown);
  const said =
    left.length === 0
      ? 'Texts that end in … are cut; --format json has all.'
      : `${left.length} ${left.length === 1 ? 'column does' : 'columns do'} not fit: ${left.join(', ')}. --format json has all.`;
  return [
    ...linesOf(
      {
        headers: cut.headers.slice(0, shown),
        body: cut.body.map((row) => row.slice(0, shown)),
        isNumber: cut.isNumber.slice(0, shown),
      },
      widths,
    ),
    ...wrapped(said, width).map((text) => ({ text, isHeader: false })),
  ];
}

/** To how many characters texts are cut where all columns then fit; null where none is enough. */
function widestThatFits(widths: readonly number[], width: number): number | null {
  for (let most = width; most >= widestText; most -= 1)
    if (totalOf(widths.map((one) => Math.min(one, most))) <= width) return most;
  return null;
}

function shortened(text: string, most: number): string {
  if (stringWidth(text) <= most) return text;
  let short = '';
  for (const sign of text) {
    if (stringWidth(short + sign) > most - 1) break;
    short += sign;
  }
  return `${short}…`;
}

/** A text in lines of so many characters; a longer word has a line of its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || stringWidth(line) + 1 + stringWidth(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
