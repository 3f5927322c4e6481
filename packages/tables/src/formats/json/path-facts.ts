import type { Note } from '../../admission/column-notes.ts';
import { isDay } from '../canonical-text.ts';
import { formatNote, plainColumn, type Cell, type TypedColumn } from '../typed-table.ts';
import { notANumber } from '../value-notes.ts';
import { ExactNumber, isList, isObject, type Json } from './parse-value.ts';

const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const moment =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;

interface FoundColumn {
  readonly column: TypedColumn;
  readonly cell: (text: string) => Cell;
  readonly notes: Note[];
}

/** What the values at one path of all records are. */
export class PathFacts {
  lists = 0;
  #objects = 0;
  #numbers = 0;
  #booleans = 0;
  #texts = 0;
  #dates = 0;
  #moments = 0;
  #zoned = 0;
  #fractions = 0;
  #exactWhole = 0;
  #exactOther = 0;
  #longest = 0;
  #beyond64 = false;
  #notNumbers = 0;
  #infinite = false;
  /** Numbers that a double holds as infinite or as 0, and the first of them. */
  #outside = 0;
  #firstOutside = '';
  /** The value of a first list that may be one of names. */
  #header: Json = null;

  /** Counts a value; one of a list that may be names is not counted until that is known. */
  add(value: Json, mayBeName: boolean): void {
    if (mayBeName) this.#header = value;
    else this.#count(value);
  }

  /** Has values other than text, so that names above them are names. */
  get isTyped(): boolean {
    return this.#numbers + this.#booleans > 0 && this.#texts === 0;
  }

  #count(value: Json): void {
    if (value === null) return;
    if (Number.isNaN(value)) {
      this.#notNumbers += 1;
      return;
    }
    if (isList(value)) this.lists += 1;
    else if (isObject(value)) this.#objects += 1;
    else if (typeof value === 'boolean') this.#booleans += 1;
    else if (typeof value === 'string') {
      this.#texts += 1;
      if (date.test(value)) {
        if (isDay(value)) this.#dates += 1;
      } else {
        const [, day, , zone] = moment.exec(value) ?? [];
        if (day !== undefined && isDay(day)) {
          this.#moments += 1;
          if (zone !== undefined) this.#zoned += 1;
        }
      }
    } else {
      this.#numbers += 1;
      if (typeof value === 'number') {
        if (Math.abs(value) === Infinity) this.#infinite = true;
        if (!Number.isInteger(value) || Math.abs(value) >= 1e21) this.#fractions += 1;
        else if (Math.abs(value) >= 2 ** 63) this.#beyond64 = true;
        if (Number.isInteger(value))
          this.#longest = Math.max(this.#longest, String(Math.abs(value)).length);
      } else this.#countExact(value);
    }
  }

  #countExact({ text }: ExactNumber): void {
    const value = Number(text);
    // No text of 0 is here: a double gives that back.
    if (!Number.isFinite(value) || value === 0) {
      this.#outside += 1;
      if (this.#outside === 1) this.#firstOutside = text;
      return;
    }
    if (!/^-?\d+$/.test(text)) {
      this.#exactOther += 1;
      return;
    }
    this.#exactWhole += 1;
    this.#longest = Math.max(this.#longest, text.replace('-', '').length);
    if (BigInt.asIntN(64, BigInt(text.slice(0, 400))) !== BigInt(text.slice(0, 400)))
      this.#beyond64 = true;
  }

  /** The column, what its texts become as cells, and what is said of it. */
  column(name: string, hasHeader: boolean): FoundColumn {
    if (!hasHeader && this.#header !== null) {
      this.#count(this.#header);
      this.#header = null;
    }
    const found = this.#found(name);
    return this.#notNumbers === 0
      ? found
      : { ...found, notes: [...found.notes, notANumber(name, this.#notNumbers)] };
  }

  #found(name: string): FoundColumn {
    const nested = this.lists + this.#objects;
    const kinds = [this.#numbers, this.#booleans, this.#texts, nested].filter((n) => n > 0);
    const same = (text: string): Cell => text;
    if (kinds.length > 1 || nested > 0) {
      const parts = [
        [this.#texts, 'texts'],
        [this.#numbers, 'numbers'],
        [this.#booleans, 'true or false'],
        [this.lists, 'lists'],
        [this.#objects, 'objects without names'],
      ] as const;
      const said = parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
      const why = `Its values are ${said.join(', ')}: all are kept as text${nested > 0 ? ', lists as their JSON' : ''}.`;
      return {
        column: plainColumn(name, 'text'),
        cell: same,
        notes: [
          formatNote(
            this.lists > 0 ? 'lists_as_text' : 'kept_as_text',
            why,
            name,
            nested > 0 ? nested : Math.min(...kinds),
          ),
        ],
      };
    }
    if (this.#booleans > 0) return { column: plainColumn(name, 'boolean'), cell: same, notes: [] };
    if (this.#numbers > 0) return this.#numberColumn(name);
    if (this.#texts > 0 && this.#dates === this.#texts)
      return { column: plainColumn(name, 'date'), cell: same, notes: [] };
    if (this.#texts > 0 && this.#dates + this.#moments === this.#texts && this.#moments > 0) {
      if (this.#zoned === 0)
        return {
          column: plainColumn(name, 'datetime'),
          cell: (text) => text.replace('T', ' '),
          notes: [],
        };
      if (this.#zoned === this.#texts)
        return {
          column: plainColumn(name, 'datetimetz'),
          cell: inUtc,
          notes: [
            formatNote('time_zone', 'Its times have zones and are kept in UTC.', name, this.#zoned),
          ],
        };
    }
    return { column: plainColumn(name, 'text'), cell: same, notes: [] };
  }

  #numberColumn(name: string): FoundColumn {
    const same = (text: string): Cell => text;
    if (this.#outside > 0) {
      const why = `${this.#outside === 1 ? '1 number is' : `${this.#outside} numbers are`} beyond what a 64-bit number holds, such as ${shortened(this.#firstOutside)}: the column is kept as text.`;
      return {
        column: plainColumn(name, 'text'),
        cell: same,
        notes: [formatNote('kept_as_text', why, name, this.#outside)],
      };
    }
    const whole = this.#fractions === 0 && this.#exactOther === 0;
    if (whole && !this.#beyond64 && this.#longest <= 19)
      return { column: plainColumn(name, 'number', 'BIGINT'), cell: same, notes: [] };
    if (whole && this.#longest <= 38)
      return { column: plainColumn(name, 'number', 'DECIMAL(38,0)'), cell: same, notes: [] };
    const inexact = this.#exactWhole + this.#exactOther;
    const column = plainColumn(
      name,
      'number',
      inexact > 0 || this.#infinite ? 'DOUBLE' : undefined,
    );
    const why = `${inexact === 1 ? '1 number has more digits than a 64-bit number keeps and is' : `${inexact} numbers have more digits than a 64-bit number keeps and are`} rounded to it; `;
    return {
      column,
      cell: same,
      notes:
        inexact === 0
          ? []
          : [formatNote('rounded', `${why}the file has them as they were.`, name, inexact)],
    };
  }
}

const shortened = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 39)}…`);

/** A moment with a zone as the same moment in UTC, with its own digits of a second. */
function inUtc(text: string): Cell {
  const [, day = '', clock = '', zone = 'Z'] = moment.exec(text) ?? [];
  const [time = '', fraction] = clock.split('.');
  const whole = time.length === 5 ? `${time}:00` : time;
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const date_ = new Date(`${day}T${whole}${offset}`);
  if (Number.isNaN(date_.getTime())) return null;
  const utc = date_.toISOString().slice(0, 19).replace('T', ' ');
  return fraction === undefined ? utc : `${utc}.${fraction}`;
}
