import { AppError } from './errors.ts';
import { namesMeaning } from './synonyms.ts';

/** Names further apart are other names, however long they are. */
const furthest = 12;
const compared = 100;

/** In a name this short two other letters make another name. */
const fewLetters = 3;

const inOrder = (name: string): string => name.split('').toSorted().join('');

const shortened = (name: string): string =>
  // A few capitals become two small letters.
  name.slice(0, compared).toLowerCase().slice(0, compared);

/** Two rows of the table of distances, used again: names are compared by the thousand. */
const rows = [new Uint8Array(compared + 1), new Uint8Array(compared + 1)] as const;

/**
 * Levenshtein distance of texts of at most a hundred characters; some number above `most` where it is
 * more. Only cells within `most` of the diagonal can hold less (Ukkonen), so that a name costs its
 * length times `most` at the worst.
 */
function distance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let [previous, row] = rows;
  for (let j = 0; j <= to.length; j++) previous[j] = j;
  for (let i = 1; i <= from.length; i++) {
    const [first, last] = [Math.max(1, i - most), Math.min(to.length, i + most)];
    // Beside the band, what is read of this row: nothing there is within `most`.
    row[first - 1] = first === 1 ? i : most + 1;
    if (last < to.length) row[last + 1] = most + 1;
    let least = row[first - 1] ?? 0;
    for (let j = first; j <= last; j++) {
      const substitution =
        (previous[j - 1] ?? 0) + (from.charCodeAt(i - 1) === to.charCodeAt(j - 1) ? 0 : 1);
      const cost = Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [previous, row] = [row, previous];
  }
  return previous[to.length] ?? 0;
}

/** Whether a name has a word among its words, as `hire_date` has `date`. */
const hasWord = (name: string, word: string): boolean => {
  const words = shortened(name).split(/[^\p{L}\p{N}]+/u);
  return words.length > 1 && words.includes(word);
};

/**
 * At most three known names that someone may have meant: those that mean the same, as `lag` and
 * `previous`, else those that have the name as a word, else those that are written nearly so,
 * nearest first. What is but one letter away comes before all that only have the word.
 */
export function nearestNames(wanted: string, known: readonly string[]): string[] {
  const meaning = namesMeaning(wanted.slice(0, compared));
  const alike = known.filter((name) => meaning.includes(name));
  if (alike.length > 0) return alike.slice(0, 3);
  const short = shortened(wanted);
  const nearest: { readonly name: string; readonly far: number }[] = [];
  let most = Math.min(furthest, Math.max(2, Math.floor(short.length / 2)));
  for (const name of known) {
    const far = distance(short, shortened(name), most);
    // Names that have no letter in common are not near, however short they are.
    if (far > most || far >= Math.max(short.length, name.length)) continue;
    if (far > 1 && short.length <= fewLetters && inOrder(short) !== inOrder(shortened(name)))
      continue;
    const place = nearest.findIndex((other) => other.far > far);
    nearest.splice(place === -1 ? nearest.length : place, 0, { name, far });
    // Of equally near names the first ones count, so a fourth has to be nearer.
    if (nearest.length > 3) nearest.pop();
    if (nearest.length === 3) most = Math.max(0, Math.min(most, (nearest[2]?.far ?? most) - 1));
  }
  const holding = short.length < fewLetters ? [] : known.filter((name) => hasWord(name, short));
  const written =
    holding.length === 0
      ? nearest
      : nearest.filter(({ name, far }) => far <= 1 && !holding.includes(name));
  return [...written.map(({ name }) => name), ...holding].slice(0, 3);
}

const listed = 20;

/**
 * What there is where nothing is near a name that someone wrote: the first names, and how many
 * there are. `write` makes of each what can be written in its place.
 */
export function sayNames(names: readonly string[], write: (name: string) => string): string {
  if (names.length === 0) return 'There are no columns.';
  const first = names.slice(0, listed).map((name) => write(name.slice(0, compared)));
  return names.length <= listed
    ? `The columns are ${first.join(', ')}.`
    : `The first ${listed} of ${names.length} columns are ${first.join(', ')}.`;
}

/** The column with this exact name, else unknown_column with the nearest names. */
export function findColumn<Column extends { readonly name: string }>(
  columns: readonly Column[],
  name: string,
): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column;
  const names = columns.map((candidate) => candidate.name);
  const suggestions = nearestNames(name, names);
  const hint =
    suggestions.length > 0
      ? ` Did you mean ${suggestions.map((suggestion) => `'${suggestion}'`).join(' or ')}?`
      : '';
  const fix = calculates(name, names)
    ? `Columns are named here. What is calculated is derived first, in view: {"derive": [{"name": "new", "expression": ${JSON.stringify(name.slice(0, 100))}}]}; then name 'new'.`
    : suggestions.length === 0
      ? sayNames(names, (known) => JSON.stringify(known))
      : undefined;
  throw new AppError('unknown_column', `There is no column '${name.slice(0, 100)}'.${hint}`, {
    column: name.slice(0, 100),
    suggestions,
    ...(fix === undefined ? {} : { fix }),
  });
}

/** Whether a name is rather an expression: a sign or a call beside the name of a column. */
const calculates = (name: string, names: readonly string[]): boolean => {
  const words = new Set(name.match(/[\p{L}\p{N}_]+/gu));
  return /\w\(|[+*/^]|\s-\s/.test(name) && names.some((known) => words.has(known));
};
