import { everyMethod, operations, testQuestion } from '@columnist/contract';
import { describe, expect, it } from 'vitest';
import { nameOfMethod } from '../results/methods.ts';
import { methodsToAsk } from './methods-to-ask.ts';
import { callOf, readTest } from '../results/test-question.ts';
import { addressOf, callAs, questionIn } from '../results/calls.ts';
import { testColumn } from '../../lib/testing-column.ts';

/** The columns that the examples of the registry name. */
const columns = [
  ...['mass', 'wing', 'bill', 'gappy'].map((name) => testColumn(name, 'number', 90)),
  ...['before', 'after'].map((name) => testColumn(name, 'number', 40)),
  testColumn('kind', 'category', 3),
  testColumn('sex', 'category', 2),
  testColumn('day', 'datetime', 90),
];

/** Every method that is asked of a dataset, with its tool and its example. */
const asked = everyMethod
  .filter(([operation]) => operation !== 'calculatePower')
  .map(([operation, { method, title, example, input }]) => {
    const tool = operations.datasets[operation].mcp.name;
    // Not the usual level: what an address leaves out would be that.
    const level = 'confidence_level' in input ? { confidence_level: 0.99 } : {};
    return { tool, method, title, example: { method, ...example, ...level } };
  });

describe.each(asked)('$tool $method', ({ tool, method, title, example }) => {
  const question = testQuestion.parse({ operation: tool, options: example });

  it('has its name, its operation and an entry of the command palette', () => {
    expect(nameOfMethod(method, tool)).toBe(title);
    expect(callAs('7', question).path).toMatch(/^\/api\/v1\/datasets\/7\/./);
    expect(methodsToAsk.map(({ name }) => name)).toContain(title);
    expect(questionIn({ operation: tool, options: example })).toEqual(question);
  });

  it('comes back from its address as it was asked', () => {
    const address = new URLSearchParams(addressOf(question));
    const model = address.get('model');
    expect(
      model === null
        ? callOf(
            readTest(address.get('test'), columns, [
              'compare',
              'relate',
              'distribution',
              'series',
              'structure',
            ]),
            undefined,
          )
        : questionIn({ operation: tool, options: JSON.parse(model) }),
    ).toEqual(question);
  });
});
