import type { ValueType } from './functions.ts';
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
  const number =
    wanted === 'number' && arg.type === 'text'
      ? { fix: 'to_number(…) reads numbers from text.' }
      : {};
  refuseExpression(
    `${by} needs ${shownTypes[wanted]}; this is ${shownTypes[arg.type]}.`,
    arg.span,
    number,
  );
}

/**
 * Arguments that can be compared: of one type, where texts written out may be dates and dates may
 * have times.
 */
export function comparable(args: readonly Typed[]): Typed[] {
  const type = commonType(args);
  return args.map((arg) =>
    arg.kind === 'literal' && arg.type === 'text' && type !== 'text' ? moment(arg, type) : arg,
  );
}

export const isMoment = (type: ValueType): boolean => type === 'date' || type === 'datetime';
export const canBeRead = (arg: Typed): boolean => arg.kind === 'literal' && arg.type === 'text';

export function commonType(args: readonly Typed[]): ValueType {
  const firm = args.filter((arg) => arg.type !== 'missing');
  const lead = firm.find((arg) => !canBeRead(arg)) ?? firm[0];
  if (lead === undefined) return 'missing';
  const read = lead.type === 'time' || isMoment(lead.type);
  const odd = firm.find(
    (arg) =>
      arg.type !== lead.type &&
      !(isMoment(arg.type) && isMoment(lead.type)) &&
      !(read && canBeRead(arg)),
  );
  if (odd !== undefined) {
    refuseExpression(
      `${shownTypes[lead.type]} and ${shownTypes[odd.type]} cannot be compared.`.replace(
        /^./,
        (first) => first.toUpperCase(),
      ),
      odd.span,
      {
        fix:
          lead.type === 'text'
            ? 'Put the value in quotes.'
            : lead.type === 'number'
              ? 'Write the number without quotes.'
              : 'Make both of one type.',
      },
    );
  }
  return firm.some((arg) => arg.type === 'datetime') ? 'datetime' : lead.type;
}

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
  const read =
    readMoment(text) ??
    refuseExpression(`'${text.slice(0, 60)}' is no date.`, literal.span, {
      fix: "Write a date as '2026-01-31' or '2026-01-31T13:45:00'.",
    });
  return { ...literal, type: 'datetime', value: read };
}
