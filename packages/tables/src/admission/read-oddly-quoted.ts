import type { FieldDialect } from './field-dialect.ts';

/** Delimiters a line may hold to be read in all its possible ways. */
const mostDelimiters = 400;
const literalQuote = 2;
const bareQuote = 3;
const wrongCount = 12;

/**
 * The likeliest fields of one line whose quotes are not in order: of all ways to take each quote as
 * opening, closing or
 * text, the one with the expected number of fields and the fewest quotes left unexplained. By
 * dynamic programming over
 * the delimiters. Null where the line holds too many of them.
 */
export function readOddlyQuoted(
  line: string,
  { delimiter, quote, escape }: FieldDialect,
  expected: number,
): { fields: string[]; cost: number } | null {
  if (quote === null) return null;
  const starts = [0];
  for (
    let at = line.indexOf(delimiter);
    at !== -1;
    at = line.indexOf(delimiter, at + delimiter.length)
  )
    starts.push(at + delimiter.length);
  if (starts.length > mostDelimiters) return null;
  const pieces = starts.length;
  const endOf = (piece: number): number =>
    piece + 1 < pieces ? (starts[piece + 1] ?? line.length) - delimiter.length : line.length;
  interface Way {
    readonly cost: number;
    readonly fields: readonly string[];
  }
  // ways[i]: for each number of fields, the cheapest reading of the first i pieces.
  const ways: Map<number, Way>[] = Array.from({ length: pieces + 1 }, () => new Map<number, Way>());
  ways[0]?.set(0, { cost: 0, fields: [] });
  const most = Math.max(expected + 3, 1);
  for (let i = 0; i < pieces; i++) {
    const from = starts[i] ?? 0;
    const lead = line.slice(from, endOf(i)).trimStart();
    for (let j = i; j < pieces; j++) {
      const text = line.slice(from, endOf(j));
      const readings = [
        ...(j === i ? [plainReading(text, quote)] : []),
        ...(lead.startsWith(quote) ? quotedReading(text, quote, escape) : []),
      ];
      if (readings.length === 0) {
        if (lead.startsWith(quote)) continue;
        break;
      }
      for (const [count, way] of ways[i] ?? []) {
        if (count + 1 > most) continue;
        for (const { value, cost } of readings) {
          const reached = ways[j + 1]?.get(count + 1);
          const total = way.cost + cost;
          if (reached === undefined || total < reached.cost)
            ways[j + 1]?.set(count + 1, { cost: total, fields: [...way.fields, value] });
        }
      }
    }
  }
  let best: Way | null = null;
  for (const [count, way] of ways[pieces] ?? []) {
    const cost = way.cost + wrongCount * Math.abs(count - expected);
    if (best === null || cost < best.cost) best = { cost, fields: way.fields };
  }
  return best === null ? null : { fields: [...best.fields], cost: best.cost };
}

/** The text as it is. Quotes within it are common (5" screws), one at its start is a stray. */
function plainReading(text: string, quote: string): { value: string; cost: number } {
  const quotes = text.split(quote).length - 1;
  const leading = text.trimStart().startsWith(quote);
  const whole = leading && quotes > 1 && text.trimEnd().endsWith(quote);
  return {
    value: text,
    cost: whole ? literalQuote * quotes : leading ? literalQuote : quotes > 0 ? 0.5 : 0,
  };
}

/** The text as a quoted field, its inner quotes escaped or bare. */
function quotedReading(
  text: string,
  quote: string,
  escape: string | null,
): { value: string; cost: number }[] {
  const trimmed = text.trim();
  if (trimmed.length < 2 || !trimmed.endsWith(quote)) return [];
  const inner = trimmed.slice(1, -1);
  if (escape !== null && escape !== quote) {
    const bare = inner.replaceAll(escape + quote, '').split(quote).length - 1;
    return [{ value: inner.replaceAll(escape + quote, quote), cost: bare * bareQuote }];
  }
  const doubled = inner.split(quote + quote).length - 1;
  const bare = inner.replaceAll(quote + quote, '').split(quote).length - 1;
  return [
    {
      value: inner.replaceAll(quote + quote, quote),
      cost: bare * bareQuote + (doubled > 0 && bare > 0 ? 0.5 : 0),
    },
  ];
}
