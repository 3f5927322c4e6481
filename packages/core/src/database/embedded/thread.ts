import { PGlite, types } from '@electric-sql/pglite';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { order, type Order, type Reply } from './messages.ts';

const asWritten = (text: string): string => text;

/** Dates and times stay as they are written: the ORM reads them itself. */
const database = PGlite.create({
  dataDir: z.string().parse(workerData),
  parsers: {
    [types.DATE]: asWritten,
    [types.TIMESTAMP]: asWritten,
    [types.TIMESTAMPTZ]: asWritten,
    [types.INTERVAL]: asWritten,
  },
});
// Each statement says why it failed.
database.catch(() => undefined);

async function answer({ statement }: Order): Promise<Reply['found']> {
  try {
    const opened = await database;
    if (statement === null) {
      await opened.close();
      return { rows: [] };
    }
    const { rows, affectedRows } = await opened.query(statement.text, statement.values);
    return { rows, affectedRows };
  } catch (error) {
    // An error of the database has its facts as fields: its code, the constraint, the place.
    const facts = typeof error === 'object' && error !== null ? Object.entries(error) : [];
    return {
      message: error instanceof Error ? error.message : String(error),
      facts: Object.fromEntries(facts.filter(([, value]) => typeof value !== 'object')),
    };
  }
}

parentPort?.on('message', (message: unknown) => {
  const asked = order.parse(message);
  void answer(asked).then((found) => {
    parentPort?.postMessage({ number: asked.number, found } satisfies Reply);
    if (asked.statement === null) parentPort?.close();
  });
});
