import { describe, expect, it } from 'vitest';
import { parametersOf } from './describe-method.ts';
import { everyMethod } from './registry.ts';

describe('the description of a method', () => {
  it.each(
    everyMethod.map(([operation, method]) => [`${operation} ${method.method}`, method] as const),
  )('%s: says which parameters may be left out', (_, method) => {
    const whole: Readonly<Record<string, unknown>> = {
      method: method.method,
      ...method.example,
    };
    const required = Object.keys(method.input).filter((name) => {
      const rest = Object.entries(whole).filter(([other]) => other !== name);
      return !method.options.safeParse(Object.fromEntries(rest)).success;
    });
    expect(parametersOf(method).flatMap(({ name, required: is }) => (is ? [name] : []))).toEqual(
      required,
    );
  });

  it('knows the parameters of a linear model that it does without', () => {
    const linear = everyMethod.find(([, { method }]) => method === 'linear')?.[1];
    if (linear === undefined) throw new Error('There are linear models.');
    expect(parametersOf(linear).filter(({ required }) => required)).toMatchObject([
      { name: 'formula' },
    ]);
  });
});
