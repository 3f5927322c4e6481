import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { withHoldings } from '../records/lock-holdings.ts';

/**
 * What the ledger of a dataset holds at most: each test reads the p of all others, and the ledger is
 * listed whole.
 */
const most = { tests: 1000, bytes: 1024 * 1024 } as const;

export const ledgerIsFull =
  'Not entered: the ledger of this dataset is full. It holds at most ' +
  `${most.tests.toLocaleString('en')} tests, with questions and findings of ` +
  `${most.bytes / 1024 / 1024} MB.`;

/** A row of test_run as it is inserted, but its id and times. */
export type LedgerRow = Readonly<Record<(typeof columns)[number], string | number | Date | null>> &
  Readonly<Record<'question' | 'options' | 'columns' | 'sentence', string>>;

const columns = [
  'question',
  'operation',
  'method',
  'options',
  'language',
  'columns',
  'asked',
  'sentence',
  'version',
  'p_value',
  'by_id',
  'via',
  'door',
  'created_at',
] as const;

const insert =
  `insert into test_run (id, dataset_id, times, ${columns.join(', ')}) ` +
  `values (?, ?, 1, ${columns.map(() => '?').join(', ')})`;

/**
 * Enters tests into the ledger of a dataset: one that is there counts once more, a new one is entered
 * while there is room. Whether all of them are there now.
 */
export async function enterInLedger(
  ctx: ServiceContext,
  userId: string,
  datasetId: string,
  rows: readonly LedgerRow[],
): Promise<boolean> {
  const fresh: LedgerRow[] = [];
  for (const row of rows) if (!(await countAgain(ctx.em, datasetId, row))) fresh.push(row);
  if (fresh.length === 0) return true;
  return withHoldings(ctx.em, userId, ctx.clock.now(), async (em) => {
    const [kept] = counts.parse(await em.execute(sizes, [datasetId]));
    let { tests, bytes } = kept;
    let all = true;
    for (const row of fresh) {
      // Asked at the same time, it was entered meanwhile.
      if (await countAgain(em, datasetId, row)) continue;
      const size = sizeOf(row);
      if (tests >= most.tests || bytes + size > most.bytes) {
        all = false;
        continue;
      }
      await em.execute(insert, [uuid(), datasetId, ...columns.map((column) => row[column])]);
      tests += 1;
      bytes += size;
    }
    return all;
  });
}

async function countAgain(
  em: EntityManager,
  datasetId: string,
  { question }: LedgerRow,
): Promise<boolean> {
  const again = await em.execute<unknown[]>(
    'update test_run set times = times + 1 where dataset_id = ? and question = ? returning id',
    [datasetId, question],
  );
  return again.length > 0;
}

const counts = z.tuple([z.object({ tests: z.coerce.number(), bytes: z.coerce.number() })]);
/** Bytes as they are listed: in JSON a control character takes six. */
const sizes = `select count(*) as tests, coalesce(sum(octet_length(options::text)
  + octet_length(columns::text) + octet_length(to_json(sentence)::text)
  + coalesce(octet_length(to_json(asked)::text), 0)), 0) as bytes from test_run where dataset_id = ?`;
const sizeOf = ({ options, columns: named, sentence, asked }: LedgerRow): number =>
  Buffer.byteLength(options + named + JSON.stringify([sentence, asked]));
