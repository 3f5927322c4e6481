import type { TopLevelSpec } from 'vega-lite';

/** What no XML 1.0 document may hold (https://www.w3.org/TR/xml/#charsets), and so no SVG. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const notInXml = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;
/** Unicode has a picture for each control character: that of ESC (U+001B) is U+241B. */
const seen = (character: string): string =>
  character < ' ' ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : '\ufffd';

/**
 * A name or a cell as a text in a picture. Vega keeps texts in plain objects, where 'constructor'
 * and '__proto__' are there
 * already, and writes them into expressions, which a line separator (U+2028, U+2029) ends: the
 * first get a word joiner in front, which
 * is not seen, the second become the sign for the end of a line. Characters that an SVG may not
 * hold become the pictures of them.
 */
export const plainLabel = (label: string): string =>
  (label in {} ? `\u2060${label}` : label)
    .replaceAll(/[\u2028\u2029]/g, '\u2424')
    .replaceAll(notInXml, seen)
    .toWellFormed();

/** A name as Vega-Lite writes it into an expression: it escapes quotes, and nothing else. */
const inExpression = (name: string): string =>
  name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A field of an encoding whose title is a column's name: the title goes into the expressions of
 * what is shown under the pointer
 * and read aloud, so it is written for these; the axis or the legend shows the name as it is.
 */
function fieldOf(channel: string, field: Fields): Fields {
  const { title } = field;
  if (
    typeof field['field'] !== 'string' ||
    typeof title !== 'string' ||
    inExpression(title) === title
  )
    return field;
  const written = { ...field, title: inExpression(title) };
  // In a list: what is shown under the pointer.
  if (/^\d*$/.test(channel) || channel === 'tooltip') return written;
  const guide = channel === 'x' || channel === 'y' ? 'axis' : 'legend';
  return field[guide] === null
    ? written
    : { ...written, [guide]: { ...(isObject(field[guide]) ? field[guide] : {}), title } };
}

/**
 * A specification in which names of columns and cells mean nothing to Vega, whatever they are: to
 * be drawn or handed out.
 */
export function withPlainNames(spec: TopLevelSpec): TopLevelSpec {
  return JSON.parse(JSON.stringify(spec), (key, value: unknown) =>
    typeof value === 'string' ? plainLabel(value) : isObject(value) ? fieldOf(key, value) : value,
  );
}
