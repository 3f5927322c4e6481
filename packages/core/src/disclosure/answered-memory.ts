import { AppError } from '@columnist/contract';
import type { TableRef } from '@columnist/workers';
import { z } from 'zod';
import { jobOf, type ServiceContext } from '../context.ts';
import { recountStorage } from '../datasets/records/admit-version.ts';
import { tableOf, type FoundDataset } from '../datasets/records/find-dataset.ts';
import { AnsweredRows } from './answered-rows.entity.ts';
import { compareTables } from './compare-tables.ts';
import {
  answeredTables,
  answersAbout,
  asOther,
  isOwn,
  nearTables,
  type AnsweredTable,
  type NearTable,
  type Remembered,
} from './near-tables.ts';
import { full, tooDecisive } from './refusals.ts';
import {
  packKinds,
  unpackKinds,
  type Answered,
  type AnsweredSet,
  type Asked,
} from './answered-sets.ts';
import { judgeRows } from './judge-rows.ts';

/**
 * Bytes that the memory of all datasets of an owner may take; what would pass them is not answered.
 */
export const memoryAtMost = 16 * 1024 * 1024;
/** Tables that one answer is compared with. */
const tablesAtMost = 20;
const attempts = 5;
/**
 * Questions about a dataset that may be refused for what was answered before. A refusal depends on
 * cells, and tells at most one bit about them.
 */
const refusalsAtMost = 10;
/** A row may decide this much of what sums of products tell: as much as one of five. */
const leverageAtMost = 0.2 + 1e-9;

/**
 * Enters the rows of an answer into the memory of its owner, once they have passed a check and have
 * been compared with all that is in it. Throws too_few_rows, which is counted, and too_complex.
 */
export async function keepAnswer(
  ctx: ServiceContext,
  found: FoundDataset,
  wanted: Asked,
  check: () => void,
): Promise<void> {
  const { em } = ctx;
  const work = async (): Promise<void> => {
    check();
    await compareAndKeep(ctx, found, wanted);
  };
  await work().catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'too_few_rows') throw error;
    const [{ refused }] = refusals.parse(
      await em
        .fork()
        .execute(
          'update dataset set refused_narrowed = refused_narrowed + 1 where id = ? returning ' +
            'refused_narrowed as refused',
          [found.dataset.id],
        ),
    );
    throw refused > refusalsAtMost ? full() : error;
  });
}

const refusals = z.tuple([z.object({ refused: z.int() })]);

async function compareAndKeep(
  ctx: ServiceContext,
  found: FoundDataset,
  wanted: Asked,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const tables = await answeredTables(ctx.em.fork(), found);
    const isKept = await compareWith(ctx, found, wanted, tables).catch(async (error: unknown) => {
      // A table that was deleted meanwhile cannot be read, and is compared with nothing any more.
      const now = await answeredTables(ctx.em.fork(), found);
      if (JSON.stringify(now) === JSON.stringify(tables)) throw error;
      return false;
    });
    if (isKept) return;
  }
  throw new AppError('conflict', 'Many questions about this dataset are asked at the same time.', {
    fix: 'Ask again.',
  });
}

/** Whether the answer is in the memory, after it was compared with these tables. */
async function compareWith(
  ctx: ServiceContext,
  found: FoundDataset,
  wanted: Asked,
  tables: readonly AnsweredTable[],
): Promise<boolean> {
  const table = await tableOf(ctx, found);
  const near = await nearTables(ctx, found, tables);
  const seen = await answersAbout(ctx.em.fork(), near);
  const own = seen.find((one) => isOwn(found, one));
  const before: Answered =
    own === undefined
      ? { kindOfRow: new Int32Array(wanted.kindOfRow.length), sets: [] }
      : { kindOfRow: unpackKinds(own.kindOfRow), sets: own.sets };
  const after = await judgeRows(before, wanted);
  if (after === before) return true;
  if (found.dataset.refusedNarrowed >= refusalsAtMost) throw full();
  await judgeProducts(ctx, table, before, after);
  const others = seen.filter((one) => one !== own);
  if (others.length > tablesAtMost) throw full();
  await compareTables(
    ctx,
    { table, wanted },
    others.map((one) => asOther(found, one)),
  );
  return keep(ctx, found, { tables, near, seen, after });
}

/** Looks through the sums of products of every column that is asked about and has some. */
async function judgeProducts(
  ctx: ServiceContext,
  table: TableRef,
  before: Answered,
  after: Answered,
): Promise<void> {
  const fresh = new Set(after.sets.slice(before.sets.length).map(({ column }) => column));
  for (const column of fresh) {
    const known = after.sets.filter((set) => set.column === column && column !== '');
    if (!known.some((set) => set.with !== undefined)) continue;
    const { leverage } = await ctx.engine.measureLeverage(
      table,
      {
        kindOfRow: packKinds(after.kindOfRow),
        blocks: known.map((set: AnsweredSet) => ({ kinds: set.kinds, columns: set.with ?? [] })),
      },
      jobOf(ctx),
    );
    if (leverage > leverageAtMost) throw tooDecisive();
  }
}

const bytesOf = (kinds: string, sets: readonly AnsweredSet[]): number =>
  kinds.length + Buffer.byteLength(JSON.stringify(sets));

/**
 * Whether the memory is as it was seen, and the answer has been entered. One after the other for an
 * owner, so that two answers at the same time are compared with each other.
 */
async function keep(
  ctx: ServiceContext,
  found: FoundDataset,
  {
    tables,
    near,
    seen,
    after,
  }: {
    readonly tables: readonly AnsweredTable[];
    readonly near: readonly NearTable[];
    readonly seen: readonly Remembered[];
    readonly after: Answered;
  },
): Promise<boolean> {
  const { dataset, version } = found;
  return ctx.em.fork().transactional(async (em) => {
    await em.execute(
      'select 1 from user_account where id = (select owner_id from dataset where id = ?) for no key update',
      [dataset.id],
    );
    const [{ refused }] = refusals.parse(
      await em.execute('select refused_narrowed as refused from dataset where id = ?', [
        dataset.id,
      ]),
    );
    if (refused >= refusalsAtMost) throw full();
    if (JSON.stringify(await answeredTables(em, found)) !== JSON.stringify(tables)) return false;
    if (JSON.stringify(await answersAbout(em, near)) !== JSON.stringify(seen)) return false;
    const kindOfRow = packKinds(after.kindOfRow);
    const [{ bytes }] = counted.parse(
      await em.execute(
        `select coalesce(sum(octet_length(a.kind_of_row) + octet_length(a.sets::text)), 0) as bytes from answered_rows a join dataset d on d.id = a.dataset_id
       where d.owner_id = (select owner_id from dataset where id = ?) and not (a.dataset_id = ? and a.version = ?)`,
        [dataset.id, dataset.id, version.number],
      ),
    );
    if (bytes + bytesOf(kindOfRow, after.sets) > memoryAtMost) throw full();
    await em.upsert(AnsweredRows, {
      dataset: dataset.id,
      version: version.number,
      kindOfRow,
      sets: [...after.sets],
    });
    await recountStorage(em, dataset.id);
    return true;
  });
}

const counted = z.tuple([z.object({ bytes: z.coerce.number() })]);
