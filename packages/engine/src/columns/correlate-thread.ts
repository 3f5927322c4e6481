import { parentPort, workerData } from 'node:worker_threads';
import { openMatrices } from './correlate-columns.ts';
import { toThread } from './correlate-thread-messages.ts';

const matrices = openMatrices(workerData === true);

parentPort?.on('message', (message: unknown) => {
  const told = toThread.parse(message);
  if (told.type === 'add') matrices.add(told.name, told.values, told.distinct);
  else parentPort?.postMessage(matrices.finish(told.level));
});
