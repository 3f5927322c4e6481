/** How the first record of a table is taken. */
export interface HeaderJudgement {
  /** Whether it holds names. */
  readonly names: boolean;
  /** The other answer is about as likely. */
  readonly doubtful: boolean;
}

/** A cell of the first record above a column of text. */
interface TextAbove {
  readonly isUsual: boolean;
  readonly isRepeated: boolean;
  /** No cell below has letters of the same case. */
  readonly isOtherCase: boolean;
}

/** A first record with numbers above columns of numbers. */
interface NumbersAbove {
  readonly first: readonly string[];
  readonly body: readonly (readonly string[])[];
  /** Columns of the numbers in the first record. */
  readonly numbered: readonly number[];
  /** How many cells are of another kind than the typed column below them, and how many are not. */
  readonly unlike: number;
  readonly alike: number;
  /** The cells above columns of text. */
  readonly texts: readonly TextAbove[];
}

export const asNumber = (cell: string): number | null => {
  const text = cell.trim().replace(/^[$€£¥]\s?|\s?[%$€£¥]$/g, '');
  if (!/^[+-]?\d+(?:[.,]\d+)?$/.test(text)) return null;
  return Number(text.replace(',', '.'));
};

/** How numbers go from cell to cell. */
interface Run {
  readonly direction: 1 | -1;
  /** All are as far apart. */
  readonly even: boolean;
}

/** Numbers that rise, or fall, from cell to cell; with `repeats`, some may be those before them. */
function runOf(numbers: readonly number[], repeats = false): Run | null {
  if (numbers.length < 2) return null;
  const all = numbers.slice(1).map((number, i) => number - (numbers[i] ?? 0));
  const steps = repeats ? all.filter((step) => step !== 0) : all;
  const [first = 0] = steps;
  const direction = first > 0 ? 1 : -1;
  if (!steps.every((step) => step * direction > 0) || steps.length === 0) return null;
  return {
    direction,
    even: steps.every((step) => Math.abs(step - first) < 1e-9 * Math.abs(first)),
  };
}

/** Evidence from which on the first record is taken for names, and within which it is doubtful. */
const [enough, doubt] = [2, 1];
/** Rows that are compared with the first record. */
const comparedRows = 100;
/** Share of the rows that may do as the first record does. */
const few = 0.2;

const isYear = (number: number): boolean =>
  Number.isInteger(number) && number >= 1500 && number <= 2200;

/** Numbers are names where they run as the rows below do not, or are of another size or writing. */
export function judgeNumbers(record: NumbersAbove): HeaderJudgement {
  const { first, body, numbered, unlike, alike, texts } = record;
  const known = numbered.map((j) => asNumber(first[j] ?? '')).filter((number) => number !== null);
  const below = numbered.map((j) =>
    body.map((row) => asNumber(row[j] ?? '')).filter((number) => number !== null),
  );
  const isOutside = outside(known, below);
  const named =
    texts.length > 0 && texts.every(({ isUsual, isRepeated }) => isUsual && !isRepeated);
  if (known.length < 2 && unlike === 0) {
    if (known.length === 1 && named && isOutside) return { names: true, doubtful: true };
    // One year far from other numbers: a name beside a word that is written as none below it.
    const isYearAbove =
      known.length === 1 &&
      known.every(isYear) &&
      texts.length > 0 &&
      !texts.some(({ isRepeated }) => isRepeated) &&
      !haveYears(known, below) &&
      farFrom(known, below);
    return {
      names: isYearAbove && texts.some(({ isOtherCase }) => isOtherCase),
      doubtful: named || isYearAbove,
    };
  }
  const several = known.length >= 2;
  const years = known.every(isYear);
  // Numbers on both sides of a text are no series.
  const isSeries = numbered.every((j, k) => j === (numbered[0] ?? 0) + k);
  const run = isSeries || years ? runOf(known, years) : null;
  const rows = body
    .slice(0, comparedRows)
    .map((row) => runOf(numbered.map((j) => asNumber(row[j] ?? '')).filter((n) => n !== null)));
  const isRare = (test: (other: Run) => boolean): boolean =>
    rows.filter((other) => other !== null && test(other)).length <= few * rows.length;
  // Values fall as often as they rise; names that are no years seldom fall.
  const usual = run?.direction === 1 || years ? 1 : 0.5;
  let evidence = unlike > 0 ? 1.5 + (unlike > alike ? 2 : 0) : 0;
  if (several && run !== null && isRare(({ direction }) => direction === run.direction))
    evidence += usual * Math.min(1.5, 0.5 * known.length);
  if (
    known.length >= 3 &&
    run?.even === true &&
    isRare(({ direction, even }) => even && direction === run.direction)
  )
    evidence += usual;
  const isFar = several && farFrom(known, below);
  const apart = several && years && run !== null && !haveYears(known, below);
  if (isFar || (apart && isOutside)) evidence += 2;
  else if (several && isOutside) evidence += 1;
  if (apart) evidence += run.even ? 1.5 : 1;
  const whole = several && known.every(Number.isInteger);
  if (whole && numbered.every((j) => body.some((row) => /\d[.,]\d/.test(row[j] ?? ''))))
    evidence += 1;
  if (named) evidence += Math.min(2, texts.length);
  if (years && run?.even === true) evidence += 0.5;
  if (several && hasBlankCorner(first, body)) evidence += countsOn(known) ? 2 : 1;
  if (texts.some(({ isRepeated }) => isRepeated) || countsDown(first, body)) evidence -= 3;
  if (run === null && unlike === 0) evidence -= isFar ? 0.5 : 1;
  const names = evidence >= enough;
  // Without a word among the names, numbers that run may be values all the same.
  const bare = texts.length === 0 && unlike === 0 && !years;
  return {
    names,
    doubtful: (run !== null || isFar) && (Math.abs(evidence - enough) < doubt || (names && bare)),
  };
}

/** The first cells are numbers equally far apart, that of the first record too: numbers of rows. */
function countsDown([top = '']: readonly string[], body: readonly (readonly string[])[]): boolean {
  const column = [top, ...body.slice(0, comparedRows).map(([cell = '']) => cell)].map(asNumber);
  const numbers = column.filter((number) => number !== null);
  return body.length > 1 && numbers.length === column.length && runOf(numbers)?.even === true;
}

/** Every number lies above, or every one below, all that is in its column. */
function outside(numbers: readonly number[], below: readonly (readonly number[])[]): boolean {
  const isBeyond = (test: (other: number, number: number) => boolean): boolean =>
    numbers.every((number, k) => {
      const others = below[k] ?? [];
      return others.length > 0 && others.every((other) => test(other, number));
    });
  return (
    numbers.length > 0 &&
    (isBeyond((other, number) => other < number) || isBeyond((other, number) => other > number))
  );
}

/** Every number is further from all that is in its column than these are from each other. */
const farFrom = (numbers: readonly number[], below: readonly (readonly number[])[]): boolean =>
  numbers.every((number, k) => {
    const others = below[k] ?? [];
    const [least, most] = others.reduce(
      ([low, high], other) => [Math.min(low, other), Math.max(high, other)],
      [Infinity, -Infinity],
    );
    return others.length > 1 && Math.max(least - number, number - most) > most - least;
  });

/** Years within which, around those of the first record, other years would be. */
const span = 30;
const someYears = 0.1;

/** Numbers below are years as well. */
function haveYears(years: readonly number[], below: readonly (readonly number[])[]): boolean {
  const numbers = below.flat();
  const [from, to] = [Math.min(...years) - span, Math.max(...years) + span];
  const near = numbers.filter((number) => isYear(number) && number >= from && number <= to);
  return numbers.length === 0 || near.length > someYears * numbers.length;
}

/** Share of the rows that begin with a cell that is not empty. */
const mostRows = 0.7;

/** The first cell alone is empty, and not so in the rows: above the names of rows is no name. */
const hasBlankCorner = (first: readonly string[], body: readonly (readonly string[])[]): boolean =>
  first.every((cell, j) => (cell.trim() === '') === (j === 0)) &&
  body.filter(([cell = '']) => cell.trim() !== '').length >= mostRows * body.length;

/** 0, 1, 2, and so on, or 1, 2, 3: places, as programs call columns without names. */
const countsOn = (numbers: readonly number[]): boolean =>
  numbers.every((number, i) => number === i + (numbers[0] === 1 ? 1 : 0));
