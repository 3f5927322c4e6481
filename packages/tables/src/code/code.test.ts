import type { Cell, View } from '@columnist/contract';
import { interpreterFor, ofRuns, ofSample, openCodeRunner, packagesOf } from '@columnist/testing';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TableRef } from '../table/table-ref.ts';
import { csv, number, text, truth } from '../views/random-expressions.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { pythonCode } from './python-code.ts';
import { rCode } from './r-code.ts';

const languages = [
  {
    name: 'R' as const,
    code: rCode,
    finish: `
out <- lapply(d, function(x) {
  s <- if (is.numeric(x)) sprintf("%.17g", x) else if (is.logical(x)) tolower(as.character(x)) else if (inherits(x, "POSIXct")) format(x, "%Y-%m-%dT%H:%M:%S") else as.character(x)
  s[is.na(x)] <- "\\u2205"
  s
})
write.csv(as.data.frame(out, check.names = FALSE, optional = TRUE), "out.csv", row.names = FALSE, fileEncoding = "UTF-8")
`,
  },
  {
    name: 'Python' as const,
    code: pythonCode,
    finish: `
def said(v):
    if v is None or pd.isna(v):
        return "\\u2205"
    if isinstance(v, (bool, np.bool_)):
        return str(bool(v)).lower()
    if isinstance(v, pd.Timestamp):
        return v.strftime("%Y-%m-%dT%H:%M:%S")
    return repr(float(v)) if isinstance(v, (float, int, np.number)) else str(v)
pd.DataFrame({name: [said(v) for v in d[name]] for name in d.columns}).to_csv("out.csv", index=False)
`,
  },
];

/** Those with everything that the code of a view needs. */
const installed = languages.filter(
  ({ name, code, finish }) =>
    interpreterFor(name, packagesOf(name, `${code([], {})}${finish}`)).lacks === null,
);

let tests: TestEngine;
let table: TableRef;

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(runner.folder, 'data.csv'));
});
const runner = openCodeRunner();
afterAll(async () => {
  runner.close();
  await tests.close();
});

const close = (cell: Cell, said: string): boolean => {
  if (cell === null || said === '∅') return cell === null && said === '∅';
  if (typeof cell === 'number' || cell === 'Infinity' || cell === '-Infinity') {
    const value =
      said === 'Inf' || said === 'inf'
        ? Infinity
        : said === '-Inf' || said === '-inf'
          ? -Infinity
          : Number(said);
    return (
      value === Number(cell) ||
      Math.abs(value - Number(cell)) <= 1e-9 * Math.max(1, Math.abs(Number(cell)))
    );
  }
  // A date with midnight is that date.
  return (
    String(cell) === said ||
    String(cell) === said.replace('T00:00:00', '') ||
    `${String(cell)}T00:00:00` === said
  );
};

/** Cells in which the code's rows are not those of the engine. */
async function differences(
  language: (typeof languages)[number],
  from: TableRef,
  view: View,
  skip: (note: string) => never,
): Promise<unknown[]> {
  const source = `${language.code(from.columns, view)}${language.finish}`;
  await runner.run(language.name, source, skip);
  const [header = [], ...said] = z
    .array(z.array(z.string()))
    .parse(parse(await readFile(join(runner.folder, 'out.csv')), { relax_column_count: true }));
  const { columns, items } = await tests.engine.rows(from, { view, limit: 1000, offset: 0 });
  const names = columns.map(({ name }) => name);
  if (header.join() !== names.join() || said.length !== items.length)
    return [{ header, names, said: said.length, items: items.length, source }];
  const expressions = new Map(
    (view.derive ?? []).map(({ name, expression }) => [name, expression]),
  );
  return items.flatMap((row, i) =>
    row.flatMap((cell, j) =>
      close(cell, said[i]?.[j] ?? '')
        ? []
        : [
            {
              row: i,
              name: names[j],
              wanted: cell,
              said: said[i]?.[j],
              expression: expressions.get(names[j] ?? ''),
            },
          ],
    ),
  );
}

const views: readonly [string, View][] = [
  [
    'dates that are recoded to and filled with a date',
    {
      clean: [
        {
          step: 'recode',
          column: 'day',
          values: [{ from: '2024-02-29', to: '2020-02-28' }],
          others: 'keep',
        },
      ],
      impute: [{ columns: ['day'], method: 'constant', value: '2024-12-31' }],
      derive: [
        { name: 'late', expression: "if(k > 3, '2030-01-31', day)" },
        { name: 'said', expression: 'to_text(late)' },
        { name: 'first', expression: "coalesce(previous(day), '2024-01-01')" },
      ],
      filter: "day in ('2020-02-28', '2024-12-31') or day >= '2023-01-01'",
    },
  ],
  ['adults by a typed filter', { filter: "a > 0 and g in ('u', 'v') or note is missing" }],
  [
    'a structured filter',
    {
      filter: {
        or: [
          { column: 'k', op: 'between', low: 3, high: '20' },
          { not: { column: 'done', op: 'eq', value: true } },
          { column: 'day', op: 'ge', value: '2024-02-29' },
        ],
      },
    },
  ],
  [
    'missing values filled in groups',
    {
      impute: [
        { columns: ['a', 'b'], method: 'median', by: ['g'] },
        { columns: ['g', 'note'], method: 'mode' },
        { columns: ['done'], method: 'constant', value: false },
        { columns: ['day'], method: 'forward' },
      ],
    },
  ],
  [
    'outliers clipped and dropped',
    {
      clean: [
        { step: 'clip_outliers', columns: ['a'], rule: 'tukey' },
        { step: 'drop_outliers', columns: ['b', 'a'], rule: 'quantiles' },
        { step: 'clip_outliers', columns: ['k'], rule: 'zscore' },
      ],
    },
  ],
  [
    'recoded, encoded, scaled',
    {
      clean: [
        {
          step: 'recode',
          column: 'g',
          values: [
            { from: 'u', to: 'first' },
            { from: 'v', to: null },
          ],
          others: 'keep',
        },
        { step: 'encode', columns: ['g'] },
        { step: 'scale', columns: ['a', 'k'], method: 'zscore' },
        { step: 'scale', columns: ['b'], method: 'minmax' },
      ],
    },
  ],
  [
    'cells corrected, rows deleted, columns renamed and split',
    {
      clean: [
        {
          step: 'correct_cells',
          why: 'typing "error"',
          cells: [
            { row: 2, column: 'a', from: 40, to: 4.5, has: [{ column: 'k', value: 1 }] },
            { row: 1, column: 'a', from: null, to: -7 },
            { row: 3, column: 'note', from: 'x" or 1=1 --', to: 'it"s' },
            { row: 4, column: 'note', from: 'another', to: 'never' },
            { row: 2, column: 'done', from: false, to: null },
            { row: 3, column: 'day', from: '1969-12-31', to: '2020-02-29' },
            { row: 3, column: 'k', from: 2, to: 200 },
            { row: 500, column: 'k', from: 2, to: 200 },
          ],
        },
        {
          step: 'delete_rows',
          rows: [
            { row: 3, has: [{ column: 'k', value: 200 }] },
            { row: 5, has: [{ column: 'k', value: 5 }] },
            { row: 6, has: [{ column: 'day', value: '2024-02-29' }] },
            { row: 7, has: [{ column: 'done', value: null }] },
          ],
        },
        {
          step: 'rename_columns',
          columns: [
            { from: 'a', to: 'b' },
            { from: 'b', to: 'a `tick` \\ "q"' },
          ],
        },
        { step: 'split_column', column: 'note', by: '1', into: ['first', 'rest'] },
        {
          step: 'correct_cells',
          cells: [{ row: 2, column: 'a `tick` \\ "q"', from: 0.125, to: 1 }],
        },
      ],
      derive: [{ name: 'twice', expression: 'b * 2' }],
      filter: 'k < 50 and b is present',
      sort: [{ column: 'b', direction: 'ascending' }],
    },
  ],
  [
    'the first and last day of a group, and the place of a day',
    {
      derive: [
        { name: 'first day', expression: 'min(day, by: g)' },
        { name: 'last day', expression: 'max(day)' },
        { name: 'place', expression: 'rank(day, by: g)' },
        { name: 'since', expression: 'days_between(min(day, by: g), day)' },
      ],
      filter: 'k < 50 or day = max(day, by: g)',
    },
  ],
  [
    'numbers and dates read from text',
    {
      clean: [{ step: 'parse_numbers', columns: ['note'] }],
      derive: [
        {
          name: 'money',
          expression: "to_number(concat('1.', to_text(k + 100), ',5'), '1.234,56')",
        },
        {
          name: 'read',
          expression:
            "to_date(concat('0', to_text(k % 9 + 1), '.0', to_text(k % 7), '.2026'), 'DD.MM.YYYY')",
        },
      ],
    },
  ],
  [
    'dates in many ways',
    {
      derive: [
        ['day(day)', "'-mar-'", 'k % 4 + 66', 'year'],
        ['k % 13', "' ago. 20'", 'k % 9 + 10', 'name'],
        ['k % 3 + 1', "' März, 1999 1'", 'k % 3', 'german'],
      ]
        .map(([a, b, c, name = '']) => ({
          name,
          expression: `to_date(concat(to_text(${a}), ${b}, to_text(${c})))`,
        }))
        .slice(0, 2)
        .concat([
          {
            name: 'clock',
            expression:
              "to_datetime(concat('5/', to_text(k % 33), '/17 ', to_text(k % 14), ':', to_text(k), ' p.m.'), 'M/D/YY h:mm a')",
          },
          {
            name: 'month',
            expression:
              "to_date(case(k % 4 = 0, concat('2026-0', to_text(k % 10)), k % 4 = 1, concat('1', to_text(k % 5), '/1999'), k % 4 = 2, 'août 2001', concat('2026/', to_text(k % 14))))",
          },
          { name: 'unix', expression: "to_datetime(to_text(k * 1234567 - 9876), 'X')" },
          {
            name: 'milliseconds',
            expression: "to_datetime(to_text(k * 1234567000 - 9876000), 'x')",
          },
          {
            name: 'zoned',
            expression:
              "to_datetime(concat('2026-01-0', to_text(k % 9 + 1), 'T1', to_text(k % 10), ':30', case(k % 4 = 0, 'Z', k % 4 = 1, '-0530', k % 4 = 2, '+02', '+26:00')), '%Y-%m-%dT%H:%M%z')",
          },
          {
            name: 'at',
            expression:
              "to_time(concat(to_text(k % 14), ':', to_text(k % 7 + 10), ':05', if(k % 2 = 0, ' AM', '.25')))",
          },
          {
            name: 'plain',
            expression:
              "to_datetime(concat('Mai ', to_text(k % 33), ', 2020  1:', to_text(k % 7 + 10), ':05', if(k % 2 = 0, ' AM', '')))",
          },
          {
            name: 'written',
            expression:
              "to_datetime(case(k % 5 = 0, concat('2024. ', to_text(k % 12 + 1), '. 5 오후 3:', " +
              'to_text(k % 50 + 10)), ' +
              "k % 5 = 1, concat('2024/01/05 3:20:11 PM GMT+', to_text(k % 9)), k % 5 = 2, '2024/1/5 3:20 GMT+5:30', " +
              "k % 5 = 3, concat('2024.01.', to_text(k % 20 + 10), '.'), " +
              "if(k % 2 = 0, '2024/1/5 上午 12:20', '2024-01-05 3:20 p. m.')))",
          },
          {
            name: 'weekday',
            expression:
              "to_datetime(case(k % 6 = 0, concat('Tue, 0', to_text(k % 9 + 1), ' Mar 2024 10:11:12 +0100'), " +
              "k % 6 = 1, concat('Di., ', to_text(k % 29 + 1), '. März 2024'), k % 6 = 2, '2024/03/05(火) 10:11', " +
              "k % 6 = 3, concat('2024030', to_text(k % 9 + 1), 'T101112Z'), " +
              "k % 6 = 4, concat('Tue Mar  ', to_text(k % 9 + 1), ' 10:11:12 UTC 2024'), '2024-03-05t10:11z'))",
          },
          {
            name: 'took',
            expression:
              "to_duration(case(k % 5 = 0, concat(to_text(k), ':', to_text(k % 50 + 10), ':05.25'), k % 5 = 1, concat('P', to_text(k), 'DT2H'), k % 5 = 2, concat('-', to_text(k), 'h 30 min'), k % 5 = 3, concat('2 days 3:', to_text(k % 50 + 10)), 'soon'))",
          },
          { name: 'share', expression: "to_number(concat(to_text(b), if(k % 2 = 0, ' %', '%')))" },
        ]),
    },
  ],
  [
    'duplicates dropped',
    {
      clean: [{ step: 'drop_duplicates', columns: ['g', 'done'] }],
      sort: [
        { column: 'note', direction: 'descending' },
        { column: 'k', direction: 'ascending' },
      ],
    },
  ],
  [
    'complete rows, a sample, sorted',
    {
      drop_missing: ['a', 'g'],
      sample: { n: 17, seed: 2026 },
      sort: [
        { column: 'g', direction: 'ascending' },
        { column: 'a', direction: 'descending' },
      ],
    },
  ],
  [
    'every function of dates',
    {
      derive: [
        'year(day)',
        'quarter(day)',
        'month(day)',
        'week(day)',
        'isoyear(day)',
        'day(day)',
        'weekday(day)',
        "days_between(day, '2026-01-01')",
        "seconds_between('2026-01-01T12:30:15', day)",
        'date(day)',
        "coalesce(day, '1999-12-31T12:30:00')",
        "day < '2024-02-29'",
        'to_text(day)',
      ].map((expression, i) => ({ name: `d${i}`, expression })),
    },
  ],
  [
    'every function over rows',
    {
      derive: [
        'mean(a, by: g)',
        'median(b)',
        'quantile(b, 0.9, by: [g, done])',
        'mode(note, by: g)',
        'sd(b, by: g)',
        'sum(a, by: g)',
        'min(a)',
        'max(b, by: done)',
        'count(note, by: g)',
        'group_mean(k, by: note)',
        'zscore(a, by: g)',
        'minmax(b)',
        'rank(a, by: g)',
        'row_number()',
        'row_number(by: [g, done])',
        'previous(day)',
        'previous(note, 3, by: g)',
        'next(day, by: [g, done])',
        'next(a, 2)',
        'next(done, 100)',
        'last_present(note, by: g)',
        'code(note)',
        'cumulative_sum(a, by: g)',
      ].map((expression, i) => ({ name: `o${i}`, expression })),
    },
  ],
  [
    'functions over the rows in use, over all rows, and in an order',
    {
      derive: [
        { name: 'share', expression: 'a / sum(a)' },
        { name: 'of_all', expression: 'a / sum(a, over: all) + max(b, by: g, over: all)' },
        { name: 'early', expression: 'k - mean(k)' },
        { name: 'before', expression: 'previous(k, by: g)' },
        { name: 'filed', expression: 'previous(k, over: all)' },
        { name: 'behind', expression: 'next(k, 2, by: g)' },
        { name: 'noted', expression: 'last_present(note)' },
        { name: 'summed', expression: 'cumulative_sum(a, by: [g, done])' },
        { name: 'place', expression: 'row_number(by: g)' },
        { name: 'many', expression: 'sum(a > 0, by: g) + mean(done)' },
        { name: 'so_far', expression: 'cumulative_sum(b < 1)' },
        { name: 'line', expression: 'row_number(over: all)' },
      ],
      filter: 'early > -20 and a < mean(a, over: all) + 30',
      drop_missing: ['a', 'before'],
      sort: [
        { column: 'day', direction: 'descending' },
        { column: 'b', direction: 'ascending' },
      ],
    },
  ],
  [
    'every function of texts and numbers',
    {
      derive: [
        "if(a > 0, 'more', note)",
        'case(a > 0, 1, b > 0, missing, 3)',
        'round(b, 1)',
        'round(a / 3)',
        'exp(b / 10)',
        'log10(k)',
        'log2(a)',
        'a ^ b',
        'k % 7',
        '-k % 7',
        'bin(a, [-3, 0, 2, 40])',
        'bin(log(0 - k), [0, 1])',
        'upper(note)',
        'trim(note)',
        'length(note)',
        'substr(note, 2)',
        "replace(note, 'b', '$&')",
        "part(note, ' ', 1)",
        "part(note, '1', 2)",
        "part(note, 'ab', 0)",
        "part_from(note, '=', 2)",
        "part_from(note, ' ', 0)",
        "part_from(note, '1', 3)",
        "concat(note, '-', g)",
        "contains(note, 'B')",
        "starts_with(note, 'A')",
        "ends_with(note, 'B')",
        'to_text(b)',
        'to_text(done)',
        "note < 'a'",
        "g not in ('u', missing)",
        'a in (b, 1)',
        '`k` between a and b',
      ].map((expression, i) => ({ name: `f${i}`, expression })),
    },
  ],
];

describe.each(languages)('$name code', (language) => {
  test.for(views)('does what the view does: %s', async ([, view], { skip }) => {
    expect(await differences(language, table, view, skip)).toEqual([]);
  });

  test(`of random expressions gives their values (${ofSample})`, async ({ skip }) => {
    const expressions = fc
      .sample(fc.oneof(number, text, truth), ofRuns(120, 240))
      .filter((expression) => expression.length < 400);
    for (let start = 0; start < expressions.length; start += 40) {
      const derive = expressions
        .slice(start, start + 40)
        .map((expression, i) => ({ name: `x${i}`, expression }));
      expect(await differences(language, table, { derive }, skip)).toEqual([]);
    }
  });
});

test('names and texts of a file stay data in the code', async ({ skip }) => {
  skip(installed.length === 0, 'neither R nor Python with pandas is installed');
  const { table: hostile } = await tests.admit(
    '"a""); system(""touch owned"")","b\'+__import__(\'os\').remove(\'x\')+\'","if"\n1,"x"");q()",2\n3,"\\",4\n',
  );
  const [a = '', b = '', c = ''] = hostile.columns.map(({ name }) => name);
  const view: View = {
    derive: [{ name: 'sum "of" \\ both', expression: `\`${a}\` + \`${c}\`` }],
    filter: { column: b, op: 'ne', value: '") or True #\n' },
  };
  await tests.engine.exportRows(
    hostile,
    { forSpreadsheets: false },
    join(runner.folder, 'hostile.csv'),
  );
  await copyFile(join(runner.folder, 'data.csv'), join(runner.folder, 'kept.csv'));
  await copyFile(join(runner.folder, 'hostile.csv'), join(runner.folder, 'data.csv'));
  for (const language of installed)
    expect(await differences(language, hostile, view, skip)).toEqual([]);
  await copyFile(join(runner.folder, 'kept.csv'), join(runner.folder, 'data.csv'));
});

test('carriage returns in texts stay in the code of R', async ({ skip }) => {
  skip(
    installed.every(({ name }) => name !== 'R'),
    'R is not installed',
  );
  const said = 'x\r\ny\rz\u0001b';
  const { table: lines } = await tests.admit(`a,b\n"${said}",1\np,2\n`);
  await copyFile(join(runner.folder, 'data.csv'), join(runner.folder, 'kept.csv'));
  await tests.engine.exportRows(lines, { forSpreadsheets: false }, join(runner.folder, 'data.csv'));
  const { code } = await tests.engine.explainView(lines, {});
  const printed = await runner.run('R', `${code.r}\ncat(utf8ToInt(d$a[1]), names(d))`, skip);
  expect(printed).toBe([...Array.from(said, (sign) => sign.charCodeAt(0)), 'a', 'b'].join(' '));
  await copyFile(join(runner.folder, 'kept.csv'), join(runner.folder, 'data.csv'));
});
