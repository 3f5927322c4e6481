import { AppError } from '@columnist/contract';
import { giveAnswer, refuseEnding } from './give-answer.ts';
import { answerOptions, helpOption, partOptions, quietOption, serverOption } from './options.ts';
import type { OwnVerb } from './own-verb.ts';
import { readingOf } from './reading-options.ts';
import { splitArguments } from './read-command.ts';
import { serverOf, uploadFile } from './server-dataset.ts';

const options = [...answerOptions, serverOption, quietOption, helpOption, ...partOptions];

export const upload: OwnVerb = {
  name: 'upload',
  usage: 'upload FILE…',
  summary:
    'Uploads files to a Columnist server as new datasets; of a workbook one sheet, by --sheet.',
  options,
  run: async (args, around) => {
    const { operands, values } = splitArguments(args, options);
    if (operands.length === 0)
      throw new AppError('invalid_input', 'upload needs a file.', {
        fix: 'columnist upload data.csv',
      });
    refuseEnding(values);
    const server = serverOf(values['server']?.at(-1), around.env);
    for (const file of operands)
      await giveAnswer(
        await uploadFile(server, file, readingOf(values, file).part),
        values,
        around,
      );
    return 0;
  },
};
