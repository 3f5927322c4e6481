import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleAnswers, samplesFolder } from './write-sample-answers.ts';

test('the sample answers of the browser are what the engine answers of the demo orders', async () => {
  for (const [purpose, answer] of await sampleAnswers()) {
    const stored: unknown = JSON.parse(
      await readFile(join(samplesFolder, `${purpose}.json`), 'utf8'),
    );
    expect(stored, `run node scripts/write-sample-answers.ts: ${purpose}`).toEqual(
      JSON.parse(JSON.stringify(answer)),
    );
  }
});
