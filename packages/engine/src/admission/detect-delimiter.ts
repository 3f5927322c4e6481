import { AppError } from '@columnist/contract';
import { RecordScanner } from './scan-records.ts';

const candidates = [',', ';', '\t', '|'] as const;
const unitSeparator = '\u001f';

interface Trial {
  readonly delimiter: string;
  /** Fields of the first record. */
  readonly header: number;
  /** The most common number of fields, and the share of records that have it. */
  readonly fields: number;
  readonly share: number;
}

function tryDelimiter(head: Buffer, delimiter: string): Trial {
  const counts: number[] = [];
  const onRecord = (fields: number) => {
    if (fields > 0) counts.push(fields);
  };
  const scanner = new RecordScanner(delimiter, { onRecord, lenient: true });
  try {
    scanner.push(head);
    if (counts.length === 0) scanner.end();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  const [fields = 1, n = 0] = [...tally].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { delimiter, header: counts[0] ?? 1, fields, share: counts.length === 0 ? 0 : n / counts.length };
}

/**
 * The delimiter under which most records of the file's beginning have one number of fields, two or more; among equals
 * the one with more fields. A file of one column gets a delimiter that does not occur in it.
 */
export function detectDelimiter(head: Buffer): string {
  const trials = candidates.map((delimiter) => tryDelimiter(head, delimiter));
  const tables = trials.filter((trial) => trial.fields > 1 && trial.header > 1);
  const [best] = tables.sort((a, b) => b.share * Math.log2(b.fields + 1) - a.share * Math.log2(a.fields + 1));
  if (best !== undefined && best.share >= 0.5) return best.delimiter;
  const [headed] = trials.filter((trial) => trial.header > 1).sort((a, b) => b.header - a.header);
  if (headed !== undefined) return headed.delimiter;
  return candidates.find((delimiter) => !head.includes(delimiter)) ?? unitSeparator;
}
