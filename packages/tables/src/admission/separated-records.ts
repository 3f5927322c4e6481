import { AppError } from '@columnist/contract';
import { maxRecordBytes } from './scan-records.ts';

/** Of ASCII: between records, and between the fields of one. */
const [recordSeparator, unitSeparator] = ['\u001e', '\u001f'];
const lineStart = /^(?:\r\n|\r|\n)/;
/** Share of the records that have as many fields as most of them. */
const even = 0.8;

const unitsOf = (text: string): number => text.split(unitSeparator).length - 1;

/** The share of the texts that have as many unit separators as most of them; 0 where most have none. */
function evenness(texts: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const text of texts) counts.set(unitsOf(text), (counts.get(unitsOf(text)) ?? 0) + 1);
  const [[units, times] = [0, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  return units === 0 ? 0 : times / texts.length;
}

const present = (texts: readonly string[]): string[] => texts.filter((text) => text.trim() !== '');

/**
 * Whether the records of a text end in the record separator of ASCII: each is followed by a line
 * end, or nothing else ends lines, or what is between them has even numbers of unit separators,
 * which lines have not.
 */
export function separatesRecords(head: Buffer): boolean {
  if (!head.includes(recordSeparator)) return false;
  const text = head.toString('latin1');
  const [first = '', ...rest] = text.split(recordSeparator);
  if (first.trim() === '') return false;
  if (rest.every((record) => record === '' || lineStart.test(record))) return true;
  const records = present([first, ...rest]);
  const lines = present(text.split(/\r\n|\r|\n/));
  const endsInOne = text.trimEnd().endsWith(recordSeparator);
  if (lines.length === 1) return endsInOne || evenness(records) >= even;
  return evenness(records) >= even && (endsInOne || evenness(lines) < 1);
}

/** A field is in quotes already, or needs them in a line. */
function asField(text: string): string {
  if (/^"(?:[^"]|"")*"$/.test(text) || !/["\r\n]/.test(text)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * The same records as lines, in bytes of UTF-8. Where units are separated, line ends and quotes are
 * a part of their text.
 */
export async function* asLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [rest, isFirst] = ['', true];
  const lineOf = (record: string): string => {
    const text = isFirst ? record : record.replace(lineStart, '');
    isFirst = false;
    const fields = text.split(unitSeparator);
    return `${fields.length === 1 ? text : fields.map(asField).join(unitSeparator)}\n`;
  };
  for await (const chunk of chunks) {
    // Only the chunk is looked through: what came before it holds no separator.
    const [next = '', ...later] = chunk.toString('latin1').split(recordSeparator);
    rest += next;
    const records = later.length === 0 ? [] : [rest, ...later.slice(0, -1)];
    rest = later.at(-1) ?? rest;
    if (rest.length > maxRecordBytes)
      throw new AppError(
        'invalid_file',
        `A record is longer than ${maxRecordBytes / 1024 / 1024} MB.`,
        { fix: 'Check that records end in the record separator (0x1E), then upload again.' },
      );
    yield Buffer.from(records.map(lineOf).join(''), 'latin1');
  }
  if (rest.trim() !== '') yield Buffer.from(lineOf(rest), 'latin1');
}
