import { pastedCell, type ColumnDescription } from '@columnist/contract';

/** Lists that a sheet of figures leaves out: they are pictures, or have a table of their own. */
const lists = new Set([
  'histogram',
  'density',
  'normal_plot',
  'extremes',
  'top_values',
  'reasons',
  'n_excluded',
  'outliers',
  'gaps',
  'quantiles',
]);

/** A column's figures as lines of name, tab, value, with every digit; NA where there is none. */
export function figuresAsTsv(description: ColumnDescription): string {
  const lines = Object.entries(description).flatMap(([name, value]) =>
    lists.has(name) ? [] : linesOf(name, value),
  );
  const quantiles =
    description.type === 'number'
      ? description.quantiles.map(({ p, value }) => `quantile ${p}\t${value}`)
      : [];
  return `${['figure\tvalue', ...lines, ...quantiles].join('\n')}\n`;
}

function linesOf(name: string, value: unknown): string[] {
  switch (typeof value) {
    case 'object':
      return value === null
        ? [`${name}\tNA`]
        : Object.entries(value).flatMap(([part, of]: [string, unknown]) =>
            linesOf(`${name} ${part}`, of),
          );
    case 'string':
      return [`${name}\t${pastedCell(value)}`];
    case 'number':
    case 'boolean':
      return [`${name}\t${value}`];
    default:
      return [];
  }
}

/** The same as JSON, with histogram, top values and reasons. */
export const figuresAsJson = (description: ColumnDescription): string =>
  JSON.stringify(description, null, 2);
