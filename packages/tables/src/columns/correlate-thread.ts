import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { openMatrices } from './correlate-columns.ts';
import { letGo } from '../table/long-columns.ts';
import { toThread } from './correlate-thread-messages.ts';

// Threads are terminated, so nothing would be kept at their exit.
flushCompileCache();
const matrices = openMatrices(workerData === true);

parentPort?.on('message', (message: unknown) => {
  const told = toThread.parse(message);
  if (told.type === 'add') {
    matrices.add(told.name, told.values, { values: told.distinct, counts: told.counts });
    letGo(told.values.length);
  } else {
    parentPort?.postMessage(matrices.finish(told.level));
    // The memory is needed for other columns.
    parentPort?.close();
  }
});
