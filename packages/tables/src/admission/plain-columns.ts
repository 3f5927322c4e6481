import { dateParts, yesNoPairs, zoneAtEnd } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { askColumns } from '../database/ask-columns.ts';
import type { Layers, Part } from '../database/layers.ts';
import { literal } from '../database/sql.ts';
import {
  hasClock,
  isMonth,
  looksLike,
  withoutWeekday,
  writePlainly,
} from '../reading/write-plainly.ts';
import { typedForms } from './classify-values.ts';
import { cells, keptAsText, readAsBoolean, type Note } from './column-notes.ts';
import { hasOtherDigits, isNumberOfOtherDigits, numberOfOtherDigits } from './other-digits.ts';
import { isMissing } from './missing-words.ts';
import { doubtsOfNames, type PlainDoubt } from './plain-doubts.ts';

interface PresentColumn {
  readonly field: string;
  readonly name: string;
  /** Present cells of a sample, without the spaces around them. */
  readonly present: readonly string[];
}

/** A way to write cells that mean one thing, which the plain types do not take. */
interface PlainForm {
  readonly as: 'date' | 'datetime' | 'time' | 'boolean' | 'formula' | 'digits';
  readonly note: (name: string, count: number) => Note;
  readonly doubts?: readonly PlainDoubt[];
}

/** A column with such cells, its plain text and how many cells have it. */
export interface PlainColumn extends PresentColumn {
  readonly form: PlainForm;
}

const interpreted =
  (one: string, many: string): PlainForm['note'] =>
  (column, count) => ({
    code: 'interpreted',
    message: `${cells(count)} ${count === 1 ? one : many}.`,
    column,
    count,
    rows: [],
    examples: [],
  });

/** A zone at the end, or before the year that is there. */
const zoneForm =
  String.raw`(?::[0-9]{2}|^[0-9]{8}[Tt][0-9]{4,6})(?:[.,][0-9]+)?(?:[ \t]*${dateParts.half})?` +
  `(?: *${zoneAtEnd}| ${dateParts.zone} [0-9]{4}$)`;
const zone = new RegExp(zoneForm);
const shortYear = /^(?!.*\d{4}).*\d{2}(?!.*\p{L}{3})/u;

const nearlyAll = (present: readonly string[], test: (cell: string) => boolean): boolean =>
  present.filter(test).length >= 0.9 * present.length;
const [day, clock, moment, zoned] = [
  typedForms.date,
  typedForms.time,
  typedForms.timestamp,
  typedForms.timestamptz,
].map((form) => new RegExp(`^(?:${form})$`));
/** All are written in one of the plain ways; dates among moments are midnights. */
const isPlain = (present: readonly string[]): boolean =>
  [day, clock, moment, zoned].some((test) => present.every((cell) => test?.test(cell) === true));

const formula = /^="[^"]*"$/;
const yearFirst = /^\d{4}/;

/** The form that nearly all cells of a column have; null where it needs none or has none. */
function formOf({ present }: PresentColumn): PlainForm | null {
  if (present.length === 0) return null;
  if (nearlyAll(present, (cell) => formula.test(cell)))
    return {
      as: 'formula',
      note: interpreted(
        'is a formula of Excel that says a text, as ="01", and is read as the text',
        'are formulas of Excel that say a text, as ="01", and are read as the text',
      ),
    };
  if (present.some(hasOtherDigits) && nearlyAll(present, isNumberOfOtherDigits))
    return {
      as: 'digits',
      note: interpreted(
        'is a number in digits of another script and is read as a number',
        'are numbers in digits of another script and are read as numbers',
      ),
    };
  if (isAnswer(present)) return { as: 'boolean', note: readAsBoolean };
  if (isPlain(present)) return null;
  if (nearlyAll(present, (cell) => looksLike('time', cell)))
    return {
      as: 'time',
      note: interpreted('is read as a time of day', 'are read as times of day'),
    };
  // Numbers alone do not say which of them is the day.
  const isDate = (cell: string): boolean =>
    looksLike('datetime', cell) &&
    !/[.,]\d{6}0*[1-9]/.test(cell) &&
    !isMonth(cell) &&
    (yearFirst.test(cell) || /\p{L}{3}/u.test(cell));
  if (!nearlyAll(present, isDate)) return null;
  const beginsWithYear = present.every((cell) => yearFirst.test(withoutWeekday(cell)));
  const [how, hows] = beginsWithYear
    ? ['begins with the year', 'begin with the year']
    : ['names its month', 'name their month'];
  const clocks = present.filter(hasClock).length;
  const end =
    (present.some((cell) => zone.test(cell)) ? ', in UTC' : '') +
    (present.some((cell) => shortYear.test(cell))
      ? '; years of two digits are read as 1969 to 2068'
      : '') +
    (clocks > 0 && clocks < present.length ? '; those without a time are read as midnight' : '');
  return {
    as: clocks > 0 ? 'datetime' : 'date',
    ...(beginsWithYear ? {} : { doubts: doubtsOfNames(present) }),
    note: interpreted(
      `is read as a date that ${how}${end}`,
      `are read as dates that ${hows}${end}`,
    ),
  };
}

/** Nearly all cells are words of one language for yes and no; true and false need no reading. */
function isAnswer(present: readonly string[]): boolean {
  // Two capitals may be codes of countries: NO and SI, DA and NE.
  if (present.every((cell) => /^\p{Lu}{2}$/u.test(cell))) return false;
  return yesNoPairs
    .slice(1)
    .some((pair) => nearlyAll(present, (cell) => pair.includes(cell.toLowerCase())));
}

export const plainColumnsOf = (columns: readonly PresentColumn[]): PlainColumn[] =>
  columns.flatMap((column) => {
    const form = formOf(column);
    return form === null ? [] : [{ ...column, form }];
  });

/** The plain text of a cell of the column; the text is a column without spaces around it. */
export const plainText = ({ form: { as } }: PlainColumn, text: Part, layers: Layers): Part =>
  as === 'formula'
    ? {
        ...text,
        text: `(case when regexp_full_match(${text.text}, '="[^"]*"') then ${text.text}[3:-2] end)`,
      }
    : as === 'digits'
      ? { ...text, text: numberOfOtherDigits(text.text) }
      : writePlainly(text, as, { order: null, lenient: false }, layers);

/**
 * Which of the columns can be read so in every present cell, and the notes that say it; of yes and
 * no both must occur, since NO alone may be Norway.
 */
export async function askForPlain(
  connection: DuckDBConnection,
  table: string,
  columns: readonly PlainColumn[],
  rows: number,
): Promise<{ read: PlainColumn[]; notes: Note[] }> {
  const answers = await askColumns(connection, table, columns, questionsOf, rows);
  const counted = columns.map((column, i) => countedOf(column, (answers[i] ?? []).map(Number)));
  const taken = counted.filter(({ isRead }) => isRead);
  return {
    read: taken.map(({ column }) => column),
    notes: counted.flatMap(({ column: { name, form }, present, isRead, doubt }) =>
      isRead ? [form.note(name, present)] : (doubt ?? []),
    ),
  };
}

interface Counted {
  readonly column: PlainColumn;
  readonly present: number;
  readonly isRead: boolean;
  /** Why it is not read though every cell can be. */
  readonly doubt: Note | null;
}

function questionsOf(column: PlainColumn, field: string, layers: Layers): string[] {
  const { form } = column;
  const text = layers.hoist({ text: `trim(${field})`, values: [], level: 0 });
  const present = layers.hoist({
    text: `(case when ${field} is null or ${text.text} = '' or ${isMissing(text.text)} then null else ${text.text} end)`,
    values: [],
    level: text.level,
  }).text;
  const plain = layers.hoist(plainText(column, text, layers)).text;
  const says = (answer: string): string =>
    form.as === 'boolean' ? `${present} is not null and ${plain} = '${answer}'` : 'false';
  return [
    `count(${present})::double`,
    `count_if(${present} is not null and ${plain} is not null)::double`,
    `count_if(regexp_matches(${present}, ${literal(zoneForm)}))::double`,
    `count_if(${says('true')})::double`,
    `count_if(${says('false')})::double`,
    ...(form.doubts ?? []).map(
      ({ counts }) => `count_if(${present} is not null and ${counts(present)})::double`,
    ),
  ];
}

function countedOf(column: PlainColumn, answers: readonly number[]): Counted {
  const doubts = column.form.doubts ?? [];
  const [present = 0, fits = 0, zones = 0, yes = 0, no = 0, ...doubtful] = answers;
  // Times with and without a zone are of different clocks.
  const isRead =
    present > 0 &&
    present === fits &&
    (zones === 0 || zones === present) &&
    (column.form.as !== 'boolean' || (yes > 0 && no > 0));
  if (!isRead) return { column, present, isRead, doubt: null };
  const found = doubts.findIndex(({ isDoubt }, j) => isDoubt(doubtful[j] ?? 0));
  const doubt = doubts[found];
  return {
    column,
    present,
    isRead: doubt === undefined,
    doubt:
      doubt === undefined
        ? null
        : keptAsText(column.name, ...doubt.says(doubtful[found] ?? 0, present)),
  };
}
