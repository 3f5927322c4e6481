import type { ValueType } from './functions.ts';
import { truthOf } from '../reading/yes-no.ts';
import { readMoment, readTime } from '../reading/read-moment.ts';
import { refuseExpression } from './refuse-expression.ts';
import type { Typed } from './typed.ts';

/** The types in the words of messages. */
export const shownTypes: Readonly<Record<ValueType, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a date with time',
  time: 'a time of day',
  missing: 'missing',
};

/** Refuses an argument of another type; what is missing fits everywhere. */
export function expectType(arg: Typed, wanted: ValueType, by: string): void {
  if (arg.type === wanted || arg.type === 'missing') return;
  const fix =
    wanted === 'number' ? toNumber[arg.type] : wanted === 'text' ? toText[arg.type] : undefined;
  refuseExpression(
    `${by} needs ${shownTypes[wanted]}; this is ${shownTypes[arg.type]}.`,
    arg.span,
    fix === undefined ? {} : { fix },
  );
}

/** What is no text is read already; who wants its letters says so. */
const toText: Partial<Record<ValueType, string>> = {
  number: 'to_text(…) makes a text of it; a number can be calculated with as it is.',
  boolean:
    'It is true or false already: write it alone, or not in front of it; to_text(…) makes a text of it.',
  date: 'to_text(…) makes a text of it; a date can be used as it is.',
  datetime: 'to_text(…) makes a text of it; a moment can be used as it is.',
};

/** How a value of another type becomes a number. */
const toNumber: Partial<Record<ValueType, string>> = {
  text: 'to_number(…) reads numbers from text.',
  boolean: 'if(condition, 1, 0) makes numbers of true and false.',
  date: 'days_between(start, end) gives the days between two dates.',
  datetime: 'seconds_between(start, end) gives the seconds between two moments.',
};

/**
 * Arguments that can be compared: of one type, where texts written out may be dates and dates may
 * have times. Beside true and false, words for yes and no are read as these.
 */
export function comparable(args: readonly Typed[]): Typed[] {
  const type = commonType(args);
  return args.map((arg) =>
    arg.kind === 'literal' && arg.type === 'text' && type !== 'text'
      ? type === 'boolean'
        ? { ...arg, type, value: saidTruth(arg) ?? null }
        : moment(arg, type)
      : arg,
  );
}

export const isMoment = (type: ValueType): boolean => type === 'date' || type === 'datetime';
export const canBeRead = (arg: Typed): boolean => arg.kind === 'literal' && arg.type === 'text';

/** What an argument says of true and false, written as a word for yes or no. */
const saidTruth = (arg: Typed): boolean | undefined =>
  arg.kind === 'literal' && arg.type === 'text' ? truthOf(String(arg.value)) : undefined;

export function commonType(args: readonly Typed[]): ValueType {
  const firm = args.filter((arg) => arg.type !== 'missing');
  const lead = firm.find((arg) => !canBeRead(arg)) ?? firm[0];
  if (lead === undefined) return 'missing';
  const read = lead.type === 'time' || isMoment(lead.type);
  const odd = firm.find(
    (arg) =>
      arg.type !== lead.type &&
      !(isMoment(arg.type) && isMoment(lead.type)) &&
      !(read && canBeRead(arg)) &&
      !(lead.type === 'boolean' && saidTruth(arg) !== undefined),
  );
  if (odd !== undefined) {
    refuseExpression(
      `${shownTypes[lead.type]} and ${shownTypes[odd.type]} cannot be compared.`.replace(
        /^./,
        (first) => first.toUpperCase(),
      ),
      odd.span,
      { fix: remedyOf(lead.type, odd.type) },
    );
  }
  return firm.some((arg) => arg.type === 'datetime') ? 'datetime' : lead.type;
}

/** What to write where two types cannot be compared. */
function remedyOf(lead: ValueType, odd: ValueType): string {
  if (lead === 'text')
    return odd === 'number'
      ? 'Write to_number(…) around the text to compare numbers; in quotes the value is compared by its letters.'
      : 'Put the value in quotes.';
  if (lead === 'number') return 'Write the number without quotes.';
  return lead === 'boolean'
    ? 'The column holds true and false: write it alone, or not in front of it.'
    : isMoment(lead) && odd === 'number'
      ? "A date is written in quotes, as '2026-01-31'; year(date) is a number."
      : 'Make both of one type.';
}

const plainDay = /^\d{4}-\d{2}-\d{2}$/;

/** A text written out, read as a date or a time. */
export function moment(literal: Typed & { kind: 'literal' }, type: ValueType): Typed {
  const text = String(literal.value);
  if (type === 'time') {
    const time =
      readTime(text) ??
      refuseExpression(`'${text.slice(0, 60)}' is no time of day.`, literal.span, {
        fix: "Write a time as '13:45:00'.",
      });
    return { ...literal, type, value: time };
  }
  if (type === 'date' && plainDay.test(text) && readMoment(text) !== null)
    // A date beside dates leaves them dates; with a time it would make times of them all.
    return { ...literal, type, value: text };
  const read =
    readMoment(text) ??
    refuseExpression(`'${text.slice(0, 60)}' is no date.`, literal.span, {
      fix: "Write a date as '2026-01-31' or '2026-01-31T13:45:00'.",
    });
  return { ...literal, type: 'datetime', value: read };
}
