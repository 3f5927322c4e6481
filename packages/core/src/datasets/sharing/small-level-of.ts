import { fewestRows, parseFormula, type TestQuestion } from '@columnist/contract';
import { jobOf, type ServiceContext } from '../../context.ts';
import { tableOf, type FoundDataset } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * A level of a factor of a model that 1 to 4 of its rows have, so that a coefficient is about them;
 * null without.
 */
export async function smallLevelOf(
  ctx: ServiceContext,
  found: FoundDataset,
  { operation, options }: TestQuestion,
): Promise<string | null> {
  if (operation !== 'fit_regression') return null;
  const table = await tableOf(ctx, found);
  const { view } = await resolveView(ctx, found, { view: options.view });
  const numbers = new Set(
    found.columns.flatMap(({ name, type }) =>
      type === 'number' || type === 'datetime' ? name : [],
    ),
  );
  const factors = parseFormula(options.formula)
    .terms.flat()
    .flatMap(({ column, transform }) =>
      transform === 'factor' || !numbers.has(column) ? column : [],
    );
  for (const column of new Set(factors)) {
    const { items } = await ctx.engine.frequencies(
      table,
      { column, view, limit: 1000 },
      jobOf(ctx),
    );
    const few = items.find(({ value, n }) => value !== null && n < fewestRows);
    if (few !== undefined) return `${column} = ${String(few.value)}`;
  }
  return null;
}
