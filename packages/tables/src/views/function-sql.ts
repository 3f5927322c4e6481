import { dateFormatOf, readPattern, timeFormatOf, type Typed } from '@columnist/contract';
import type { Conversion, Layers, Part } from '../database/layers.ts';
import { doubleLiteral, literal as quoted } from '../database/sql.ts';
import { intervalLabels } from './interval-labels.ts';
import { writeDuration } from '../reading/write-duration.ts';
import { writeNumber } from '../reading/write-number.ts';
import { writeMoment } from '../reading/write-moment.ts';
import { fill, listed, part, unknown, type Call } from './expression-parts.ts';

/** NaN is no value of ours; it compares as itself in this database. */
const defined = (template: string): string => `nullif(${template}, 'nan'::double)`;

type Writer = (args: readonly Part[], node: Call, layers: Layers) => Part;
const template =
  (text: string): Writer =>
  (args) =>
    fill(text, args);
const number = (text: string): Writer => template(defined(text));

/** How each function and operator is written, by its name. */
export const functionSql: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['+', number('({0} + {1})')],
  ['-', number('({0} - {1})')],
  ['*', number('({0} * {1})')],
  ['/', number('({0} / nullif({1}, 0))')],
  ['%', writeRemainder],
  ['^', number('pow({0}, {1})')],
  ['negative', template('(- {0})')],
  ['and', template('({0} and {1})')],
  ['or', template('({0} or {1})')],
  ['not', template('(not {0})')],
  ['is missing', template('({0} is null)')],
  ['is present', template('({0} is not null)')],
  ['if', template('(case {0} when true then {1} when false then {2} end)')],
  [
    'case',
    (args) =>
      fill(
        `(case ${args
          .slice(0, -1)
          .map((_, i) => `${i % 2 === 0 ? 'when' : 'then'} {${i}}`)
          .join(' ')} else {${args.length - 1}} end)`,
        args,
      ),
  ],
  ['coalesce', (args) => fill(`coalesce(${listed(args)})`, args)],
  ['abs', template('abs({0})')],
  ['sign', template('sign({0})::double')],
  ['sqrt', template('try(sqrt({0}))')],
  ['exp', template('exp({0})')],
  ['log', template('try(ln({0}))')],
  ['log10', template('try(log10({0}))')],
  ['log2', template('try(log2({0}))')],
  ['round', writeRound],
  ['floor', template('floor({0})')],
  ['ceil', template('ceil({0})')],
  ['least', (args, _, layers) => extreme('least', args, layers)],
  ['greatest', (args, _, layers) => extreme('greatest', args, layers)],
  ['bin', writeBin],
  ['lower', template('lower({0})')],
  ['upper', template('upper({0})')],
  ['trim', template(String.raw`trim({0}, e' \t\r\n')`)],
  ['length', template('length({0})::double')],
  [
    'substr',
    (args, node) =>
      fill(
        `substr({0}, ${digitsOf(node.args[1])}${node.args[2] === undefined ? '' : `, ${digitsOf(node.args[2])}`})`,
        args,
      ),
  ],
  ['replace', template('replace({0}, {1}, {2})')],
  ['part', (args, node) => writePart(args, `[${digitsOf(node.args[2])}]`)],
  [
    'part_from',
    (args, node) => writePart(args, `[${Math.max(1, digitsOf(node.args[2]))}:]`, 'array_to_string'),
  ],
  ['concat', (args) => fill(`(${listed(args, 0, ' || ')})`, args)],
  ['contains', template('contains(lower({0}), lower({1}))')],
  ['starts_with', template('starts_with(lower({0}), lower({1}))')],
  ['ends_with', template('ends_with(lower({0}), lower({1}))')],
  // In brackets: the database (1.5.6) makes LIKE of plain patterns, and passes over ^ and $ within.
  ['matches', overPattern("regexp_matches({0}, '(' || {1} || ')')")],
  [
    'extract',
    (args, node, layers) =>
      overPattern(`nullif(regexp_extract({0}, {1}, ${digitsOf(node.args[2])}), '')`)(
        args,
        node,
        layers,
      ),
  ],
  ['replace_matches', overPattern("regexp_replace({0}, {1}, {2}, 'g')")],
  [
    'to_number',
    (args, node, layers) =>
      readText(args, 'number', layers, (field) => writeNumber(field, patternOf(node))),
  ],
  [
    'to_date',
    (args, node, layers) =>
      readText(args, 'date', layers, (field) =>
        fill('({0})::date', [writeMoment(field, dateFormatOf(patternOf(node)), layers)]),
      ),
  ],
  [
    'to_datetime',
    (args, node, layers) =>
      readText(args, 'date', layers, (field) =>
        writeMoment(field, dateFormatOf(patternOf(node)), layers),
      ),
  ],
  [
    'to_time',
    (args, node, layers) =>
      readText(args, 'time', layers, (field) =>
        fill('({0})::time', [writeMoment(field, timeFormatOf(patternOf(node)), layers)]),
      ),
  ],
  [
    'to_duration',
    (args, _, layers) =>
      readText(args, 'duration', layers, (field) => writeDuration(field, layers)),
  ],
  [
    'to_text',
    (args, node) =>
      fill(
        node.args[0]?.type === 'number'
          ? String.raw`regexp_replace(({0})::varchar, '\.0$', '')`
          : '({0})::varchar',
        args,
      ),
  ],
  ...(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'] as const).map(
    (name): [string, Writer] => [name, template(`${name}({0})::double`)],
  ),
  ['isoyear', template('isoyear({0})::double')],
  ['weekday', template('isodow({0})::double')],
  ['date', template('({0})::date')],
  [
    'local_time',
    (args, node) =>
      fill(
        `timezone(${quoted(patternOf(node))}, make_timestamptz(epoch_us(({0})::timestamp)))`,
        args,
      ),
  ],
  ['days_between', template("date_diff('day', ({0})::date, ({1})::date)::double")],
  [
    'seconds_between',
    template("(date_diff('microsecond', ({0})::timestamp, ({1})::timestamp)::double / 1000000)"),
  ],
]);

/**
 * With the sign of the divisor, as in R and Python; the database's own has that of the dividend.
 */
function writeRemainder([x, y]: readonly Part[], _: Call, layers: Layers): Part {
  if (x === undefined || y === undefined) return unknown('%');
  const divisor = layers.hoist(fill('nullif({0}, 0)', [y]));
  const rest = layers.hoist(fill(defined('({0} % {1})'), [x, divisor]));
  return fill('(case when {0} <> 0 and ({0} < 0) <> ({1} < 0) then {0} + {1} else {0} end)', [
    rest,
    divisor,
  ]);
}

/**
 * Halves away from 0 as they are written: 0.145 is a little less as a double, which two units of its
 * last place make up for. Beyond fourteen digits these would be more than that.
 */
function writeRound([x]: readonly Part[], node: Call, layers: Layers): Part {
  if (x === undefined) return unknown('round');
  const digits = digitsOf(node.args[1]);
  if (digits === 0 || digits > 300) return fill(`round({0}, ${digits})`, [x]);
  const value = layers.hoist(x);
  const scale = `1e${digits}::double`;
  return fill(
    `(case when abs({0}) * ${scale} < 1e14 ` +
      `then sign({0}) * round(abs({0}) * ${scale} * (1 + 2.220446049250313e-16::double)) / ${scale} ` +
      `else round({0}, ${digits}) end)`,
    [value],
  );
}

/** A pattern is bound as the reader writes it for this database. */
function overPattern(template: string): Writer {
  return ([x = part('null'), , ...rest], node) => {
    const pattern = readPattern(patternOf(node), unknown).write('database');
    return fill(template, [x, part('cast(? as varchar)', [pattern]), ...rest]);
  };
}

/** Parts of a split text; a part without a character is missing. */
function writePart(args: readonly Part[], chosen: string, join?: string): Part {
  const parts = `str_split({0}, {1})${chosen}`;
  const text = join === undefined ? parts : `${join}(${parts}, {1})`;
  return fill(String.raw`nullif(trim(${text}, e' \t\r\n'), '')`, args);
}

/** A whole number that the checker has seen written out. */
const digitsOf = (node: Typed | undefined): number =>
  node?.kind === 'literal' ? Number(node.value) : 0;

/**
 * The database's own least and greatest pass over NULL; here one missing value makes the result
 * missing.
 */
function extreme(name: 'least' | 'greatest', args: readonly Part[], layers: Layers): Part {
  const fields = args.map((arg) => layers.hoist(arg));
  return fill(
    `(case when ${fields.map((_, i) => `{${i}} is not null`).join(' and ')} then ${name}(${listed(fields)}) end)`,
    fields,
  );
}

function writeBin([x]: readonly Part[], node: Call, layers: Layers): Part {
  const bounds = node.args[1];
  if (x === undefined || bounds?.kind !== 'literal') return unknown('bin');
  const edges = String(bounds.value).split(',');
  const field = layers.hoist(x);
  const cases = intervalLabels(edges).map(
    (label, i) =>
      `when ${field.text} >= ${edgeOf(edges[i])} and ${field.text} ${label.endsWith(']') ? '<=' : '<'} ${edgeOf(edges[i + 1])} then ${quoted(label)}`,
  );
  return { ...field, text: `(case ${cases.join(' ')} end)` };
}

const edgeOf = (text: string | undefined): string => doubleLiteral(Number(text));

const patternOf = (node: Call): string =>
  node.args[1]?.kind === 'literal' ? String(node.args[1].value) : '';

/** What is read from a text; which texts could not be read is counted by the view. */
function readText(
  [x]: readonly Part[],
  reads: Conversion['reads'],
  layers: Layers,
  write: (field: Part) => Part,
): Part {
  if (x === undefined) return unknown('to_…');
  const field = layers.hoist(fill(String.raw`trim({0}, e' \t\r\n')`, [x]));
  const to = layers.hoist(write(field));
  layers.conversions.push({ from: field, to, reads, when: null });
  return to;
}
