import { timeSeriesOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const values = [1, 2.5, 2, 4, 3.5, 5, 6.5];
const ask = async (
  timeOf: (i: number) => string,
  given: Readonly<Record<string, unknown>> = {},
) => {
  const { table } = await tests.admit(
    `at it,y\n${values.map((y, i) => `${timeOf(i)},${y}`).join('\n')}\n`,
  );
  return tests.engine.timeSeries(
    table,
    timeSeriesOptions.parse({ method: 'mann_kendall', value: 'y', time: 'at it', ...given }),
  );
};
const beyond = (i: number): string => (2n ** 53n + 1n + BigInt(i)).toString();

it.each([
  ['integers beyond 2^53', beyond, '9007199254740992'],
  [
    'decimals whose distances a double rounds',
    (i: number) => `900719925474.${i + 1}`,
    '900719925474',
  ],
])('refuses times of which doubles lose the distances: %s', async (_, timeOf, least) => {
  await expect(ask(timeOf)).rejects.toMatchObject({
    code: 'invalid_input',
    message: "'at it' holds numbers so large that doubles do not keep their distances.",
    details: {
      fix: `Take a number from them with a view and name what is left, such as \`at it\` - ${least}.`,
    },
  });
});

it('answers once a number is taken from them', async () => {
  const found = await ask(beyond, {
    time: 'from',
    view: { derive: [{ name: 'from', expression: `\`at it\` - ${2n ** 53n}` }] },
  });
  const plain = await ask((i) => String(i + 1));
  expect(found.estimate).toEqual(plain.estimate);
  expect(found.p_value).toBe(plain.p_value);
  expect(plain.estimate?.value).toBeCloseTo(0.8, 12);
});

it('takes large numbers that are far apart', async () => {
  const found = await ask((i) => `${i + 1}.0e20`);
  expect(found.estimate?.value).toBeCloseTo(0.8e-20, 30);
});
