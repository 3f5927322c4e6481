import { description, type Description } from '@columnist/contract';
import { codesOf } from '@columnist/statistics';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { openMatrices, type CodedColumn } from './correlate-columns.ts';
import type { ToThread } from './correlate-thread-messages.ts';

/** Below this many values, starting a thread takes longer than what it would do. */
const worthAThread = 1_000_000;

type Correlations = NonNullable<Description['correlations']>;

/** Correlates columns that are handed over one by one. */
export interface Correlator {
  /** `distinct` are the distinct finite values in ascending order. */
  readonly add: (name: string, values: Float64Array, distinct: Float64Array) => void;
  readonly finish: (level: number) => Promise<Correlations>;
  readonly close: () => Promise<unknown>;
}

/** On a thread of its own where there is much to do, so that it works while other columns are described; of a large table in turn, for its memory. */
export const openCorrelator = (cells: number, isLarge: boolean): Correlator => (cells >= worthAThread && !isLarge && availableParallelism() > 1 ? onThread() : inTurn());

/** Sums at the end, when the memory that describing a column takes is free again. */
function inTurn(): Correlator {
  const columns: CodedColumn[] = [];
  return {
    add: (name, values, distinct) => void columns.push({ name, values, codes: codesOf(values, distinct) }),
    finish: (level) => {
      const matrices = openMatrices();
      for (const column of columns.splice(0)) matrices.add(column);
      return Promise.resolve(matrices.finish(level));
    },
    close: () => Promise.resolve(),
  };
}

/** What the thread answers. */
const matrices = description.shape.correlations.unwrap();

function onThread(): Correlator {
  const thread = new Worker(new URL('./correlate-thread.ts', import.meta.url));
  const answer = new Promise<Correlations>((done, fail) => {
    thread.once('message', (message: unknown) => done(matrices.parse(message)));
    thread.once('error', fail);
    thread.once('exit', () => fail(new Error('The thread of the correlations ended.')));
  });
  // Where it fails before it is asked, that is told when it is.
  answer.catch(() => {});
  const send = (message: ToThread): void => thread.postMessage(message);
  return {
    add: (name, values, distinct) => send({ type: 'add', name, values, distinct }),
    finish: (level) => {
      send({ type: 'finish', level });
      return answer;
    },
    close: () => thread.terminate(),
  };
}
