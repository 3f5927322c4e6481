import { AppError } from '@columnist/contract';
import { completing } from './completing.ts';
import { writeBash, writeFish, writeZsh } from './completion-scripts.ts';
import { helpOption } from './options.ts';
import { readArguments, type OwnVerb } from './own-verb.ts';

const shells = { bash: writeBash, zsh: writeZsh, fish: writeFish };
const names = Object.keys(shells);
const isShell = (name: string): name is keyof typeof shells => names.includes(name);
const options = [helpOption];

export const completions: OwnVerb = {
  name: 'completions',
  usage: `completions ${names.join('|')}`,
  summary: 'Prints completions for a shell.',
  options,
  operands: names,
  most: 1,
  run: (args, around, own) => {
    const {
      operands: [shell = ''],
    } = readArguments(completions, args);
    if (!isShell(shell))
      throw new AppError('invalid_input', 'completions needs the name of a shell.', {
        fix: `One of ${names.join(', ')}.`,
      });
    around.print(shells[shell](completing(own)));
    return Promise.resolve(0);
  },
};
