import type { openVisitor } from '../../apps/web/browser/columnist.ts';
import type { Question } from './questions.ts';

/** A page of Chromium. */
export type Page = Awaited<ReturnType<typeof openVisitor>>['page'];

const figureNames = {
  mean: 'Mean',
  median: 'Median',
  sd: 'Standard deviation',
  q3: 'Upper quartile',
};

/** The number as a person reads it on the page. */
export async function lookUp(page: Page, id: string, { view, asked }: Question): Promise<string> {
  const query = new URLSearchParams(
    Object.keys(view).length === 0 ? {} : { view: JSON.stringify(view) },
  );
  const open = async (tab: string, more: Record<string, string> = {}): Promise<void> => {
    for (const [name, value] of Object.entries({ tab, ...more })) query.set(name, value);
    await page.goto(`/app/datasets/${id}?${query.toString()}`);
  };
  switch (asked.kind) {
    case 'rows':
      await open('rows');
      return page.locator('.vb .hit b').innerText();
    case 'figure':
      await open('columns', { column: asked.column });
      return page
        .getByRole('complementary')
        .getByRole('row', { name: new RegExp(`^${figureNames[asked.figure]} [\u2212\\d]`) })
        .locator('td')
        .last()
        .innerText();
    case 'group': {
      await open('groups', {
        groups: JSON.stringify({
          by: asked.by,
          across: null,
          figures: [asked.figure],
          having: '',
          sort: null,
        }),
      });
      const rows = page.getByRole('region', { name: 'Groups' }).locator('tbody tr');
      await rows.first().waitFor();
      for (const row of await rows.all()) {
        const texts = await row.locator('td').allInnerTexts();
        if (asked.key.every((key, i) => texts[i] === key)) return texts[asked.by.length] ?? '';
      }
      return 'no such group';
    }
    case 'groups':
      await open('groups', {
        groups: JSON.stringify({
          by: asked.by,
          across: null,
          figures: [{ statistic: 'count', of: null }],
          having: asked.having,
          sort: null,
        }),
      });
      return page.getByRole('heading', { name: /^\d+ groups?$/ }).innerText();
    case 'correlation': {
      await open('overview');
      const cell = page
        .getByRole('table', { name: 'Pearson correlations' })
        .getByRole('button', { name: new RegExp(`${asked.x}.*${asked.y}`) });
      return ((await cell.getAttribute('aria-label')) ?? '').split(';')[0] ?? '';
    }
  }
}

/** Whether a text shows the value, rounded as the text is. */
export function shows(text: string, value: number): boolean {
  const scaled = /^([\u2212-]?[\d,]*\.?\d+)(?: × 10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+))?(%)?/.exec(text.trim());
  if (scaled === null) return false;
  const [, written = '', power = '', percent] = scaled;
  const exponent =
    power === ''
      ? 0
      : Number(
          Array.from(power)
            .map((sign) => (sign === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign)))
            .join(''),
        );
  const plain = written.replaceAll(',', '').replace('\u2212', '-');
  const unit =
    10 ** (exponent - (plain.split('.')[1]?.length ?? 0) - (percent === undefined ? 0 : 2));
  return (
    Math.abs(Number(plain) * 10 ** exponent * (percent === undefined ? 1 : 0.01) - value) <=
    unit * 0.500001
  );
}
