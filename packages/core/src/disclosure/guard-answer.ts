import { AppError, errors, type DatasetColumn, type Operation } from '@columnist/contract';
import type { RowMarks } from '@columnist/engine';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { authorize, jobOf, type ServiceContext } from '../context.ts';
import { findDataset, lockDataset, tableOf, type FoundDataset } from '../datasets/find-dataset.ts';
import { resolveView } from '../datasets/resolve-view.ts';
import { AnsweredRows } from './answered-rows.entity.ts';
import { fewestRows, judgeRows, tooFew, type Answered, type AnsweredSet, type Asked } from './judge-rows.ts';
import { mayReadRows } from './may-read-rows.ts';
import { conditionsOf } from './read-filter.ts';
import { ruleOf, type Disclosure, type ShownGroups } from './rules.ts';

const named = z.looseObject({ method: z.string() });
const ofVersion = z.looseObject({ dataset_version: z.int().nullable() });

/**
 * Answers an operation. To a credential that may not read rows only by the rule of the operation: none means no. Before it answers about
 * rows, these are compared with all that was answered about to such credentials of the same owner. Throws forbidden, too_few_rows.
 */
export async function guardAnswer(ctx: ServiceContext, operation: Operation, input: unknown, answer: (input: unknown) => Promise<unknown>): Promise<unknown> {
  if (mayReadRows(ctx.actor)) return answer(input);
  const rule = ruleOf(operation);
  if (rule === 'open') return answer(input);
  const actor = authorize(ctx, operation, named.safeParse(input).data?.method);
  if (rule === undefined || 'refused' in rule) throw new AppError('forbidden', `A credential that may not read rows cannot make this call. ${rule?.refused ?? ''}`.trim(), { fix: 'Ask for aggregates, frequencies, a description or a comparison of groups, or with a credential that has the scope rows.' });
  if ('show' in rule) return rule.show(await answer(input));
  const found = async (id: string): Promise<FoundDataset> => findDataset(ctx.em, actor, id);
  const disclosure = await rule.disclose(input, async (id): Promise<readonly DatasetColumn[]> => (await found(id)).version.columns);
  if (disclosure === null) return answer(input);
  return disclose(ctx, await found(disclosure.id), disclosure, answer);
}

async function disclose(ctx: ServiceContext, found: FoundDataset, asked: Disclosure, answer: (input: unknown) => Promise<unknown>): Promise<unknown> {
  const { view } = await resolveView(ctx, found, { view: asked.view });
  const conditions = conditionsOf(view);
  if (asked.complete === true && conditions.length > 0) throw new AppError('forbidden', 'This can be asked only of all rows by a credential that may not read rows.', { fix: 'Leave out the filter.' });
  const disclosure = { ...asked, columns: asked.columns.includes('*') ? found.version.columns.map(({ name }) => name) : asked.columns };
  const groupColumns = disclosure.grouped === true ? disclosure.by.map((by) => (typeof by === 'string' ? by : by.name)) : [];
  const marks = await ctx.engine.markRows(await tableOf(ctx, found), { conditions, present: [...disclosure.columns, ...groupColumns], by: disclosure.by }, jobOf(ctx));
  const { wanted, groups } = setsOf(marks, disclosure, conditions.length);
  await keep(ctx, found, wanted);
  const given = await withoutValues(() => answer(disclosure.ask(view)));
  const made = ofVersion.safeParse(given).data?.dataset_version;
  if (typeof made === 'number' && made !== found.version.number) throw new AppError('conflict', 'The dataset changed meanwhile.', { fix: 'Ask again.' });
  return disclosure.show(given, groups);
}

/** The sets of rows that an answer is about: of each condition, of all rows in use, and of each group; for counts and for each column. */
function setsOf({ kindOfRow, kinds }: RowMarks, { columns, together, by, grouped, small, fewest }: Disclosure, conditions: number): { wanted: Asked; groups: ShownGroups } {
  const ofRow = unpack(kindOfRow);
  const sizes = kinds.map(() => 0);
  for (const kind of ofRow) sizes[kind] = (sizes[kind] ?? 0) + 1;
  const where = (holds: (kind: RowMarks['kinds'][number]) => boolean): number[] => kinds.flatMap((kind, i) => (holds(kind) ? [i] : []));
  const weigh = (set: readonly number[]): number => set.reduce((sum, kind) => sum + (sizes[kind] ?? 0), 0);
  const valuesOf = (set: readonly number[], column: number): number[] => set.filter((kind) => (together === true ? columns.every((_, i) => kinds[kind]?.present[i] === true) : kinds[kind]?.present[column] === true));
  const sets: AnsweredSet[] = Array.from({ length: conditions }, (_, i) => ({ column: '', kinds: where((kind) => kind.conditions[i] === true) }));
  const used = where((kind) => conditions === 0 || kind.conditions[conditions - 1] === true);
  if (grouped !== true) sets.push({ column: '', kinds: used });
  const valued = new Map(columns.map((name, i) => [name, where((kind) => kind.present[i] === true)]));
  const inGroup = grouped === true ? used.filter((kind) => kinds[kind]?.present.slice(columns.length).every(Boolean) === true) : used;
  const groups = by.length === 0 ? [inGroup] : [...Map.groupBy(inGroup, (kind) => kinds[kind]?.group).values()];
  const measured = groups.map((set) => ({ set, rows: weigh(set), values: columns.map((_, i) => weigh(valuesOf(set, i))) }));
  const isSmall = ({ rows, values }: { rows: number; values: readonly number[] }): boolean => rows < fewest || values.some((n) => n < fewest && (n > 0 || small === 'refused'));
  if (small === 'refused' && (measured.length === 0 || measured.some(isSmall))) throw tooFew();
  const withheld = new Set(small === 'withheld' ? measured.filter(isSmall) : []);
  const isFew = (n: number): boolean => n > 0 && n < fewestRows;
  const isTold = (): boolean => [({ rows }: (typeof measured)[number]) => rows, ...columns.map((_, i) => ({ values }: (typeof measured)[number]) => values[i] ?? 0)].some((count) => isFew([...withheld].reduce((sum, group) => sum + count(group), 0)));
  // Groups that are alike in size go together: the answer is known by the sizes alone.
  while (isTold() && withheld.size < measured.length) {
    const least = Math.min(...measured.flatMap((group) => (withheld.has(group) ? [] : [group.rows])));
    for (const group of measured) if (group.rows === least) withheld.add(group);
  }
  for (const group of measured) {
    if (withheld.has(group)) continue;
    if (by.length > 0 && grouped !== true) sets.push({ column: '', kinds: group.set });
    columns.forEach((column, i) => {
      const rows = valuesOf(group.set, i);
      if (weigh(rows) >= fewestRows) sets.push({ column, kinds: rows });
    });
  }
  const signOf = (rows: number, values: readonly number[]): string => [rows, ...values].join();
  const shown = new Set(measured.flatMap((group) => (withheld.has(group) ? [] : [signOf(group.rows, group.values)])));
  return { wanted: { kindOfRow: ofRow, sets, valued }, groups: { shows: (rows, values) => shown.has(signOf(rows, values)), hidden: withheld.size } };
}

/** One after the other for a dataset, so that two answers at the same time are compared with each other. */
async function keep(ctx: ServiceContext, { dataset, version }: FoundDataset, wanted: Asked): Promise<void> {
  await ctx.em.fork().transactional(async (em) => {
    await lockDataset(em, dataset.id);
    const kept = await em.findOne(AnsweredRows, { dataset: dataset.id, version: version.number });
    const before: Answered = kept === null ? { kindOfRow: new Int32Array(wanted.kindOfRow.length), sets: [] } : { kindOfRow: unpack(kept.kindOfRow), sets: kept.sets };
    const after = judgeRows(before, wanted);
    if (after === before) return;
    await em.upsert(AnsweredRows, { dataset: dataset.id, version: version.number, kindOfRow: deflateRawSync(Buffer.from(after.kindOfRow.buffer)).toString('base64'), sets: [...after.sets] });
  });
}

function unpack(text: string): Int32Array {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'));
  return Int32Array.from({ length: bytes.length / Int32Array.BYTES_PER_ELEMENT }, (_, i) => bytes.readInt32LE(i * Int32Array.BYTES_PER_ELEMENT));
}

const wordedByValues: ReadonlySet<string> = new Set(['invalid_input', 'wrong_column_type', 'invalid_expression', 'too_complex']);

/** The errors of an answer without the cells that they may name. */
async function withoutValues<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !wordedByValues.has(error.code)) throw error;
    throw new AppError(error.code, `${errors[error.code].title}. The details may name values, which this credential may not see.`, {}, { cause: error });
  }
}
