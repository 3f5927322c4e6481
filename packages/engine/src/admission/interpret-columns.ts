import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../query/sql.ts';
import { allMissing } from './classify-values.ts';
import { cells, type Note } from './column-notes.ts';
import { oneOf } from './plain-reading.ts';

/** What a person may state about how cells are written. */
export interface StatedWriting {
  readonly decimal_mark?: '.' | ',' | undefined;
  readonly date_order?: 'dmy' | 'mdy' | undefined;
  /** Columns to be kept as text, whatever they look like. */
  readonly text_columns?: readonly string[] | undefined;
}

export interface Interpreted {
  /** SQL of the table with its cells written the plain way. */
  readonly table: string;
  readonly decimalMark: '.' | ',';
  readonly dateOrder: 'dmy' | 'mdy' | null;
  readonly notes: Note[];
}

const group = String.raw`[.'’ \x{00a0}\x{202f}]`;
/** 1.234,56 and 1234,5: a comma before the fraction. */
const commaForm = `[+-]?(?:[0-9]+|[0-9]{1,3}(?:${group}[0-9]{3})+)(?:,[0-9]+)?`;
const pointGroup = String.raw`[,'’ \x{00a0}\x{202f}]`;
/** 1,234.56 and 1 234: a sign between the thousands. */
const pointForm = String.raw`[+-]?(?:[0-9]+|[0-9]{1,3}(?:${pointGroup}[0-9]{3})+)(?:\.[0-9]+)?`;
const numberLike = /^[+-]?[0-9][0-9.,'’ \u00a0\u202f]*$/;
const dateForm = String.raw`([0-9]{1,2})([/.-])([0-9]{1,2})[/.-]([0-9]{4})((?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)?)`;
const dateLike = new RegExp(`^${dateForm}$`);

/** Signs and codes of currencies that an amount may stand beside. */
const currencies = ['$', '€', '£', '¥', 'USD', 'EUR', 'GBP', 'CHF'];
/** Where these are written, a comma before three digits parts thousands. */
const withPoint: ReadonlySet<string> = new Set(['$', '£', '¥', 'USD', 'GBP']);

interface Asked {
  readonly field: string;
  readonly name: string;
  readonly kind: 'number' | 'date';
  /** What stands beside every number of the column. */
  readonly currency: string | null;
}

/** SQL of a cell without the currency beside it. */
const bare = ({ field, currency }: Pick<Asked, 'field' | 'currency'>): string => (currency === null ? `trim(${field})` : `replace(replace(trim(${field}), ${literal(currency)}, ''), ' ', '')`);

/** What all cells of a column say: how many are present, and how many are written one way, the other way, and one way alone. */
interface Answer extends Asked {
  readonly present: number;
  readonly first: number;
  readonly second: number;
  readonly firstAlone: number;
  readonly secondAlone: number;
  readonly dotted: number;
}

/**
 * Columns whose numbers have decimal commas, thousands separators or one currency beside them, or whose dates begin with the day or the month, where
 * the whole column (or another one of the file, or a person) leaves one way to read them. Others stay as they are.
 */
export async function interpretColumns(
  connection: DuckDBConnection,
  table: string,
  names: readonly string[],
  sample: readonly (readonly string[])[],
  stated: StatedWriting,
  delimiter: string,
): Promise<Interpreted> {
  const asked = names.flatMap((name, i): Asked[] => {
    if (stated.text_columns?.includes(name) === true) return [];
    const present = sample.map((row) => (row[i] ?? '').trim()).filter((cell) => cell !== '' && !allMissing.includes(cell));
    const field = `c${i + 1}`;
    const share = (test: (cell: string) => boolean): number => present.filter(test).length / Math.max(1, present.length);
    if (share((cell) => dateLike.test(cell)) >= 0.9) return [{ field, name, kind: 'date', currency: null }];
    const currency = currencies.find((sign) => present.length > 0 && present.every((cell) => cell.includes(sign) && numberLike.test(cell.replace(sign, '').trim())));
    if (currency !== undefined) return [{ field, name, kind: 'number', currency }];
    const odd = present.some((cell) => /[,'’ \u00a0\u202f]/.test(cell)) || (present.some((cell) => /^[+-]?[0-9]{1,3}(?:\.[0-9]{3}){2,}$/.test(cell)) && share((cell) => numberLike.test(cell)) >= 0.9);
    return odd && share((cell) => numberLike.test(cell)) >= 0.9 ? [{ field, name, kind: 'number', currency: null }] : [];
  });
  if (asked.length === 0) return { table, decimalMark: stated.decimal_mark ?? '.', dateOrder: stated.date_order ?? null, notes: [] };
  const answers = await ask(connection, table, asked);
  const pointElsewhere = names.some((_, i) => !asked.some(({ field }) => field === `c${i + 1}`) && sample.some((row) => /^[+-]?[0-9]+\.[0-9]+$/.test((row[i] ?? '').trim())));
  const numbers = answers.filter(({ kind }) => kind === 'number');
  const dates = answers.filter(({ kind }) => kind === 'date');
  const comma = numbers.some(saysFirst);
  const point = numbers.some(saysSecond) || pointElsewhere;
  const mark = stated.decimal_mark ?? (comma && !point ? ',' : point && !comma ? '.' : comma || point ? null : delimiter === ';' ? ',' : null);
  const dayFirst = dates.some(saysFirst) || dates.some(({ present, dotted }) => dotted === present);
  const monthFirst = dates.some(saysSecond);
  const order = stated.date_order ?? (dayFirst && !monthFirst ? 'dmy' : monthFirst && !dayFirst ? 'mdy' : null);
  const rewritten = new Map<string, string>();
  const notes: Note[] = [];
  const say = (column: string, count: number, one: string, many: string): void => {
    notes.push({ code: 'interpreted', message: `${cells(count)} ${count === 1 ? one : many}.`, column, count, rows: [], examples: [] });
  };
  for (const answer of numbers) {
    const { field, name, present, first, second, currency } = answer;
    const way = saysFirst(answer) ? ',' : saysSecond(answer) ? '.' : (mark ?? (currency !== null && withPoint.has(currency) ? '.' : null));
    const amounts = (): void => {
      if (currency !== null) notes.push({ code: 'currency', message: `${cells(present)} ${present === 1 ? 'is an amount' : 'are amounts'} in ${currency} and ${present === 1 ? 'is read as a number' : 'are read as numbers'}.`, column: name, count: present, rows: [], examples: [] });
    };
    if (way === ',' && first === present) {
      rewritten.set(field, `replace(regexp_replace(${bare(answer)}, ${literal(group)}, '', 'g'), ',', '.')`);
      amounts();
      say(name, present, 'is read as a number with a decimal comma', 'are read as numbers with a decimal comma');
    } else if (way === '.' && second === present) {
      rewritten.set(field, `regexp_replace(${bare(answer)}, ${literal(pointGroup)}, '', 'g')`);
      amounts();
      if (currency === null) say(name, present, 'is read as a number with thousands separators', 'are read as numbers with thousands separators');
    }
  }
  for (const answer of dates) {
    const way = saysFirst(answer) ? 'dmy' : saysSecond(answer) ? 'mdy' : answer.dotted === answer.present ? 'dmy' : order;
    const { field, name, present } = answer;
    const fits = way === 'dmy' ? answer.first : answer.second;
    if (way === null || fits !== present) continue;
    const part = (n: number): string => `regexp_extract(trim(${field}), ${literal(`^${dateForm}$`)}, ${n})`;
    const [day, month] = way === 'dmy' ? [1, 3] : [3, 1];
    rewritten.set(field, `case when regexp_full_match(trim(${field}), ${literal(dateForm)}) then ${part(4)} || '-' || lpad(${part(month)}, 2, '0') || '-' || lpad(${part(day)}, 2, '0') || ${part(5)} else ${field} end`);
    say(name, present, `is read as a date that begins with the ${way === 'dmy' ? 'day' : 'month'}`, `are read as dates that begin with the ${way === 'dmy' ? 'day' : 'month'}`);
  }
  const numbersRead = [...rewritten.keys()].some((field) => numbers.some((answer) => answer.field === field && (saysFirst(answer) || (!saysSecond(answer) && mark === ','))));
  if (rewritten.size === 0) return { table, decimalMark: stated.decimal_mark ?? '.', dateOrder: stated.date_order ?? null, notes: [] };
  const kept = (field: string, expression: string): string => `case when ${oneOf(`trim(${field})`, allMissing)} then ${field} else ${expression} end as ${field}`;
  const selected = names.map((_, i) => {
    const expression = rewritten.get(`c${i + 1}`);
    return expression === undefined ? `c${i + 1}` : kept(`c${i + 1}`, expression);
  });
  const datesRead = dates.find(({ field }) => rewritten.has(field));
  return {
    table: `(select ${selected.join(', ')} from ${table})`,
    decimalMark: numbersRead ? ',' : '.',
    dateOrder: datesRead === undefined ? null : saysSecond(datesRead) ? 'mdy' : saysFirst(datesRead) || datesRead.dotted === datesRead.present ? 'dmy' : order,
    notes,
  };
}

/** All cells can be read the first way, and some only that way. */
const saysFirst = ({ present, first, firstAlone }: Answer): boolean => first === present && firstAlone > 0;
const saysSecond = ({ present, second, secondAlone }: Answer): boolean => second === present && secondAlone > 0;

async function ask(connection: DuckDBConnection, table: string, asked: readonly Asked[]): Promise<Answer[]> {
  const selected = asked.flatMap((one) => {
    const { field, kind, currency } = one;
    const text = bare(one);
    const present = `(${field} is not null and trim(${field}) <> '' and not ${oneOf(`trim(${field})`, allMissing)})`;
    const part = (n: number): string => `try_cast(regexp_extract(${text}, ${literal(`^${dateForm}$`)}, ${n}) as integer)`;
    const is = (form: string): string => `(regexp_full_match(${text}, ${literal(form)})${currency === null ? '' : ` and contains(${field}, ${literal(currency)})`})`;
    const [first, second] =
      kind === 'number' ? [is(commaForm), is(pointForm)] : [`(${is(dateForm)} and ${part(3)} between 1 and 12 and ${part(1)} between 1 and 31)`, `(${is(dateForm)} and ${part(1)} between 1 and 12 and ${part(3)} between 1 and 31)`];
    const dotted = kind === 'date' ? `${present} and contains(${text}, '.')` : 'false';
    return [present, `${present} and ${first}`, `${present} and ${second}`, `${present} and ${first} and not ${second}`, `${present} and ${second} and not ${first}`, dotted].map((condition) => `count_if(${condition})::double`);
  });
  const [row = []] = (await connection.runAndReadAll(`select ${selected.join(', ')} from ${table}`)).getRows();
  return asked.map((one, i) => {
    const [present = 0, first = 0, second = 0, firstAlone = 0, secondAlone = 0, dotted = 0] = row.slice(6 * i, 6 * i + 6).map(Number);
    return { ...one, present, first, second, firstAlone, secondAlone, dotted };
  });
}
