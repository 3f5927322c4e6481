import { codesOf } from '@columnist/statistics';
import { parentPort } from 'node:worker_threads';
import { correlateBoth, type CodedColumn } from './correlate-columns.ts';
import { toThread } from './correlate-thread-messages.ts';

const columns: CodedColumn[] = [];

parentPort?.on('message', (message: unknown) => {
  const told = toThread.parse(message);
  if (told.type === 'add') columns.push({ name: told.name, values: told.values, codes: codesOf(told.values, told.distinct) });
  else parentPort?.postMessage(correlateBoth(columns, told.level));
});
