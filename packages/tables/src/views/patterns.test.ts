import { readPattern, type Cell } from '@columnist/contract';
import { ofRuns, ofSample, openCodeRunner } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pythonCode } from '../code/python-code.ts';
import { rCode } from '../code/r-code.ts';
import type { TableRef } from '../table/table-ref.ts';

const texts = [
  'AB-12 kg',
  'ab12',
  'aab',
  'baab ba',
  '1.5, 22.75',
  'Doe, Jane',
  "it's {3} [x]",
  'Ärger Straße',
  '🙂b🙂',
  'a\tb',
  'x" or 1=1 --',
  '$a^b|c\\d(e)*',
  '_under_score',
  '٣ 3',
  'c,c;c',
];

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
  const cells = texts.map((text) => `"${text.replaceAll('"', '""')}"`);
  ({ table } = await tests.admit(
    `s,k\n${cells.map((cell, i) => `${cell},${i}`).join('\n')}\n,99\n`,
  ));
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(runner.folder, 'data.csv'));
});
const runner = openCodeRunner();
afterAll(async () => {
  runner.close();
  await tests.close();
});

interface Asked {
  readonly pattern: string;
  readonly group: number;
  /** What replaces it; null where the pattern may be empty. */
  readonly to: string | null;
}

const written: readonly Asked[] = [
  { pattern: '[A-Z]{2}-\\d+', group: 0, to: '<>' },
  { pattern: '(\\d+)\\.(\\d+)', group: 2, to: '\\2.\\1' },
  { pattern: '(\\w+), (\\w+)', group: 1, to: '\\2 \\1' },
  { pattern: '^(a|b)+', group: 1, to: '\\1\\1' },
  { pattern: '(?i)ä', group: 0, to: 'ae' },
  { pattern: '\\ba+?b?', group: 0, to: '[\\\\]' },
  { pattern: '[^\\w\\s]', group: 0, to: '' },
  { pattern: '[]$^|-]', group: 0, to: '\\\\' },
  { pattern: '(\\S)$', group: 1, to: '\\11' },
  { pattern: '\\{(?:3)\\} \\[', group: 0, to: "'" },
  { pattern: '(x)?"| (.{2,3})', group: 1, to: '{\\1\\2}' },
  { pattern: '🙂', group: 0, to: '🙃' },
  { pattern: '\\d', group: 0, to: '#' },
  { pattern: '\\D+', group: 0, to: '#' },
  { pattern: '[\\t,;-]+', group: 0, to: ' ' },
  { pattern: '^$', group: 0, to: null },
  { pattern: '^.*$', group: 0, to: null },
  { pattern: 'b^ ', group: 0, to: '' },
  { pattern: 'a$b', group: 0, to: '' },
  { pattern: '(a*)b', group: 1, to: '\\1' },
];

/** Patterns that are allowed, of letters that the texts have. */
const random = fc.letrec<{ pattern: string; one: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('one'),
    fc.array(tie('one'), { minLength: 1, maxLength: 3 }).map((list) => list.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((list) => list.join('|')),
  ),
  one: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b',
      '.',
      ' ',
      ',',
      '[ab]',
      '[^a]',
      '[a-c1-3]',
      '\\d',
      '\\w',
      '\\s',
      '\\W',
    ),
    fc.constantFrom('\\b', '^', '$', '\\.', '\\(', 'Ä', '🙂'),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
    fc
      .tuple(tie('one'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{1,}', '*?', '+?', '??'))
      .map((list) => list.join('')),
  ),
})).pattern;

/** Signs of patterns in any order, of which some are patterns. */
const signs = fc.string({ unit: fc.constantFrom(...'ab12.*+?()[]{}|^$\\-,dwsb_ '), maxLength: 9 });

const read = (pattern: string): ReturnType<typeof readPattern> | null => {
  try {
    return readPattern(pattern, (message) => {
      throw new Error(message);
    });
  } catch {
    return null;
  }
};

const asked: Asked[] = [
  ...written,
  ...[...fc.sample(random, ofRuns(30, 300)), ...fc.sample(signs, ofRuns(60, 1000))].flatMap(
    (pattern) => {
      const found = read(pattern);
      if (found === null) return [];
      const group = found.groups;
      return [{ pattern, group, to: found.canBeEmpty ? null : group > 0 ? '<\\1>' : '<>' }];
    },
  ),
];

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const view = {
  derive: asked.flatMap(({ pattern, group, to }, i) => [
    { name: `m${i}`, expression: `matches(s, ${quoted(pattern)})` },
    { name: `e${i}`, expression: `extract(s, ${quoted(pattern)}, ${group})` },
    ...(to === null
      ? []
      : [{ name: `r${i}`, expression: `replace_matches(s, ${quoted(pattern)}, ${quoted(to)})` }]),
  ]),
};
const names = view.derive.map(({ name }) => name);

/** A view has a limit of columns: those of a few patterns at once, joined by the rows. */
async function ask(): Promise<Cell[][]> {
  const rows: Cell[][] = [...texts, null].map(() => []);
  for (let start = 0; start < names.length; start += 40) {
    const derive = view.derive.slice(start, start + 40);
    const columns = derive.map(({ name }) => name);
    const found = await tests.engine.rows(table, {
      columns,
      view: { derive },
      limit: 99,
      offset: 0,
    });
    for (const [i, row] of found.items.entries()) rows[i]?.push(...row);
  }
  return rows;
}
let answers: Promise<Cell[][]> | undefined;

const finish = {
  Python: `
def said(v):
    return "\\u2205" if v is None or pd.isna(v) else str(v).lower() if isinstance(v, (bool, np.bool_)) else str(v)
pd.DataFrame({name: [said(v) for v in d[name]] for name in ${JSON.stringify(names)}}).to_csv("out.csv", index=False)
`,
  R: `
out <- lapply(d[c(${names.map((name) => JSON.stringify(name)).join(', ')})], function(x) {
  s <- if (is.logical(x)) tolower(as.character(x)) else as.character(x)
  s[is.na(x)] <- "\\u2205"
  s
})
write.csv(as.data.frame(out, check.names = FALSE), "out.csv", row.names = FALSE, fileEncoding = "UTF-8")
`,
};

/** The patterns as they were written, in the functions of pandas and of dplyr. */
const references = {
  pandas: `import numpy as np
import pandas as pd
import re
d = pd.read_csv("data.csv", dtype=str, keep_default_na=False)
d = d.mask(d == "").astype(object)
s = d["s"]
columns = {}
for i, (pattern, group, to) in enumerate([${asked.map(({ pattern, group, to }) => `(${JSON.stringify(pattern)}, ${group}, ${JSON.stringify(to?.replaceAll(/\\([1-9])/g, '\\g<$1>') ?? null).replace(/^null$/, 'None')})`).join(', ')}]):
    p = re.compile(pattern, re.IGNORECASE if pattern.startswith("(?i)") else re.ASCII)
    columns[f"m{i}"] = s.str.contains(p)
    columns[f"e{i}"] = s.map(lambda x: (lambda m: m and m.group(group) or None)(p.search(x)), na_action="ignore")
    if to is not None:
        columns[f"r{i}"] = s.str.replace(p, to, regex=True)
d = pd.DataFrame(columns, dtype=object)
`,
  dplyr: `suppressPackageStartupMessages(library(dplyr))
read <- as_tibble(read.csv("data.csv", colClasses = "character", na.strings = "", encoding = "UTF-8"))
d <- list()
first <- function(s, pattern, group) sapply(seq_along(s), function(i) {
  if (is.na(s[i]) || !grepl(pattern, s[i], perl = TRUE)) return(NA)
  x <- regmatches(s[i], regexec(pattern, s[i], perl = TRUE))[[1]][group + 1]
  na_if(x, "")
})
${asked
  .map(
    ({ pattern, group, to }, i) =>
      `p <- ${JSON.stringify(pattern)}\n` +
      `x <- transmute(read, m${i} = if_else(is.na(s), NA, grepl(p, s, perl = TRUE)), e${i} = first(s, p, ${group})${to === null ? '' : `, r${i} = gsub(p, ${JSON.stringify(to)}, s, perl = TRUE)`})\n` +
      `d <- c(d, x)`,
  )
  .join('\n')}
`,
};

const said = (cell: Cell): string => (cell === null ? '∅' : String(cell));

describe(`patterns (${ofSample})`, () => {
  test.for([
    ['pandas', 'Python', () => references.pandas],
    ['dplyr', 'R', () => references.dplyr],
    ['the Python code', 'Python', () => pythonCode(table.columns, view)],
    ['the R code', 'R', () => rCode(table.columns, view)],
  ] as const)('find what %s finds', async ([, language, source], { skip }) => {
    await runner.run(language, `${source()}${finish[language]}`, skip);
    const [header = [], ...rows] = z
      .array(z.array(z.string()))
      .parse(parse(await readFile(join(runner.folder, 'out.csv'))));
    expect(header).toEqual(names);
    const own = await (answers ??= ask());
    const wrong = view.derive.flatMap(({ expression }, j) =>
      own.flatMap((row, i) =>
        said(row[j] ?? null) === rows[i]?.[j]
          ? []
          : [{ expression, text: texts[i], own: row[j], said: rows[i]?.[j] }],
      ),
    );
    expect(wrong).toEqual([]);
  });
});

test('a pattern looks at the end of the text, not at the end before its last line', async () => {
  const lines = await tests.admit('s,k\n"a\n",1\n"b\na",2\n"A",3\n,4\n');
  const derive = [
    "matches(s, 'a$')",
    "matches(s, '^a')",
    "matches(s, '(?i)^a')",
    "extract(s, '.')",
    "extract(s, 'z*')",
    "replace_matches(s, '\\n', '|')",
  ].map((expression, i) => ({ name: `x${i}`, expression }));
  const columns = derive.map(({ name }) => name);
  const found = await tests.engine.rows(lines.table, {
    columns,
    view: { derive },
    limit: 10,
    offset: 0,
  });
  expect(found.items).toEqual([
    [false, true, true, 'a', null, 'a|'],
    [true, false, false, 'b', null, 'b|a'],
    [false, false, true, 'A', null, 'A'],
    [null, null, null, null, null, null],
  ]);
});

test('a pattern that makes others go back without end answers at once', async () => {
  const { table: long } = await tests.admit(
    `s,k\n${Array.from({ length: 2000 }, (_, i) => `${'a'.repeat(3000)}!,${i}`).join('\n')}\n`,
  );
  const { total } = await tests.engine.rows(long, {
    view: { filter: "matches(s, '^(a+)+$') or matches(s, '^(?:(?:a|aa)+,)+$')" },
    limit: 1,
    offset: 0,
  });
  expect(total).toBe(0);
}, 20_000);
