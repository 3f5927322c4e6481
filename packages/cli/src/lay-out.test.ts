import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnist, refusal } from './testing-columnist.ts';

let folder: string;
let birds: string;
let wide: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-widths-'));
  birds = join(folder, 'birds.csv');
  wide = join(folder, 'wide.csv');
  const rows = Array.from(
    { length: 40 },
    (_, i) =>
      `${['Adelie', 'Gentoo'][i % 2]},${3700 + ((i * 37) % 901)},${180 + ((i * 17) % 41)},${30 + ((i * 7) % 23)},${13 + ((i * 3) % 8)},${i}`,
  );
  const names = 'species,body_mass_g,flipper_length_mm,bill_length_mm,bill_depth_mm,number';
  await writeFile(birds, `${names}\n${rows.join('\n')}\n`);
  const columns = Array.from({ length: 12 }, (_, i) => `measure_${i + 1}`);
  const lines = Array.from({ length: 30 }, (_, i) => columns.map((_one, j) => i * j + i).join());
  await writeFile(
    wide,
    `note,${columns.join()}\n${lines.map((one, i) => `${'long '.repeat(20)}${i},${one}`).join('\n')}\n`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shown = async (args: readonly string[], width: number): Promise<string[]> => {
  const { out } = await columnist(args, true, {}, width);
  return stripVTControlCharacters(out).trimEnd().split('\n');
};

describe('on a terminal', () => {
  test.each([60, 80])(
    'a description of %i characters has every figure of every column',
    async (width) => {
      const lines = await shown(['describe', birds, '--no-correlations'], width);
      expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
      const means = lines.filter((line) => line.startsWith('mean '));
      // numpy.mean of each
      expect(means.flatMap((line) => line.split(/ +/).slice(1).map(Number))).toEqual([
        expect.closeTo(4083.625, 1),
        expect.closeTo(199.9, 1),
        expect.closeTo(41.15, 1),
        expect.closeTo(16.5, 1),
        19.5,
      ]);
      const whole = (await columnist(['describe', birds, '--format', 'csv'])).out.split('\n');
      const figures = new Set(lines.map((line) => line.split(/ +/)[0]));
      for (const figure of (whole[0] ?? '').split(',')) expect([...figures]).toContain(figure);
    },
  );

  test('of rows the columns that fit, and which do not', async () => {
    const lines = await shown(['rows', wide, '--limit', '30'], 80);
    expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
    expect(lines[0]).toMatch(/^note +measure_1 +measure_2 +measure_3 +measure_4$/);
    expect(lines[1]).toMatch(/^long long long long long long… +0 +0 +0 +0$/);
    expect(lines.slice(31).join(' ')).toBe(
      '8 columns do not fit: measure_5, measure_6, measure_7, measure_8, measure_9, measure_10, measure_11, measure_12. --format json has all.',
    );
  });

  test('a wider one, or a pipe, has all', async () => {
    const [header] = await shown(['rows', wide, '--limit', '3'], 400);
    expect(header).toMatch(/^note .*measure_12$/);
    const piped = (
      await columnist(['rows', wide, '--limit', '3', '--format', 'table'], false, {}, 80)
    ).out;
    expect(piped).toMatch(/^note .*measure_12\n/);
  });
});

describe('correlations of a description', () => {
  test('are a table of their own', async () => {
    const { out, said } = await columnist([
      'describe',
      birds,
      'body_mass_g',
      'flipper_length_mm',
      '--table',
      'correlations',
      '--format',
      'csv',
    ]);
    const [header, line = '', ...others] = out.trimEnd().split('\n');
    expect([header, others, said]).toEqual(['x,y,pearson,p_pearson,spearman,p_spearman,n', [], []]);
    const cells = line.split(',');
    expect([cells[0], cells[1], cells[6]]).toEqual(['body_mass_g', 'flipper_length_mm', '40']);
    // SciPy: pearsonr, spearmanr
    expect(Number(cells[2])).toBeCloseTo(0.145252844, 6);
    expect(Number(cells[4])).toBeCloseTo(0.146153846, 6);
  });

  test('are named where they are left out, and not there where none were asked', async () => {
    expect((await columnist(['describe', birds, '--format', 'csv'])).said).toEqual([
      "This is 'columns'. Left out: correlations; figures. --table TITLE chooses one, --format json has all.",
    ]);
    expect(await refusal(['describe', birds, '--no-correlations', '--table', 'corr'])).toEqual([
      "This answer has no table 'corr'.",
      'It has columns; figures.',
    ]);
  });
});
