import { encodeText, judgeProgramFile, programFiles } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

describe('files as programs, banks, instruments and people write them', () => {
  it.each(programFiles.map((file) => [file.name, file] as const))('%s', async (_, file) => {
    const { admitted, table } = await test.admit(encodeText(file.text, file.encoding ?? 'utf-8'));
    const { items } = await test.engine.rows(table, { limit: 100, offset: 0 });
    const { columns, admission } = admitted;
    const read = {
      names: columns.map(({ name }) => name),
      rows: items,
      said: [
        ...admission.notes.map(({ column, message, examples }) =>
          [column ?? '', message, ...examples.map(({ before }) => before)].join(' '),
        ),
        ...(admission.questions ?? []).map(({ question }) => question),
      ],
    };
    expect(judgeProgramFile(file, read), JSON.stringify(read)).toBe(
      file.isOpen === true ? 'said' : 'right',
    );
  });
});
