import { Instrumenter } from '@stryker-mutator/instrumenter';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from './groups.ts';

/** One place of a file that is written otherwise. */
export interface Mutant {
  /** Changes with the file and the mutation. */
  readonly key: string;
  readonly file: string;
  /** Of the first character, from 1 and from 0. */
  readonly line: number;
  readonly column: number;
  /** Which part of the text is replaced. */
  readonly from: number;
  readonly to: number;
  readonly mutator: string;
  readonly replacement: string;
}

const isProduct = (file: string): boolean =>
  !/[.](test|d)[.]ts$|\/(index|fixtures|reference)[.]ts$|\/(validation|reference)\/|testing/.test(
    file,
  );

/** The files of a group below a folder, without tests and what helps them. */
export const filesOf = ({ files }: Group, folder: string): string[] =>
  [...new Set(files.flatMap((one) => globSync(one, { cwd: folder })))].filter(isProduct).toSorted();

const silent = (): void => undefined;
const never = (): boolean => false;
const logger = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** Every mutation that StrykerJS has for these files of a group. */
export async function findMutants(
  group: Group,
  files: readonly string[],
  folder: string,
): Promise<Mutant[]> {
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const { mutants } = await new Instrumenter(logger).instrument(
    [...texts].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [...group.without], ignorers: [] },
  );
  return mutants.map(({ fileName: file, location: { start, end }, mutatorName, replacement }) => {
    const text = texts.get(file) ?? '';
    const lines = lineStarts(text);
    const at = ({ line, column }: typeof start): number => (lines[line] ?? NaN) + column;
    const [from, to] = [at(start), at(end)];
    const key = createHash('sha256')
      .update(JSON.stringify([file, text, from, to, replacement]))
      .digest('hex')
      .slice(0, 20);
    const { line, column } = start;
    return { key, file, line: line + 1, column, from, to, mutator: mutatorName, replacement };
  });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}

/** The text of the file with the mutation. */
export const mutated = (text: string, { from, to, replacement }: Mutant): string =>
  text.slice(0, from) + replacement + text.slice(to);
