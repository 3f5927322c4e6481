import { expect, it } from 'vitest';
import { designs, figuresOf, readForm, type Filled } from './power-form.ts';

const two = designs.find(({ method }) => method === 'two_proportions');
const filled = (values: Readonly<Record<string, number | null>>): Filled[] =>
  two === undefined
    ? []
    : figuresOf(two, 'n', true).map((figure) => {
        const value = values[figure.field];
        return { ...figure, value: value === undefined ? figure.first : value };
      });
const wrongIn = (values: Readonly<Record<string, number | null>>) =>
  Object.fromEntries(readForm('two_proportions', filled(values), {}).wrong);

it('asks for two proportions, or says what is wrong beside each', () => {
  const { input, wrong } = readForm('two_proportions', filled({}), { alternative: 'greater' });
  expect(wrong.size).toBe(0);
  expect(input).toEqual({
    method: 'two_proportions',
    p1: 0.5,
    p2: 0.35,
    power: 0.8,
    alpha: 0.05,
    alternative: 'greater',
  });
  expect(wrongIn({ p2: 1.5 })).toEqual({ p2: 'Second proportion is at most 1.' });
  expect(wrongIn({ p1: -0.1, power: 1 })).toEqual({
    p1: 'First proportion is at least 0.',
    power: 'Power is less than 1.',
  });
  expect(wrongIn({ p1: null, alpha: 0 })).toEqual({
    p1: 'Fill in first proportion.',
    alpha: 'Significance level is more than 0.',
  });
  expect(wrongIn({ p2: 0.5 })).toEqual({
    p2: 'The two proportions are equal: there is no difference to find.',
  });
});

it('knows the alternatives of designs that have a direction', () => {
  expect(two?.alternatives.map(({ label }) => label)).toEqual(['two-sided', 'smaller', 'larger']);
  expect(designs.find(({ method }) => method === 'anova')?.alternatives).toEqual([]);
});
