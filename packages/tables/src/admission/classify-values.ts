import { isMissingCell } from './missing-words.ts';

const clock = String.raw`(?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?`;
const dayOrMonth = '(?:0?[1-9]|[12][0-9]|3[01])';
const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';

/**
 * The forms that a type can be read from, without the spaces around them; the same in TypeScript
 * and in SQL (RE2).
 */
export const typedForms = {
  number: String.raw`-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?:inf|Inf|INF|infinity|Infinity)`,
  boolean: 'true|false|True|False|TRUE|FALSE',
  date: day,
  timestamp: `${day}[ T]${clock}`,
  timestamptz: `${day}[ T]${clock}(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)`,
  time: clock,
} as const;
export type TypedForm = keyof typeof typedForms;

/**
 * Forms that look like more than text and are kept as text, since reading them would be a guess;
 * and what a note says of one or many cells.
 */
export const textForms = {
  code: {
    form: '-?0[0-9]+',
    one: 'has a leading zero, as codes do',
    many: 'have leading zeros, as codes do',
  },
  lateYear: {
    form:
      String.raw`${dayOrMonth}(?:[/-]|\. ?)${dayOrMonth}(?:[/-]|\. ?)(?:[0-9]{4}|[0-9]{2})\.?` +
      '(?: +(?:[0-9]{1,2}:|[^0-9 ]).*)?',
    one: 'looks like a date that does not begin with its year',
    many: 'look like dates that do not begin with the year',
  },
  percentage: {
    form: String.raw`[+-]?[0-9]+(?:[.,][0-9]+)? ?%`,
    one: 'looks like a percentage',
    many: 'look like percentages',
  },
  money: {
    form: String.raw`[+-]?(?:[$€£¥] ?[0-9][0-9.,]*|[0-9][0-9.,]* ?[$€£¥])`,
    one: 'looks like an amount of money',
    many: 'look like amounts of money',
  },
  grouped: {
    form: String.raw`[+-]?[0-9]{1,3}(?:[, '][0-9]{3})+(?:\.[0-9]+)?`,
    one: 'looks like a number with thousands separators',
    many: 'look like numbers with thousands separators',
  },
  decimalComma: {
    form: '[+-]?[0-9]+,[0-9]+',
    one: 'looks like a number with a decimal comma',
    many: 'look like numbers with a decimal comma',
  },
  plus: {
    form: '[+][0-9][0-9 ()/.-]*',
    one: 'begins with a plus sign, as telephone numbers do',
    many: 'begin with a plus sign, as telephone numbers do',
  },
} as const;
export type TextForm = keyof typeof textForms;

export type Candidate = TypedForm | TextForm | 'text' | 'unknown';

const isForm = <Forms extends object>(forms: Forms, name: PropertyKey): name is keyof Forms =>
  Object.hasOwn(forms, name);
export const isTyped = (candidate: Candidate): candidate is TypedForm =>
  isForm(typedForms, candidate);
export const isTextForm = (candidate: Candidate): candidate is TextForm =>
  isForm(textForms, candidate);

const tests = [
  ...Object.entries(typedForms),
  ...Object.entries(textForms).map(([name, { form }]) => [name, form] as const),
].map(([name, form]) => ({ name, test: new RegExp(`^(?:${form})$`) }));
const code = new RegExp(`^${textForms.code.form}$`);
const share = 0.9;

/**
 * The form that nearly all values have (the whole column then says how many do not); text where
 * they have none in common,
 * unknown where no value is present. One leading zero makes codes of numbers.
 */
export function classifyValues(values: readonly string[]): Candidate {
  const present = values.map((value) => value.trim()).filter((value) => !isMissingCell(value));
  if (present.length === 0) return 'unknown';
  const fits = (test: RegExp): boolean =>
    present.filter((value) => test.test(value)).length >= share * present.length;
  const name = tests.find(({ test }) => fits(test))?.name ?? 'text';
  if (name === 'number' && present.some((value) => code.test(value))) return 'code';
  return isForm(typedForms, name) || isForm(textForms, name) ? name : 'text';
}
