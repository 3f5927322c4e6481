import type { FieldDialect, StatedDialect } from './field-dialect.ts';
import type { TextLine } from './text-lines.ts';

/** Common delimiters, and how readily each is believed: text is full of spaces and colons. */
export const delimiters: readonly (readonly [delimiter: string, prior: number])[] = [
  [',', 1],
  [';', 1],
  ['\t', 1],
  ['|', 1],
  ['\u001f', 1],
  ['\u001e', 1],
  ['\u001d', 1],
  ['\u001c', 1],
  ['\u0001', 1],
  ['\u0014', 1],
  ['~', 0.9],
  ['^', 0.9],
  [':', 0.6],
  [' ', 0.7],
];

/** The dialects that the signs of a text allow; what is stated about it is taken as it is. */
export function candidateDialects(
  lines: readonly TextLine[],
  text: string,
  stated: StatedDialect,
): FieldDialect[] {
  const usual = delimiters
    .map(([delimiter]) => delimiter)
    .filter((delimiter) => text.includes(delimiter));
  const present =
    stated.delimiter === undefined
      ? [...usual, ...longDelimiters(lines), ...steadySigns(lines)]
      : [stated.delimiter];
  const quotes =
    stated.quote === undefined
      ? [
          '"',
          ...(enclosed(text, "'") > enclosed(text, '"') && enclosesCells(lines, text, "'")
            ? ["'"]
            : []),
          ...(text.includes('þ\u0014þ') ? ['þ'] : []),
        ]
      : [stated.quote];
  const dialects = (present.length === 0 ? [unused(text)] : present).flatMap((delimiter) =>
    quotes.flatMap((quote): FieldDialect[] => {
      const backslash =
        quote !== null && (text.includes(`\\${quote}`) || text.includes(`\\${delimiter}`));
      const escapes =
        stated.escape === undefined ? [quote, ...(backslash ? ['\\'] : [])] : [stated.escape];
      return escapes.map((escape) => ({ delimiter, repeated: false, quote, escape }));
    }),
  );
  return dialects.flatMap((dialect) =>
    dialect.delimiter === ' ' && / {2}/.test(text)
      ? [dialect, { ...dialect, repeated: true }]
      : [dialect],
  );
}

/** Signs that seldom separate fields, and are taken where every line holds them equally often. */
const seldom = /[!#*§¶þ•¦؛،，；、｜]/gu;

function steadySigns(lines: readonly TextLine[]): string[] {
  const looked = lines.filter((line) => line.text.trim() !== '').slice(0, 60);
  const [first] = looked;
  if (first === undefined || looked.length < 2) return [];
  const count = (text: string, sign: string): number => text.split(sign).length - 1;
  return [...new Set(first.text.match(seldom) ?? [])].filter((sign) => {
    const n = count(first.text, sign);
    return (
      (n > 1 || looked.length > 2) &&
      looked.every(
        ({ text }) =>
          count(text, sign) === n &&
          text.split(sign).filter((cell) => cell.trim() === '').length <= n / 2,
      )
    );
  });
}

/**
 * Whether this quote encloses cells, and is not a part of their text: most lines have one in it, or
 * one that is in it holds a delimiter.
 */
function enclosesCells(lines: readonly TextLine[], text: string, quote: string): boolean {
  const present = lines.filter((line) => line.text.includes(quote));
  const whole = present.filter((line) => enclosed(line.text, quote) > 0).length;
  return (
    new RegExp(
      `(?:^|[,;\\t|])${quote}[^${quote}\\n]*[,;\\t|][^${quote}\\n]*${quote}(?=$|[,;\\t|])`,
      'm',
    ).test(text) ||
    (whole === present.length &&
      whole >= 0.8 * lines.filter((line) => line.text.trim() !== '').length)
  );
}

/** How many texts between delimiters or line ends are within this quote. */
const enclosed = (text: string, quote: string): number =>
  text.match(new RegExp(`(?:^|[,;\\t| ~^])${quote}[^${quote}\\n]*${quote}(?=$|[,;\\t| ~^])`, 'gm'))
    ?.length ?? 0;

/** For a file of one column: a delimiter that does not occur in it. */
export const unused = (text: string): string =>
  [',', ';', '\t', '|'].find((delimiter) => !text.includes(delimiter)) ?? '\u001f';

/** Every line holds this run of one sign equally often, and the sign nowhere else. */
const isEven = (run: string, lines: readonly TextLine[]): boolean =>
  new Set(run).size === 1 &&
  new Set(lines.map(({ text }) => text.split(run).length)).size === 1 &&
  !lines.some(({ text }) => text.replaceAll(run, '').includes(run.charAt(0)));

/** Runs of two or three signs that nearly every line holds equally often, as '||' or '::'. */
function longDelimiters(lines: readonly TextLine[]): string[] {
  const looked = lines.filter((line) => line.text.trim() !== '').slice(0, 60);
  const counts = new Map<string, number[]>();
  for (const { text } of looked) {
    const here = new Map<string, number>();
    for (const [run] of text.matchAll(/[^\p{L}\p{N}\s"'().+\-_\\%$€£]{2,3}/gu))
      here.set(run, (here.get(run) ?? 0) + 1);
    for (const [run, n] of here) counts.set(run, [...(counts.get(run) ?? []), n]);
  }
  return [...counts]
    .filter(
      ([run, each]) =>
        // Two common signs side by side are an empty cell between them.
        !/^[,;\t]+$/.test(run) &&
        (isEven(run, looked) ||
          (!(/^\|+$/.test(run) && each.length < looked.length) &&
            (new Set(run).size === 1 ||
              (each.length === looked.length &&
                new Set(each).size === 1 &&
                looked.every(({ text }) => !text.replaceAll(run, '').includes(run.charAt(0))))) &&
            each.length >= 0.8 * looked.length &&
            new Set(each).size <= 2)),
    )
    .map(([run]) => run);
}
