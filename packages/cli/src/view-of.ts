import { AppError } from '@columnist/contract';
import { z } from 'zod';
import type { Field } from './fields.ts';
import { valueOf } from './values.ts';

/** Parts of a view, and the options that say them. */
const viewParts = [
  ['filter', 'where'],
  ['derive', 'derive'],
  ['sample', 'sample'],
  ['sort', 'sort'],
] as const;
const looseView = z.record(z.string(), z.unknown());

/** The view with what the short options add to it. */
export function viewOf(
  stated: unknown,
  values: Readonly<Record<string, readonly string[]>>,
  fields: readonly Field[],
): { readonly view?: unknown } {
  const { where, derive, sample, sort } = values;
  const sorts = sort !== undefined && !fields.some(({ name }) => name === 'sort');
  if (where === undefined && derive === undefined && sample === undefined && !sorts) return {};
  const derived = (derive ?? []).map((written) => {
    const at = written.indexOf('=');
    if (at < 1)
      throw new AppError('invalid_input', `'${written}' does not name a column.`, {
        fix: '--derive name=expression',
      });
    return { name: written.slice(0, at).trim(), expression: written.slice(at + 1).trim() };
  });
  const view = looseView.safeParse(stated ?? {});
  if (!view.success) return {};
  for (const [part, option] of viewParts)
    if (view.data[part] !== undefined && values[option] !== undefined)
      throw new AppError('invalid_input', `--${option} says what --view says in '${part}'.`, {
        fix: 'Say it in one of them.',
      });
  return {
    view: {
      ...view.data,
      ...(where === undefined
        ? {}
        : { filter: where.length === 1 ? where[0] : where.map((one) => `(${one})`).join(' and ') }),
      ...(derived.length === 0 ? {} : { derive: derived }),
      ...(sample === undefined ? {} : { sample: { n: Number(sample.at(-1)) } }),
      ...(sorts ? { sort: valueOf(sortField, sort) } : {}),
    },
  };
}

const sortField: Field = {
  name: 'sort',
  option: 'sort',
  kind: 'list',
  items: 'json',
  choices: [],
  fallback: undefined,
  isRequired: false,
  summary: '',
};
