import { codesOf } from '@columnist/statistics';
import { parentPort } from 'node:worker_threads';
import { openMatrices } from './correlate-columns.ts';
import { toThread } from './correlate-thread-messages.ts';

const matrices = openMatrices();

parentPort?.on('message', (message: unknown) => {
  const told = toThread.parse(message);
  if (told.type === 'add') matrices.add({ name: told.name, values: told.values, codes: codesOf(told.values, told.distinct) });
  else parentPort?.postMessage(matrices.finish(told.level));
});
