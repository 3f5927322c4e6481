import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { openMatrices } from './correlate-columns.ts';
import { letGo } from '../table/long-columns.ts';
import { toThread } from './correlate-thread-messages.ts';

// Threads are terminated, so nothing would be kept at their exit.
flushCompileCache();
const matrices = openMatrices(workerData === true);

parentPort?.on('message', (message: unknown) => {
  const sent = toThread.parse(message);
  if (sent.type === 'add') {
    matrices.add(sent.name, sent.values, { values: sent.distinct, counts: sent.counts });
    letGo(sent.values.length);
  } else {
    parentPort?.postMessage(matrices.finish(sent.level));
    // The memory is needed for other columns.
    parentPort?.close();
  }
});
