import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { checkExpression } from './check-expression.ts';
import type { ExpressionColumn } from './typed.ts';
import { functionOf, functions, isFunction } from './functions.ts';
import { fromFilter, fromJson } from './expression-json.ts';
import { parseExpression } from './parse-expression.ts';
import { sayExpression } from './say-expression.ts';
import type { Expression } from './syntax.ts';

const columns: ExpressionColumn[] = [
  ...[
    'fare',
    'age',
    'x',
    'sibsp',
    'parch',
    'delay',
    'area',
    'pop',
    'ratio',
    'hours',
    'low',
    'high',
    'sales',
    'price',
  ].map((name) => ({ name, type: 'number' as const })),
  ...[
    'class',
    'name',
    'code',
    'cost',
    'first',
    'last',
    'file',
    'shop',
    'port',
    'species',
    'cabin',
    'body mass',
    'stamp',
  ].map((name) => ({ name, type: 'text' as const })),
  ...['date', 'day', 'start', 'end'].map((name) => ({ name, type: 'date' as const })),
  { name: 'time_hour', type: 'datetime' },
  { name: 'year', type: 'number' },
  { name: 'clock', type: 'time' },
  { name: 'done', type: 'boolean' },
];

/** The tree as nested brackets: what binds to what. */
function shape(node: Expression): string {
  switch (node.kind) {
    case 'call':
      return `(${[node.name, ...node.args.map(shape), ...(node.by.length > 0 ? ['by', ...node.by.map(shape)] : [])].join(' ')})`;
    case 'list':
      return `[${node.items.map(shape).join(' ')}]`;
    case 'column':
      return node.name;
    case 'missing':
      return 'missing';
    default:
      return node.kind === 'boolean'
        ? String(node.value)
        : node.kind === 'text'
          ? `"${node.text}"`
          : node.text;
  }
}

describe('an expression', () => {
  it.each([
    ['1 + 2 * 3', '(+ 1 (* 2 3))'],
    ['(1 + 2) * 3', '(* (+ 1 2) 3)'],
    ['a - b - c', '(- (- a b) c)'],
    ['-x ^ 2', '(negative (^ x 2))'],
    ['2 ^ -1', '(^ 2 (negative 1))'],
    ['2 ^ 3 ^ 2', '(^ 2 (^ 3 2))'],
    ['not a and b or c', '(or (and (not a) b) c)'],
    ['not a = 1', '(not (= a 1))'],
    ['a or b and c', '(or a (and b c))'],
    [
      'fare > 30 and class in ("First", \'Second\')',
      '(and (> fare 30) (in class ["First" "Second"]))',
    ],
    ['class not in ["First"]', '(not in class ["First"])'],
    ['age between 13 and 20 and done', '(and (between age 13 20) done)'],
    ['age is missing or age is not missing', '(or (is missing age) (is present age))'],
    ['AGE IS PRESENT', '(is present AGE)'],
    ["'it''s'", '"it\'s"'],
    ['`body mass` == "a\\"b"', '(= body mass "a"b")'],
    ['group_mean(fare, by: class)', '(group_mean fare by class)'],
    ['mean(fare, by: [class, port])', '(mean fare by class port)'],
    ['if(age < 13, missing, true)', '(if (< age 13) missing true)'],
    ['größe.2 <> 1e-3', '(!= größe.2 1e-3)'],
  ])('%s', (text, expected) => {
    expect(shape(parseExpression(text))).toBe(expected);
  });

  it.each<[string, number, string]>([
    ['', 1, 'Nothing is written here. (character 1)'],
    ['fare >', 7, 'The expression ends too early. (character 7)'],
    ['fare > 30 class', 11, "'class' does not fit here. (character 11)"],
    ['fare > 30; drop table x', 10, "';' is not understood. (character 10)"],
    ["name = 'a", 8, "The quote ' is never closed. (character 8)"],
    ['1 < x < 3', 7, 'Comparisons do not chain. (character 7)'],
    ['(1 + 2', 7, "The end is where ')' should close or follow what is in brackets. (character 7)"],
    ['age is 5', 8, "'5' cannot follow 'is'. (character 8)"],
    ['mean(fare, per: class)', 12, "There is no 'per:' here. (character 12)"],
    ['fare in 3', 9, "'in' is followed by values in brackets. (character 9)"],
    ['and > 3', 1, "'and' is where a column or a value should be. (character 1)"],
    [
      `${'('.repeat(40)}1${')'.repeat(40)}`,
      33,
      'An expression is nested at most 32 deep. (character 33)',
    ],
    ['far > 3', 1, "There is no column 'far'. Did you mean fare? (character 1)"],
    ['body_mass = 3', 1, "There is no column 'body_mass'. Did you mean `body mass`? (character 1)"],
    ['constructor(x)', 1, "There is no function 'constructor'. (character 1)"],
    ["read_csv('/etc/passwd')", 1, "There is no function 'read_csv'. (character 1)"],
    ['lgo(fare)', 1, "There is no function 'lgo'. Did you mean log? (character 1)"],
    ['fare > "30"', 8, 'A number and a text cannot be compared. (character 8)'],
    ['class > 3', 9, 'A text and a number cannot be compared. (character 9)'],
    [
      "local_time(time_hour, 'berlin')",
      23,
      "There is no time zone 'berlin'. Did you mean 'Europe/Berlin'? (character 23)",
    ],
    [
      "local_time(time_hour, 'europe/berlin')",
      23,
      "There is no time zone 'europe/berlin'. Did you mean 'Europe/Berlin'? (character 23)",
    ],
    [
      "local_time(time_hour, 'America/New York')",
      23,
      "There is no time zone 'America/New York'. Did you mean 'America/New_York'? (character 23)",
    ],
    [
      "local_time(start, 'Europe/Berlin')",
      12,
      'local_time needs a date with time; this is a date. (character 12)',
    ],
    ...[
      ["matches(name, '')", 'A pattern has at least one character.'],
      ["matches(name, 'a(b')", 'At character 2 of the pattern, this bracket is never closed.'],
      ["matches(name, 'ab)')", 'At character 3 of the pattern, this bracket was never opened.'],
      ["matches(name, '🙂[a')", 'At character 2 of the pattern, this bracket is never closed.'],
      [
        "matches(name, 'a|*b')",
        'At character 3 of the pattern, nothing is before * to be repeated.',
      ],
      [
        "matches(name, 'a++')",
        'At character 3 of the pattern, a repetition cannot be repeated; write the inner one in (?:…).',
      ],
      [
        "matches(name, '(a*)+')",
        'At character 5 of the pattern, what may be empty cannot be repeated.',
      ],
      [
        "matches(name, '^*')",
        'At character 2 of the pattern, a place in the text cannot be repeated.',
      ],
      [
        "matches(name, 'a{,3}')",
        'At character 2 of the pattern, this is no count, as {3} or {2,4}; a brace itself is \\{.',
      ],
      [
        "matches(name, 'a{3,2}')",
        'At character 2 of the pattern, a count rises and is at least 1.',
      ],
      [
        "matches(name, '(?:a{50}b{50}){11}')",
        'At character 15 of the pattern, more than 1000 characters are asked for.',
      ],
      [`matches(name, '${'a'.repeat(501)}')`, 'A pattern has at most 500 characters.'],
      [`matches(name, '${'(a)'.repeat(10)}')`, 'A pattern has at most 9 groups.'],
      [
        "matches(name, 'a(?=b)')",
        'At character 2 of the pattern, this cannot be asked: groups have numbers, and there is no looking ahead or behind.',
      ],
      [
        "matches(name, 'a(?i)b')",
        'At character 2 of the pattern, (?i) is possible at the beginning of the pattern only.',
      ],
      [
        "matches(name, 'a(?>b)')",
        'At character 2 of the pattern, (? begins only (?:…), a group without a number.',
      ],
      [
        "matches(name, '(a)\\1')",
        'At character 4 of the pattern, a pattern cannot refer to its own groups.',
      ],
      [
        "matches(name, '\\pL')",
        'At character 1 of the pattern, \\p is not known here; there are \\d, \\w, \\s, \\b, \\t, \\n and \\r.',
      ],
      [
        "matches(name, 'a\\\\')",
        'At character 2 of the pattern, a backslash is last; one itself is \\\\.',
      ],
      [
        "matches(name, '[[:alpha:]]')",
        'At character 2 of the pattern, write the characters of the class, as [a-z].',
      ],
      ["matches(name, '[z-a]')", 'At character 2 of the pattern, the characters of a range rise.'],
      [
        "matches(name, '[\\d-z]')",
        'At character 2 of the pattern, a range has a character at both ends.',
      ],
    ].map(([text = '', message = '']): [string, number, string] => [
      text,
      15,
      `${message} (character 15)`,
    ]),
    ['matches(name, cost)', 15, 'matches needs a text in quotes here, written out. (character 15)'],
    ["extract(name, '(a)(b)', 3)", 25, 'The pattern has 2 groups in brackets. (character 25)'],
    [
      "replace_matches(name, 'a*', 'b')",
      23,
      'What may be empty is between all characters, and cannot be replaced. (character 23)',
    ],
    [
      "replace_matches(name, 'a', '\\1')",
      28,
      'The pattern has no group in brackets. (character 28)',
    ],
    [
      "replace_matches(name, '(a)', '\\0')",
      30,
      'In a replacement \\1 to \\9 are groups, and \\\\ is a backslash. (character 30)',
    ],
    [
      'next(fare, x)',
      12,
      'next needs a whole number from 0 to 999999 here, written out. (character 12)',
    ],
    ["done = 'maybe'", 8, 'True or false and a text cannot be compared. (character 8)'],
    [
      'nullif(x, 99)',
      1,
      "There is no function 'nullif'. Did you mean if(x = 99, missing, x)? (character 1)",
    ],
    [
      'rolling_mean(fare, 7)',
      1,
      "There is no function 'rolling_mean'. Did you mean the moving average of a time series, by its method overview and a window? (character 1)",
    ],
    [
      "strftime(day, '%Y-%m')",
      1,
      "There is no function 'strftime'. Did you mean substr(to_text(date), 1, 7) for the month as '2024-03', or year(date) and month(date) as two groups? (character 1)",
    ],
    [
      'any(fare > 1, by: class)',
      1,
      "There is no function 'any'. Did you mean x > 1 or y > 1, or among rows max(if(x > 1, 1, 0), by: id) = 1? (character 1)",
    ],
    [
      'percent_rank(fare)',
      1,
      "There is no function 'percent_rank'. Did you mean (rank(x) - 1) / (count(x) - 1)? (character 1)",
    ],
    ['fare * 2 as double', 10, "'as' does not fit here. (character 10)"],
    [
      'iqr(fare)',
      1,
      "There is no function 'iqr'. Did you mean quantile(x, 0.75) - quantile(x, 0.25)? (character 1)",
    ],
    [
      'missing(fare)',
      1,
      "There is no function 'missing'. Did you mean x is missing? (character 1)",
    ],
    [
      "unnest(class, ';')",
      1,
      "There is no function 'unnest'. Did you mean part(x, ';', 1) for one part, or run_sql, which makes rows of parts by UNPIVOT? (character 1)",
    ],
    [
      'pct_change(fare)',
      1,
      "There is no function 'pct_change'. Did you mean x / previous(x) - 1? (character 1)",
    ],
    [
      "recode(class, 'a', 1)",
      1,
      "There is no function 'recode'. Did you mean case(x = 'a', 1, x = 'b', 2, missing), or the step recode? (character 1)",
    ],
    [
      'corr(fare, age)',
      1,
      "There is no function 'corr'. Did you mean the statistic correlation, of: 'x', with: 'y'? (character 1)",
    ],
    ['class + 1', 1, "'+' needs a number; this is a text. (character 1)"],
    ['class = missing', 9, 'Nothing is equal to, less or more than missing. (character 9)'],
    ['fare > 1 && done', 10, "'&' is not understood. (character 10)"],
    ['class = null', 9, "There is no column 'null'. Did you mean missing? (character 9)"],
    ['min(class)', 5, 'min needs a number or a date; this is a text. (character 5)'],
    ['rank(done)', 6, 'rank needs a number; this is true or false. (character 6)'],
    ['done and fare', 10, "'and' needs true or false; this is a number. (character 10)"],
    ['day > "tomorrow"', 7, "'tomorrow' is no date. (character 7)"],
    ['clock < "25:00"', 9, "'25:00' is no time of day. (character 9)"],
    ['log(fare, 2)', 1, 'log takes 1 argument. (character 1)'],
    [
      'round(fare, x)',
      13,
      'round needs a whole number from 0 to 999999 here, written out. (character 13)',
    ],
    [
      'round(fare, -2)',
      13,
      'round needs a whole number from 0 to 999999 here, written out. (character 13)',
    ],
    [
      "part(name, ';', -1)",
      17,
      'part needs a whole number from 0 to 999999 here, written out. (character 17)',
    ],
    [
      'bin(age, [3, 2])',
      10,
      'bin needs at least two bounds that rise, for example [0, 13, 20, 60]. (character 10)',
    ],
    [
      'case(fare > 1, 1, fare > 0, 2)',
      1,
      'case takes 3, 5, 7 … arguments; the last is the value where no condition holds. (character 1)',
    ],
    ['mean(fare, by: class, 2)', 1, 'mean takes 1 argument. (character 1)'],
    ['log(fare, by: class)', 1, "log looks at one row; it takes no 'by:'. (character 1)"],
    ['[1, 2]', 1, 'A list can be only after in, or as the bounds of bin. (character 1)'],
  ])('%s is refused at character %i', (text, from, message) => {
    expect(() => checkExpression(parseExpression(text), columns)).toThrow(
      expect.objectContaining({
        code: 'invalid_expression',
        message,
        details: expect.objectContaining({ from }),
      }),
    );
  });

  it.each([
    ['fare ** 2', "'**' is not understood. (character 6)", 'Write ^ for a power: x ^ 2.'],
    [
      'fare::int',
      "'::' is not understood. (character 5)",
      'Write to_number(x), to_text(x) or to_date(x).',
    ],
    ['fare ?? 0', "'??' is not understood. (character 6)", 'Write coalesce(x, 0).'],
    [
      'cast(fare as int)',
      "'as' is where ',' should close or follow an argument. (character 11)",
      'Write to_number(x), to_text(x) or to_date(x).',
    ],
    [
      'row_number(by: class, order_by: fare)',
      "There is no 'order_by:' here. (character 23)",
      "The order is that of 'sort' in the view; rank(-x) counts from the largest.",
    ],
    [
      'mean(fare, group: class)',
      "There is no 'group:' here. (character 12)",
      "Only 'by:' and 'over:' can be named.",
    ],
  ])('%s leads to what is written here', (text, message, fix) => {
    expect(() => checkExpression(parseExpression(text), columns)).toThrow(
      expect.objectContaining({ message, details: expect.objectContaining({ fix }) }),
    );
  });

  it.each([
    ['mean(fare,by: class , port)', 'class, port', 'mean(fare, by: [class, port])'],
    ['rank(-fare, by: [class], done)', 'class, done', 'rank(-fare, by: [class, done])'],
    [
      'previous(fare, 2, by: class, year(day), over: view)',
      'class, year(day)',
      'previous(fare, 2, by: [class, year(day)], over: view)',
    ],
    ['previous(fare, by: class, port)', 'class, port', 'previous(fare, by: [class, port])'],
    ['row_number(by: class, port)', 'class, port', 'row_number(by: [class, port])'],
  ])('%s is refused with its groups in brackets', (text, groups, meant) => {
    expect(() => checkExpression(parseExpression(text), columns)).toThrow(
      expect.objectContaining({
        code: 'invalid_expression',
        message: `${text.slice(0, text.indexOf('('))} takes several groups in brackets, by: [${groups}]. (character 1)`,
        details: { fix: `Write ${meant}.`, from: 1, to: text.length },
      }),
    );
    expect(() => checkExpression(parseExpression(meant), columns)).not.toThrow();
  });

  it.each([
    ['quantile(fare, by: class, 0.9)', 'quantile(fare, 0.9, by: class)'],
    ['previous(fare, by: class, 2)', 'previous(fare, 2, by: class)'],
    ['mean(by: class, fare)', 'mean(fare, by: class)'],
  ])('%s, with an argument after its group, is %s', (text, meant) => {
    expect(sayExpression(parseExpression(text))).toBe(meant);
    expect(() => checkExpression(parseExpression(text), columns)).not.toThrow();
  });

  it('a day without quotes is refused with how it is written', () => {
    expect(() => checkExpression(parseExpression('day >= 2024-01-01'), columns)).toThrow(
      expect.objectContaining({
        message: 'A date and a number cannot be compared. (character 8)',
        details: expect.objectContaining({
          fix: "A date is written in quotes, as '2026-01-31'; year(date) is a number.",
        }),
      }),
    );
  });

  it.each([
    ["done = 'yes'", 'done = true'],
    ["done != 'No'", 'done != false'],
    ["done in ('ja', 'nein')", 'done in (true, false)'],
    ["coalesce(done, 'n')", 'coalesce(done, false)'],
    ["if(done = 'y', 1, 0)", 'if(done = true, 1, 0)'],
    ['to_number(fare) * 2', 'fare * 2'],
    ["to_number(fare, '1.234,56')", 'fare'],
  ])('%s means %s', (text, meant) => {
    const typed = (one: string) =>
      JSON.stringify(checkExpression(parseExpression(one), columns), (key, value: unknown) =>
        key === 'span' ? undefined : value,
      );
    expect(typed(text)).toBe(typed(meant));
  });

  it.each([
    ['end - start', 'Write days_between(start, end) for the days.'],
    ['time_hour - time_hour', 'Write seconds_between(time_hour, time_hour) for the seconds.'],
    ['end - 30', 'days_between(start, end) gives the days between two dates.'],
    [
      "to_number(replace(fare, '$', ''))",
      'to_text(…) makes a text of it; a number can be calculated with as it is.',
    ],
    [
      'lower(done)',
      'It is true or false already: write it alone, or not in front of it; to_text(…) makes a text of it.',
    ],
    ['class + port', 'Write concat(class, port) to join the texts.'],
    ["class + '-'", "Write concat(class, '-') to join the texts."],
    [
      "contains(class, ['a', 'b'])",
      "Ask of each value: contains(x, 'a') or contains(x, 'b'); groups after by: are a list too.",
    ],
    ['bin(age, 10)', 'Intervals of equal width are floor(x / 10) * 10.'],
    ['bin(age, 0, 40, 60)', 'Write bin(age, [0, 40, 60]).'],
    ['round(fare, -2)', 'round(x / 100) * 100 rounds to hundreds.'],
    ['sd(done)', 'if(condition, 1, 0) makes numbers of true and false.'],
    ['done + 1', 'if(condition, 1, 0) makes numbers of true and false.'],
    [
      "local_time(time_hour, '+02:00')",
      "Zones are named as in the IANA time zone database: 'Europe/Berlin', 'America/New_York', 'UTC'.",
    ],
  ])('%s is refused with what to write', (text, fix) => {
    expect(() => checkExpression(parseExpression(text), columns)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ fix }) }),
    );
  });

  it.each([
    [`"class" != 'First'`, 1, 'class'],
    [`'class' != 'First'`, 1, 'class'],
    [`fare > 3 and "class" in ('First', 'Second')`, 14, 'class'],
    ['"class"', 1, 'class'],
    ['lower(trim("body mass"))', 12, 'body mass'],
    ['"body mass" > 10', 1, 'body mass'],
    ['fare > "age"', 8, 'age'],
    ['fare / "pop"', 8, 'pop'],
    ['mean("fare")', 6, 'fare'],
    ["mean(fare, by: 'class')", 16, 'class'],
    ['mean(fare, by: [shop, "class"])', 23, 'class'],
  ])('%s is refused, which means a column', (text, from, name) => {
    expect(() => checkExpression(parseExpression(text), columns)).toThrow(
      expect.objectContaining({
        code: 'invalid_expression',
        message: `'${name}' is a text here; the column is \`${name}\`. (character ${from})`,
        details: {
          fix: `Names of columns are plain words or in backticks${
            text.at(from - 1) === '"' ? '; a text of this name is in single quotes' : ''
          }.`,
          from,
          to: from + name.length + 1,
        },
      }),
    );
  });

  it.each([
    ['class = "port"', "class = 'port'"],
    ['class in ("port", "shop")', "class in ('port', 'shop')"],
    ['if(fare > 1, "low", "high")', "if(fare > 1, 'low', 'high')"],
    ['contains(name, "first")', "contains(name, 'first')"],
    ['"fares"', "'fares'"],
  ])('%s means %s, texts though columns have such names', (text, same) => {
    const said = [text, same].map((one) => {
      const written = parseExpression(one);
      checkExpression(written, columns);
      return sayExpression(written);
    });
    expect(said).toEqual([same, same]);
  });

  it.each(["'class'", "concat('class', 'es')", "to_date('date')"])(
    '%s may be a text, in single quotes beside no column',
    (text) => {
      expect(checkExpression(parseExpression(text), columns).kind).not.toBe('column');
    },
  );

  it('every function has an example that is right', () => {
    for (const [name, entry] of Object.entries(functions)) {
      const typed = checkExpression(parseExpression(entry.example), columns);
      const named = (node: typeof typed): string[] =>
        node.kind === 'call' ? [node.name, ...node.args.flatMap(named)] : [];
      expect(named(typed)).toContain(name);
      expect(isFunction(name) && functionOf(name).summary.endsWith('.')).toBe(true);
    }
  });

  it('of any characters is read or refused, never anything else', () => {
    const words = fc.constantFrom(
      'fare',
      'class',
      '(',
      ')',
      ',',
      '+',
      '-',
      '^',
      'and',
      'not',
      'in',
      "'",
      '"',
      '`',
      '3',
      'is',
      'missing',
      'between',
      'by:',
      'log',
      'if',
      '[',
      ']',
      ' ',
      '\n',
      '\\',
      '∑',
      '🙂',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(words, { maxLength: 30 }).map((list) => list.join(' ')),
        ),
        (text) => {
          try {
            checkExpression(parseExpression(text), columns);
          } catch (error) {
            if (!(error instanceof AppError) || error.code !== 'invalid_expression') throw error;
            expect(error.details.from).toBeGreaterThanOrEqual(1);
            expect(error.details.from).toBeLessThanOrEqual(text.length + 1);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['(1+2)*3 - -x', '(1 + 2) * 3 - -x'],
    ['not (a or b) and c', 'not (a or b) and c'],
    ['(not a) = b', '(not a) = b'],
    ['(-x)^2 ^ -1', '(-x) ^ 2 ^ (-1)'],
    ['a-(b-c)', 'a - (b - c)'],
    [
      "`body mass` in ['it''s', \"x\"] OR age is not missing",
      "`body mass` in ('it''s', 'x') or age is present",
    ],
    ['mean(fare,by:[class,port])', 'mean(fare, by: [class, port])'],
    ['bin(age, [0, -1])', 'bin(age, [0, -1])'],
    ["name = 'a\\\\b'", "name = 'a\\\\b'"],
  ])('%s is said as %s', (text, said) => {
    expect(sayExpression(parseExpression(text))).toBe(said);
  });

  it('that is said reads as itself', () => {
    const span = { from: 0, to: 0 };
    const { any } = fc.letrec<{ any: Expression }>((tie) => {
      const call = (
        name: string,
        args: readonly Expression[],
        by: readonly Expression[] = [],
      ): Expression => ({ kind: 'call', name, args, by, span });
      return {
        any: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom<Expression>(
            { kind: 'number', text: '2.5', span },
            { kind: 'boolean', value: true, span },
            { kind: 'missing', span },
          ),
          fc.string({ unit: 'binary' }).map((text): Expression => ({ kind: 'text', text, span })),
          fc
            .oneof(
              fc.constantFrom('fare', 'body mass', 'and', '`', 'a\\'),
              fc.string({ minLength: 1 }),
            )
            .map((name): Expression => ({ kind: 'column', name, span })),
          fc
            .tuple(
              fc.constantFrom('or', 'and', '=', '!=', '<', '>=', '+', '-', '*', '/', '%', '^'),
              tie('any'),
              tie('any'),
            )
            .map(([name, x, y]) => call(name, [x, y])),
          fc
            .tuple(fc.constantFrom('not', 'negative', 'is missing', 'is present'), tie('any'))
            .map(([name, x]) => call(name, [x])),
          fc.tuple(tie('any'), tie('any'), tie('any')).map((args) => call('between', args)),
          fc
            .tuple(
              fc.constantFrom('in', 'not in'),
              tie('any'),
              fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
            )
            .map(([name, x, items]) => call(name, [x, { kind: 'list', items, span }])),
          fc
            .tuple(fc.array(tie('any'), { maxLength: 3 }), fc.array(tie('any'), { maxLength: 2 }))
            .map(([args, by]) => call('mean', args, by)),
        ),
      };
    });
    fc.assert(
      fc.property(any, (expression) => {
        expect(shape(parseExpression(sayExpression(expression)))).toBe(shape(expression));
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same as text, as JSON and as a structured filter', () => {
    const text = parseExpression(
      "(fare > 30 and class in ('First', 'Second')) or not age is missing",
    );
    const json = fromJson({
      call: 'or',
      args: [
        {
          call: 'and',
          args: [
            { call: '>', args: [{ column: 'fare' }, 30] },
            { call: 'in', args: [{ column: 'class' }, 'First', 'Second'] },
          ],
        },
        { call: 'not', args: [{ call: 'is missing', args: [{ column: 'age' }] }] },
      ],
    });
    const filter = fromFilter({
      or: [
        {
          and: [
            { column: 'fare', op: 'gt', value: 30 },
            { column: 'class', op: 'in', values: ['First', 'Second'] },
          ],
        },
        { not: { column: 'age', op: 'is_missing' } },
      ],
    });
    expect([shape(json), shape(filter)]).toEqual([shape(text), shape(text)]);
  });
});

describe('what people write in other languages', () => {
  it.each([
    [
      'class > 3',
      'Write to_number(…) around the text to compare numbers; in quotes the value is compared by its letters.',
    ],
    ['fare > 1 && done', "Write 'and'."],
    ["class like 'a%'", "Write a function, for example contains(name, 'mrs')."],
    ['class = missing', "Write 'is missing' in place of '= missing'."],
    ['class != missing', "Write 'is present' in place of '!= missing'."],
    ['class == null', "Ask 'is missing' or 'is present' behind a column."],
    [
      "local_time(time_hour, '+02:00')",
      "Zones are named as in the IANA time zone database: 'Europe/Berlin', 'America/New_York', 'UTC'.",
    ],
  ])('%s is refused with what to write', (text, fix) => {
    expect(() => checkExpression(parseExpression(text), columns)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ fix }) }),
    );
  });
});
