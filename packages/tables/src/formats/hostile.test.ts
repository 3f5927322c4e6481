import { hostileBinaries, hostileFiles, hostilePacked } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

describe('hostile files are refused with what to do, or read as what they are', () => {
  it.each(
    [...hostileFiles, ...hostileBinaries, ...hostilePacked].map(
      (file) => [file.title, file] as const,
    ),
  )('%s', async (_, { name, content, refusal, row }) => {
    const read = test.import(await content(), name);
    if (refusal === undefined) expect((await read).items[0]).toEqual(row);
    else
      await expect(read).rejects.toMatchObject({
        code: 'invalid_file',
        message: expect.stringMatching(refusal),
        details: { fix: expect.any(String) },
      });
  });

  it('a workbook that ends at any place is refused', async () => {
    const whole = await hostileFiles.find(({ name }) => name === 'extent.xlsx')?.content();
    if (whole === undefined) throw new Error('There is no such file.');
    for (let i = 1; i < 20; i++) {
      const cut = whole.subarray(0, Math.floor((whole.length * i) / 20));
      await expect(test.import(cut, 'cut.xlsx')).rejects.toMatchObject({ code: 'invalid_file' });
    }
  });

  it('nothing is left behind', async () => {
    expect((await test.leftovers()).filter((path) => !path.endsWith('.parquet'))).toEqual([]);
  });
});
