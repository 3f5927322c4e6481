import { everyMethod } from '@columnist/contract';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { optionsOf } from './options.ts';
import { ownVerbs } from './own-verbs.ts';
import { columnist, refusal } from './testing-columnist.ts';
import { verbs } from './verbs.ts';

let folder: string;
let penguins: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-cli-'));
  penguins = join(folder, 'penguins.csv');
  await writeFile(
    penguins,
    'species,mass,sex,"a, b"\nAdelie,3700,m,1\nGentoo,5080,f,2\nAdelie,3800,f,3\nGentoo,5200,m,4\nAdelie,3650,,5\n',
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('answers about a file', () => {
  test('rows of a view, sorted, in every format', async () => {
    const asked = [
      'rows',
      penguins,
      'species',
      'mass',
      '--where',
      'mass > 3700',
      '--sort',
      'mass:desc',
    ];
    expect(await columnist([...asked, '--format', 'csv'])).toEqual({
      code: 0,
      said: [],
      out: 'species,mass\nGentoo,5200\nGentoo,5080\nAdelie,3800\n',
    });
    expect((await columnist([...asked, '--format', 'table'])).out).toBe(
      'species  mass\nGentoo   5200\nGentoo   5080\nAdelie   3800\n',
    );
    expect((await columnist([...asked, '--format', 'markdown'])).out).toBe(
      '| species | mass |\n|---|---:|\n| Gentoo | 5200 |\n| Gentoo | 5080 |\n| Adelie | 3800 |\n',
    );
    expect(JSON.parse((await columnist(asked)).out)).toMatchObject({
      items: [
        ['Gentoo', 5200],
        ['Gentoo', 5080],
        ['Adelie', 3800],
      ],
      row_numbers: [4, 2, 3],
      total: 3,
    });
  });

  test('groups by short options, a new column, and the same by JSON', async () => {
    const short = [
      'aggregate',
      penguins,
      '--by',
      'species',
      '--stat',
      'mean:double',
      '--stat',
      'quantile:mass:0.5',
      '--stat',
      'count',
      '--derive',
      'double=mass * 2',
      '--format',
      'csv',
    ];
    const expected =
      'species,mean_double,quantile_0.5_mass,count\nAdelie,7433.333333333333,3700,3\nGentoo,10280,5140,2\n';
    expect((await columnist(short)).out).toBe(expected);
    const long = [
      'aggregate',
      penguins,
      '--group-by',
      '["species"]',
      '--aggregates',
      '[{"statistic":"mean","of":"double"},{"statistic":"quantile","of":"mass","p":0.5},{"statistic":"count"}]',
      '--view',
      '{"derive":[{"name":"double","expression":"mass * 2"}]}',
      '--format',
      'csv',
    ];
    expect((await columnist(long)).out).toBe(expected);
  });

  test('a test by its method, with its sentence and tables', async () => {
    // R: t.test(mass ~ species)
    const asked = ['test', penguins, 'welch_t', '--value', 'mass', '--group', 'species'];
    const answer: unknown = JSON.parse((await columnist(asked)).out);
    expect(answer).toMatchObject({
      statistic: { name: 't', value: expect.closeTo(-19.11515, 4) },
      p_value: expect.closeTo(0.002321692, 8),
    });
    expect(answer).not.toHaveProperty('dataset_id');
    expect((await columnist([...asked, '--format', 'table'])).out.split('\n')[0]).toBe(
      'The mean of mass is smaller in Adelie than in Gentoo: means 3,717 (Adelie) and 5,140 (Gentoo), difference −1,423, 95% CI [−1,734, −1,113] (p = .002, Hedges’ g = −10.24).',
    );
  });

  test('a regression by another method than the usual one', async () => {
    const asked = ['regress', penguins, 'mass ~ species', '--method', 'poisson'];
    expect(JSON.parse((await columnist(asked)).out)).toMatchObject({
      procedure: { method: 'poisson' },
    });
    expect((await columnist(['regress', '--help'])).out).toContain(
      '--method linear|logistic|poisson',
    );
    expect((await refusal(['regress', penguins, 'mass ~ species', '--method', 'probit']))[0]).toBe(
      "There is no method 'probit'.",
    );
  });

  test('a regression by a formula, the usual method where none is named', async () => {
    // R: summary(lm(mass ~ species))
    expect(
      JSON.parse((await columnist(['regress', penguins, 'mass ~ species'])).out),
    ).toMatchObject({
      procedure: { method: 'linear' },
      statistic: { name: 'F', value: expect.closeTo(386.5633, 3) },
    });
  });

  test('frequencies to a file, in the format of its ending', async () => {
    const to = join(folder, 'species.csv');
    expect(await columnist(['frequencies', penguins, 'species', '-o', to], true)).toEqual({
      code: 0,
      out: '',
      said: [],
    });
    expect(await readFile(to, 'utf8')).toBe(
      'value,n,share,cumulative_share\nAdelie,3,0.6,0.6\nGentoo,2,0.4,1\n',
    );
  });

  test('a picture as a PNG file', async () => {
    const to = join(folder, 'mass.png');
    await columnist(['chart', penguins, 'mass', '--output', to]);
    expect((await readFile(to)).subarray(1, 4).toString()).toBe('PNG');
  });

  test('how a file is written can be stated, and what reading it changed is said', async () => {
    const file = join(folder, 'marks.csv');
    await writeFile(file, 'a;b\n1,5;x\n2,5;NA\n');
    const { out, said } = await columnist([
      'rows',
      file,
      '--read-delimiter',
      ';',
      '--format',
      'csv',
    ]);
    expect(out).toBe('a,b\n1.5,x\n2.5,\n');
    expect(said.join(' ')).toContain('NA');
  });

  test('with --quiet nothing is said but what is refused', async () => {
    const file = join(folder, 'quiet.csv');
    await writeFile(file, 'a,b\n1,x\n2,NA\n');
    const to = join(folder, 'quiet.parquet');
    for (const args of [
      ['rows', file, '--limit', '1'],
      ['convert', file, to],
      ['check', file, '--write', join(folder, 'quiet.json')],
      ['sql', `select * from "${file}" limit 1`],
    ]) {
      expect((await columnist(args)).said).not.toEqual([]);
      expect((await columnist([...args, '--quiet'])).said).toEqual([]);
      expect((await columnist([...args, '-q'])).said).toEqual([]);
    }
    expect((await refusal(['rows', file, 'c', '-q']))[0]).toContain("There is no column 'c'.");
  });

  test('a SELECT joins files, which it names by their paths', async () => {
    const places = join(folder, 'places.csv');
    await writeFile(places, 'species,place\nAdelie,coast\nGentoo,south\n');
    const sql =
      `select place, sum(mass) as mass from "${penguins}" join "${places}" using (species) ` +
      'group by place order by place';
    expect(await columnist(['sql', sql, '--format', 'csv'])).toEqual({
      code: 0,
      said: [],
      out: 'place,mass\ncoast,11150\nsouth,10280\n',
    });
    const { out, said } = await columnist([
      'sql',
      `select species from "${penguins}" order by 1`,
      '--limit',
      '2',
      '--format',
      'csv',
    ]);
    expect(out).toBe('species\nAdelie\nAdelie\n');
    expect(said).toEqual([
      'Only the first 2 rows: --limit shows up to 1000, --output rows.csv without --limit writes all.',
    ]);
  });

  test('the size of a study needs no file', async () => {
    const { out } = await columnist(['power', 'two_sample_t', '--effect', '0.5', '--power', '0.8']);
    expect(JSON.parse(out)).toMatchObject({ solved: 'n', n: expect.closeTo(63.76561, 5) });
  });

  test('control characters of a file do not reach the terminal', async () => {
    const file = join(folder, 'escape.csv');
    await writeFile(file, 'a,b\n"\u001B[2Jx",1\ny,2\n');
    expect((await columnist(['rows', file, '--format', 'table'])).out).toBe(
      'a           b\n\\u001b[2Jx  1\ny           2\n',
    );
  });

  test('nothing is left behind', async () => {
    const place = join(folder, 'temporary');
    await mkdir(place);
    vi.stubEnv('TMPDIR', place);
    await columnist(['describe', penguins]);
    await expect(columnist(['describe', penguins, 'mas'])).rejects.toThrow('mas');
    vi.unstubAllEnvs();
    expect(await readdir(place)).toEqual([]);
  });
});

describe('answers about a workbook', () => {
  const workbook = join(import.meta.dirname, '../../tables/src/formats/fixtures/sheets.xlsx');

  test('of its first sheet that is shown, of another one, and of a range of it', async () => {
    const rowsOf = async (...options: string[]): Promise<string> =>
      (await columnist(['rows', workbook, ...options, '--format', 'csv'])).out;
    expect(await rowsOf('--limit', '2')).toBe('order,amount\no0,0\no1,2.5\n');
    expect(await rowsOf('--sheet', 'Müller & Söhne', '--limit', '1')).toBe(
      'customer,since\nc0,2020-05-01\n',
    );
    expect(await rowsOf('--sheet', 'Orders', '--range', 'A1:A2')).toBe('order\no0\n');
  });

  test('a sheet that is not there is refused with those that are', async () => {
    expect(await refusal(['rows', workbook, '--sheet', 'Order'])).toEqual([
      "There is no sheet 'Order'.",
      'There are Old, Orders, Müller & Söhne.',
    ]);
  });
});

describe('what is refused', () => {
  test.each([
    [
      ['descr', 'x.csv'],
      'There is no verb descr.',
      'Did you mean describe? columnist help lists the verbs.',
    ],
    [
      ['describe'],
      'describe needs a file or a dataset.',
      'columnist describe data.csv, or @name for a dataset on the server.',
    ],
    [
      ['describe', 'none.csv'],
      'There is no file none.csv.',
      'Name a CSV file, - for standard input, or @name for a dataset on the server.',
    ],
    [
      ['describe', 'P', '--colums', 'mass'],
      'There is no option --colums.',
      'Did you mean --columns? --help lists the options.',
    ],
    [['describe', 'P', '--by', 'species'], 'There is no option --by.', '--help lists the options.'],
    [
      ['describe', 'P', '--confidence-level', 'high'],
      "--confidence-level takes a number, not 'high'.",
      undefined,
    ],
    [
      ['describe', 'P', '--confidence-level'],
      '--confidence-level needs a value.',
      'Write --confidence-level VALUE.',
    ],
    [
      ['rows', 'P', '--format', 'xml'],
      "There is no format 'xml'.",
      'One of table, json, csv, markdown.',
    ],
    [
      ['rows', 'P', '--view', '{'],
      '--view is not well-formed JSON: {',
      'Quote it for the shell, as in \'{"column": "fare"}\'.',
    ],
    [['test', 'P', 'pearson', '--value', 'mass'], 'pearson has no option --value.', undefined],
    [
      ['describe', '@penguins'],
      'A dataset on a server needs its address and a key.',
      'Set COLUMNIST_URL to the address of the server (or --server).',
    ],
    [
      ['sql', 'select * from "none.csv"'],
      'There is no file none.csv.',
      'Name a CSV file, - for standard input, or @name for a dataset on the server.',
    ],
    [
      ['sql', "select * from read_csv('x.csv')"],
      'Functions that make tables are not answered: name a dataset. (character 15)',
      undefined,
    ],
    [
      ['sql', 'select 1', '--cursor', 'x'],
      'Files are answered without a cursor.',
      'Write limit and offset into the statement.',
    ],
    [
      ['convert', 'P', 'x.docx'],
      'convert does not write x.docx.',
      expect.stringMatching(/^Name a file that ends in \.csv, .*\.xlsx/),
    ],
    [
      ['convert', 'P', 'P'],
      'convert does not write over the file that it reads.',
      'Name another file to write to.',
    ],
    [
      ['regress', 'P', 'mass ~ species', 'x'],
      "'x' is one argument too many.",
      'columnist regress --help shows what it takes.',
    ],
  ])('%j', async (args, message, fix) => {
    const [said, hint] = await refusal(args.map((arg) => (arg === 'P' ? penguins : arg)));
    expect(said).toBe(message);
    if (fix !== undefined) expect(hint).toEqual(fix);
  });

  test('an unknown method is answered with the nearest and all there are', async () => {
    const [said, hint] = await refusal(['test', penguins, 'welch', '--value', 'mass']);
    expect(said).toBe("There is no method 'welch'.");
    expect(hint).toMatch(/^Did you mean welch_t or welch_anova\? One of pearson, /);
  });
});

describe('convert', () => {
  test('writes Parquet that reads back as the same rows, and CSV of a view', async () => {
    const to = join(folder, 'out.csv');
    expect(
      (await columnist(['convert', penguins, to, '--where', "species = 'Gentoo'"])).said,
    ).toEqual([`2 rows written to ${to}.`]);
    expect(await readFile(to, 'utf8')).toBe(
      'species,mass,sex,"a, b"\nGentoo,5080,f,2\nGentoo,5200,m,4\n',
    );
    const parquet = join(folder, 'out.parquet');
    await columnist(['convert', penguins, parquet]);
    expect((await readFile(parquet)).subarray(0, 4).toString()).toBe('PAR1');
  });
});

describe('check', () => {
  const expected = (document: unknown): Promise<string> => {
    const path = join(folder, 'expectations.json');
    return writeFile(path, JSON.stringify(document)).then(() => path);
  };

  test('expectations made of a file hold of it', async () => {
    const to = join(folder, 'made.json');
    await columnist(['check', penguins, '--write', to]);
    const { code, said } = await columnist(['check', penguins, to]);
    expect([code, said.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^(\d+) of \1 expectations hold\.$/),
    ]);
  });

  test('each that does not hold is said, with the rows', async () => {
    const path = await expected({
      rows: { least: 2, most: 4 },
      columns: [
        { name: 'mass', type: 'number', missing_most: 0, unique: true, least: 3700, most: 5100 },
        { name: 'species', type: 'text', values: ['Adelie'], unique: true },
        { name: 'sex', missing_most: 0.1 },
        { name: 'island' },
        { name: 'year', optional: true },
      ],
      other_columns: 'refuse',
      rules: [{ name: 'heavy where Gentoo', expression: "species != 'Gentoo' or mass > 5100" }],
    });
    const { code, out } = await columnist(['check', penguins, path, '--format', 'csv']);
    expect(code).toBe(1);
    expect(out).toBe(
      [
        'result,expected,found',
        'ok,at least 2 rows,5 rows',
        'FAILED,at most 4 rows,5 rows',
        'FAILED,no other columns,"a, b"',
        'ok,mass is number,number',
        'ok,mass: at most 0 % missing,0 of 5 missing',
        'ok,mass: no value twice,5 values in 5 rows',
        'FAILED,mass ≥ 3700,1 row does not: 5',
        'FAILED,mass ≤ 5100,1 row does not: 4',
        'FAILED,species is text,category',
        'FAILED,species: no value twice,2 values in 5 rows',
        'FAILED,species is one of 1 values,"2 rows do not: 2, 4"',
        'FAILED,sex: at most 10 % missing,1 of 5 missing',
        'FAILED,island is there,there is no such column',
        'FAILED,heavy where Gentoo,1 row does not: 2',
        '',
      ].join('\n'),
    );
  });

  test('expectations of the widest table are read', async () => {
    const wide = join(folder, 'wide.csv');
    const names = Array.from({ length: 1200 }, (_, i) => `c${i}`);
    const values = (n: number): string => names.map((_, i) => i + n).join(',');
    await writeFile(wide, `${names.join(',')}\n${values(1)}\n${values(2)}\n`);
    const to = join(folder, 'wide.json');
    await columnist(['check', wide, '--write', to]);
    const made: unknown = JSON.parse(await readFile(to, 'utf8'));
    expect(made).toMatchObject({ columns: { length: 1200 } });
    const some = await expected({ columns: names.map((name) => ({ name, type: 'number' })) });
    const { code, said } = await columnist(['check', wide, some]);
    expect([code, said.at(-1)]).toEqual([0, '1200 of 1200 expectations hold.']);
  });

  test('a wrong field of the expectations is named', async () => {
    const path = await expected({ columns: [{ name: 'mass', maximum: 1 }] });
    expect(await refusal(['check', penguins, path])).toEqual([
      'columns.0.maximum: There is no such field. The fields are name, type, optional, missing_most, unique, least, most, values.',
      undefined,
    ]);
  });
});

describe('what is generated from the contract', () => {
  test('every method of a dataset is an operand of a verb', () => {
    const listed = new Set(verbs.flatMap(({ methods }) => methods.map(({ method }) => method)));
    expect(
      everyMethod
        .filter(([operation]) => operation !== 'calculatePower')
        .map(([, { method }]) => method)
        .filter((method) => !listed.has(method)),
    ).toEqual([]);
  });

  test('no option is there twice', () => {
    expect(
      verbs.flatMap((verb) => {
        const names = optionsOf(verb).map(({ name }) => name);
        return names
          .filter((name, at) => names.indexOf(name) !== at)
          .map((name) => `${verb.name} --${name}`);
      }),
    ).toEqual([]);
  });

  test('help, completions and the manual name every verb', async () => {
    for (const args of [
      ['help'],
      ['completions', 'bash'],
      ['completions', 'zsh'],
      ['completions', 'fish'],
      ['man'],
    ]) {
      const { out } = await columnist(args);
      expect(verbs.filter(({ name }) => !out.includes(name)).map(({ name }) => name)).toEqual([]);
    }
    for (const own of ownVerbs)
      expect((await columnist([own.name, '--help'])).out).toContain(`columnist ${own.usage}\n`);
    expect((await columnist(['test', 'welch_t', '--help'])).out).toMatch(
      /--value COLUMN +.*\n[\s\S]*--group COLUMN/,
    );
  });

  test('help on power says what each design needs, and nothing of files', async () => {
    const { out } = await columnist(['power', '--help']);
    expect(out).toMatch(/--groups N +Groups\. Required by anova\.\n/);
    expect(out).toMatch(/--df N +Degrees of freedom\. Required by chi_square\.\n/);
    expect(out).not.toMatch(/--where|--sample|--sheet|How a file is written/);
    const examples = out
      .split('\n')
      .flatMap((line) => /^ {2}columnist (power .*)$/.exec(line)?.[1] ?? []);
    expect(examples).toContain('power anova --effect 0.3 --power 0.8 --groups 3');
    for (const example of examples)
      expect(JSON.parse((await columnist(example.split(' '))).out), example).toMatchObject({
        solved: 'n',
      });
    expect((await columnist(['power', 'anova', '--help'])).out).toMatch(
      /--groups N +Groups\. Required\.\n[\s\S]*For example:\n {2}columnist power anova --effect 0\.3 --power 0\.8 --groups 3\n$/,
    );
    expect((await columnist(['describe', '--help'])).out).toContain('How a file is written');
  });
});
