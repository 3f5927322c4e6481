import { description, type Description } from '@columnist/contract';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { openMatrices, type Matrices } from './correlate-columns.ts';
import type { ToThread } from './correlate-thread-messages.ts';

/** Below this many values, starting a thread takes longer than what it would do. */
const worthAThread = 1_000_000;

type Correlations = NonNullable<Description['correlations']>;

/** Correlates columns that are handed over one by one. */
export interface Correlator extends Pick<Matrices, 'add'> {
  readonly finish: (level: number) => Promise<Correlations>;
  readonly close: () => Promise<unknown>;
}

/**
 * On a thread of its own where there is much to do, so that it works while other columns are
 * described.
 */
export const openCorrelator = (cells: number, isLarge: boolean): Correlator =>
  cells >= worthAThread && availableParallelism() > 1 ? onThread(isLarge) : here(isLarge);

function here(isLarge: boolean): Correlator {
  const { add, finish } = openMatrices(isLarge);
  return { add, finish: (level) => Promise.resolve(finish(level)), close: () => Promise.resolve() };
}

/** What the thread answers. */
const matrices = description.shape.correlations.unwrap();

function onThread(isLarge: boolean): Correlator {
  const thread = new Worker(new URL('./correlate-thread.ts', import.meta.url), {
    workerData: isLarge,
  });
  const answer = new Promise<Correlations>((done, fail) => {
    thread.once('message', (message: unknown) => done(matrices.parse(message)));
    thread.once('error', fail);
    thread.once('exit', () => fail(new Error('The thread of the correlations ended.')));
  });
  // Where it fails before it is asked, the error comes when it is.
  answer.catch(() => {});
  const send = (message: ToThread, handedOver: ArrayBuffer[] = []): void =>
    thread.postMessage(message, handedOver);
  return {
    add: (name, values, { values: distinct, counts }) =>
      send(
        { type: 'add', name, values, distinct, counts },
        [distinct, counts].flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
      ),
    finish: (level) => {
      send({ type: 'finish', level });
      return answer;
    },
    close: () => thread.terminate(),
  };
}
