import { describe, expect, it } from 'vitest';
import { contrast } from './contrast.ts';
import { cssVariables, cssVariablesBySystem } from './css-variables.ts';
import { charts, colors, modes } from './tokens.ts';

/** The variables of each rule. */
const rulesOf = (css: string): Record<string, string>[] =>
  [...css.matchAll(/\{([^{}]*)\}/g)].map(([, body = '']) =>
    Object.fromEntries(
      [...body.matchAll(/--(\w+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  );

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe('CSS variables', () => {
  it('hold every colour of both themes', () => {
    const [, light, dark] = rulesOf(cssVariables());
    expect(light).toMatchObject({ ...colors.light, c1: charts.light.category[0], s0: '#ebf6f6' });
    expect(dark).toMatchObject({ ...colors.dark, c8: charts.dark.category[7], d10: '#59dee5' });
    expect(Object.keys(dark ?? {})).toEqual(Object.keys(light ?? {}));
  });

  it('are the same by the theme of the system', () => {
    expect(rulesOf(cssVariablesBySystem())).toEqual(rulesOf(cssVariables()));
  });

  it.each(modes)('name an ink that is read on each step of the %s scales', (mode) => {
    const variables = rulesOf(cssVariables())[mode === 'light' ? 1 : 2] ?? {};
    const grounds = Object.keys(variables).filter((name) => /^[sd]\d+$/.test(name));
    expect(grounds).toHaveLength(20);
    for (const name of grounds)
      expect(
        contrast(variables[name] ?? '', variables[name.replace(/^./, '$&i')] ?? ''),
        name,
      ).toBeGreaterThanOrEqual(4.5);
  });
});
