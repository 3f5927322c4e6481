import { dateTokens, readDateFormat, readTimeFormat } from '../reading/read-date-format.ts';
import { isTimeZone, nearestZones, zonesAreNamed } from '../reading/time-zones.ts';
import { isNumberPattern } from '../reading/number-format.ts';
import { canBeRead, expectType, isMoment, moment, shownTypes } from './compare-types.ts';
import type { Parameter } from './functions.ts';
import { refuseExpression } from './refuse-expression.ts';
import type { Expression, Span } from './syntax.ts';
import type { Typed } from './typed.ts';

/** Checks one argument of a function against its parameter. */
export function checkArgument(
  node: Expression,
  parameter: Parameter,
  name: string,
  check: (node: Expression) => Typed,
): Typed[] {
  if (parameter === 'numbers') return [checkBounds(node, name)];
  const arg = check(node);
  if (parameter === 'any' || parameter === 'same') return [arg];
  if (parameter === 'moment' || parameter === 'clock') {
    const fits =
      arg.type === 'datetime' ||
      arg.type === (parameter === 'moment' ? 'date' : 'time') ||
      arg.type === 'missing';
    if (canBeRead(arg) && arg.kind === 'literal' && parameter === 'moment')
      return [moment(arg, 'datetime')];
    if (!fits)
      refuseExpression(
        `${name} needs ${parameter === 'moment' ? 'a date' : 'a time'}; this is ${shownTypes[arg.type]}.`,
        arg.span,
        arg.type === 'text'
          ? { fix: 'to_date(…) reads dates from text.' }
          : arg.type === 'time'
            ? {
                fix: 'to_duration(to_text(…)) gives the seconds of a time of day, which can be subtracted.',
              }
            : {},
      );
    return [arg];
  }
  if (parameter === 'datetime' && canBeRead(arg) && arg.kind === 'literal')
    return [moment(arg, 'datetime')];
  if (parameter === 'number or moment') {
    if (arg.type === 'text')
      refuseExpression(`${name} needs a number or a date; this is a text.`, arg.span, {
        fix: 'to_number(…) and to_date(…) read texts.',
      });
    if (!isMoment(arg.type)) expectType(arg, 'number', name);
    return [arg];
  }
  if (parameter === 'share') {
    if (arg.kind !== 'literal' || arg.type !== 'number' || Number(arg.value) > 1)
      refuseExpression(`${name} needs a share from 0 to 1 here, written out.`, arg.span);
    return [arg];
  }
  if (
    parameter === 'literal text' ||
    parameter === 'separator' ||
    parameter === 'pattern' ||
    parameter === 'whole' ||
    parameter === 'number format' ||
    parameter === 'date format' ||
    parameter === 'time format' ||
    parameter === 'time zone'
  ) {
    const whole = parameter === 'whole';
    if (
      arg.kind !== 'literal' ||
      arg.type !== (whole ? 'number' : 'text') ||
      (whole && !/^\d{1,6}$/.test(String(arg.value)))
    ) {
      refuseExpression(
        `${name} needs ${whole ? 'a whole number from 0 to 999999' : 'a text in quotes'} here, written out.`,
        arg.span,
        name === 'round' ? { fix: 'round(x / 100) * 100 rounds to hundreds.' } : {},
      );
    }
    refuseFormat(String(arg.kind === 'literal' ? arg.value : ''), parameter, arg.span);
    return [arg];
  }
  expectType(arg, parameter, name);
  return [arg];
}

function refuseFormat(pattern: string, parameter: Parameter, span: Span): void {
  if (parameter === 'separator' && pattern === '')
    refuseExpression('A separator has at least one character.', span);
  if (parameter === 'number format' && !isNumberPattern(pattern))
    refuseExpression(`'${pattern.slice(0, 60)}' shows no number.`, span, {
      fix: "Write a number as the texts do, for example '1.234,56' or '1 234.5'.",
    });
  if (parameter === 'time zone' && !isTimeZone(pattern)) {
    const suggestions = nearestZones(pattern);
    const meant = suggestions.map((zone) => `'${zone}'`).join(' or ');
    refuseExpression(
      `There is no time zone '${pattern.slice(0, 60)}'.${meant === '' ? '' : ` Did you mean ${meant}?`}`,
      span,
      { suggestions, fix: zonesAreNamed },
    );
  }
  const wrong =
    parameter === 'date format'
      ? readDateFormat(pattern)
      : parameter === 'time format'
        ? readTimeFormat(pattern)
        : null;
  if (typeof wrong === 'string')
    refuseExpression(
      `'${pattern.slice(0, 60)}' is no ${parameter === 'time format' ? 'time' : 'date'} format: ${wrong}.`,
      span,
      { fix: `A format may hold ${dateTokens}.` },
    );
}

/** The bounds of bin as a literal: numbers that rise, with commas between. */
function checkBounds(node: Expression, name: string): Typed {
  const texts = node.kind === 'list' ? node.items.map((item) => numberText(item)) : [null];
  const rising = texts.every(
    (text, i) => text !== null && (i === 0 || Number(text) > Number(texts[i - 1])),
  );
  if (!rising || texts.length < 2)
    refuseExpression(
      `${name} needs at least two bounds that rise, for example [0, 13, 20, 60].`,
      node.span,
      { fix: 'Intervals of equal width are floor(x / 10) * 10.' },
    );
  return { kind: 'literal', type: 'number', value: texts.join(','), span: node.span };
}

function numberText(node: Expression): string | null {
  if (node.kind === 'number') return node.text;
  const [inner] = node.kind === 'call' && node.name === 'negative' ? node.args : [];
  return inner?.kind === 'number' ? `-${inner.text}` : null;
}
