import { AppError } from '@columnist/contract';
import { extname, resolve } from 'node:path';
import { withLocalTable } from './local-table.ts';
import { commonNames, type OwnVerb } from './own-verb.ts';
import { splitArguments, viewOf } from './read-command.ts';
import { readingOf } from './reading-options.ts';

export const convert: OwnVerb = {
  name: 'convert',
  usage: 'convert FILE TO',
  summary:
    'Writes a file as Parquet or plain CSV, by the ending of TO; rows of a view with --where.',
  options: {},
  run: async (args, around) => {
    const { operands, values } = splitArguments(args, new Set(), commonNames);
    const [file, to] = operands;
    if (file === undefined || to === undefined)
      throw new AppError('invalid_input', 'convert needs a file and where to write.', {
        fix: 'columnist convert data.csv data.parquet',
      });
    const ending = extname(to).toLowerCase();
    if (ending !== '.parquet' && ending !== '.csv')
      throw new AppError('invalid_input', `convert writes .parquet and .csv, not ${ending || to}.`);
    if (resolve(file) === resolve(to))
      throw new AppError('invalid_input', 'convert does not write over the file that it reads.', {
        fix: 'Name another file to write to.',
      });
    const view = viewOf(undefined, values, []);
    const rows = await withLocalTable(
      file,
      readingOf(values, file),
      around.signal,
      ({ table, export: write, notes }) => {
        notes.forEach(around.say);
        return ending === '.parquet'
          ? write('exportParquet', table, view, resolve(to))
          : write('exportRows', table, { ...view, forSpreadsheets: false }, resolve(to));
      },
    );
    around.say(`${String(rows)} rows written to ${to}.`);
    return 0;
  },
};
