import { describe, expect, it } from 'vitest';
import { askedAbout, columnsIn, purposeOf, readAsked, unreadIn, writeAsked } from './asked.ts';
import { testColumn } from '../../lib/testing-column.ts';

const columns = [
  testColumn('mass', 'number', 90),
  testColumn('wing', 'number', 80),
  testColumn('bill', 'number', 70),
  testColumn('kind', 'category', 3),
  testColumn('sex', 'category', 2),
  testColumn('day', 'datetime', 90),
];
const chosen = (...names: string[]) =>
  names.flatMap((name) => columns.find((one) => one.name === name) ?? []);
const address = (params: Readonly<Record<string, string>>) => new URLSearchParams(params);

describe('choosing columns is enough', () => {
  it.each([
    [[], 'compare', 'auto'],
    [['mass'], 'distribution', 'shapiro_wilk'],
    [['kind'], 'distribution', 'chi_square_goodness_of_fit'],
    [['mass', 'kind'], 'compare', 'auto'],
    [['mass', 'wing'], 'relate', 'auto'],
    [['kind', 'sex'], 'relate', 'auto'],
    [['mass', 'day'], 'series', 'overview'],
    [['mass', 'wing', 'bill'], 'relate', 'pearson'],
    [['mass', 'kind', 'wing'], 'explain', 'linear'],
    [['sex', 'mass', 'wing'], 'explain', 'logistic'],
  ] as const)('%j is asked by %s, %s', (names, purpose, method) => {
    const some = chosen(...names);
    const found = purposeOf(some, columns);
    const asked = askedAbout(found, some, columns);
    expect([
      found,
      asked.purpose === 'explain'
        ? asked.model.method
        : asked.purpose === 'power'
          ? null
          : asked.question.method,
    ]).toEqual([purpose, method]);
    expect(columnsIn(asked, columns)).toEqual(expect.arrayContaining([...names]));
  });

  it('asks by several factors, in the same rows, and of what explains, where that is the purpose', () => {
    const of = (purpose: 'compare' | 'explain' | 'structure', ...names: string[]) => {
      const asked = askedAbout(purpose, chosen(...names), columns);
      return asked.purpose === 'explain'
        ? asked.model.formula
        : asked.purpose === 'power'
          ? null
          : [asked.question.method, asked.question.fields];
    };
    expect([
      of('compare', 'mass', 'kind', 'sex'),
      of('compare', 'mass', 'wing'),
      of('explain', 'kind', 'wing', 'mass'),
      of('explain', 'wing'),
    ]).toEqual([
      ['factorial_anova', expect.objectContaining({ value: 'mass', factors: ['kind', 'sex'] })],
      ['auto_pairs', { value: 'mass', other: 'wing' }],
      'wing ~ kind + mass',
      'wing ~ mass + kind',
    ]);
  });
});

describe('the address of a question', () => {
  it('names columns, and holds what came of them afterwards', () => {
    const query = address({
      tab: 'ask',
      about: '["kind","mass","nothing"]',
      purpose: 'relate',
      view: 'v',
    });
    const asked = readAsked(query, columns);
    expect(asked).toEqual({
      purpose: 'relate',
      question: { ask: 'relate', method: 'auto', fields: { x: 'kind', y: 'mass' } },
    });
    writeAsked(query, asked);
    expect([...query.keys()]).toEqual(['tab', 'purpose', 'view', 'test']);
    expect(readAsked(query, columns)).toEqual(asked);
    const explained = askedAbout('explain', chosen('mass', 'sex'), columns);
    writeAsked(query, explained);
    expect([...query.keys()]).toEqual(['tab', 'view', 'model']);
    expect(readAsked(query, columns)).toEqual(explained);
  });

  it('that cannot be read asks the first question of the table', () => {
    for (const about of ['{', '"mass"', '[7]'])
      expect(readAsked(address({ about }), columns).purpose).toBe('compare');
  });

  it('says why the model of a link is not the one that is asked', () => {
    const model = { method: 'logistic', formula: 'sex ~ mass', confidence_level: 0.95 };
    const of = (text: string, purpose = 'explain') => unreadIn(address({ model: text, purpose }));
    const extra = JSON.stringify({ ...model, errors: 'classical' });
    expect(readAsked(address({ model: extra, purpose: 'explain' }), columns).purpose).toBe(
      'explain',
    );
    expect([of(extra), of('{'), of(extra, 'power'), of(JSON.stringify(model))]).toEqual([
      expect.stringMatching(/^errors: There is no such field\. .*The fields are method, formula, /),
      'It is no JSON.',
      null,
      null,
    ]);
    expect(unreadIn(address({ purpose: 'explain' }))).toBe(null);
  });
});
