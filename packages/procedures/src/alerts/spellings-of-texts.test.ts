import { alertThresholds } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { list, Randomness } from './testing-draws.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

const thresholds = alertThresholds.parse({});
const seed = Number(process.env['TEST_SEED'] ?? 1);

/** Many different texts, a few of them in capitals, in lower case or with white space around. */
function textsOf(chance: Randomness): string[] {
  const words = ['Screw', 'Hinge', 'Éclisse', 'Straße', 'Ölfilter'];
  return list(3000, () => {
    const text = `${chance.of(...words)} ${String(chance.whole(1, 500))}`;
    const share = chance.share();
    if (share < 0.01) return text.toUpperCase();
    if (share < 0.02) return text.toLowerCase();
    return share < 0.03 ? ` ${text}\t` : text;
  });
}

test('spellings are those that comparing every text with every other finds', async () => {
  const texts = textsOf(new Randomness(100 * seed));
  const { table, profilePath } = await tests.admit(
    `${['article,price', ...texts.map((text, i) => `"${text}",${i}.5`)].join('\n')}\n`,
  );
  const { alerts } = await tests.engine.alerts(table, { thresholds, profile: profilePath });
  // Each way of writing with its number of rows, the most frequent first, by what they have in common.
  const several = [...Map.groupBy(texts, (text) => text.trim().toLowerCase()).values()]
    .filter((all) => new Set(all.map((text) => text.trim())).size > 1)
    .map((all) =>
      [...Map.groupBy(all, (text) => text)]
        .map(([text, { length }]) => ({ text, n: length }))
        .toSorted((a, b) => b.n - a.n || (a.text < b.text ? -1 : 1)),
    );
  expect(several.length).toBeGreaterThan(10);
  const found = alerts.find(({ kind }) => kind === 'case_variants');
  expect(found).toMatchObject({
    columns: ['article'],
    count: several.flatMap(([, ...others]) => others).reduce((sum, { n }) => sum + n, 0),
    said: expect.stringMatching(
      new RegExp(`^${several.length} values of article are spelled in several ways, such as `),
    ),
  });
  const merged = found?.remedy?.view.clean?.flatMap((step) =>
    step.step === 'recode' ? step.values : [],
  );
  const expected = several.flatMap(([first, ...others]) => {
    const to = first?.text.trim() ?? '';
    return [first, ...others].flatMap((one) =>
      one === undefined || one.text === to ? [] : [{ from: one.text, to }],
    );
  });
  const inOrder = (values: readonly { readonly from: unknown; readonly to: unknown }[] = []) =>
    values.toSorted((a, b) => (String(a.from) < String(b.from) ? -1 : 1));
  expect(inOrder(merged)).toEqual(inOrder(expected));
});

test('texts are found in each form, and those near a form are not', async () => {
  const forms: Readonly<Record<string, readonly [string, string]>> = {
    'e-mail addresses': ['  a.b@example.com', 'a.b at example.com'],
    IBANs: ['DE89 3704 0044 0532 0130 00', 'de89 3704 0044 0532 0130 00'],
    'card numbers': ['4111-1111-1111-1111', '4111-1111-1111'],
    'IP addresses': ['192.168.0.1', '192.168.0'],
    'telephone numbers': ['(030) 1234567', 'tel. 1234567'],
  };
  for (const [said, [is, isNot]] of Object.entries(forms)) {
    const column = (text: string): string =>
      `v,w\n${list(60, (i) => `"${text}","x ${String(i)}"`).join('\n')}\n`;
    const personal = async (text: string): Promise<string[]> => {
      const { table } = await tests.admit(column(text));
      const { alerts } = await tests.engine.alerts(table, { thresholds });
      return alerts.flatMap((alert) => (alert.kind === 'personal_data' ? [alert.said] : []));
    };
    expect(await personal(is)).toEqual([`60 texts of v look like ${said}.`]);
    expect(await personal(isNot)).toEqual([]);
  }
});
