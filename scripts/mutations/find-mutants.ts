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
  /** Of the first character and the one behind the last, lines and columns from 0. */
  readonly start: Place;
  readonly end: Place;
  readonly mutator: string;
  readonly replacement: string;
}
interface Place {
  readonly line: number;
  readonly column: number;
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

const instrument = (
  { without }: Group,
  files: readonly { readonly name: string; readonly content: string; readonly mutate: Ranges }[],
) =>
  new Instrumenter(logger).instrument(files, {
    plugins: null,
    excludedMutations: [...without],
    ignorers: [],
  });
type Ranges = true | { readonly start: Place; readonly end: Place }[];
type Instrumented = Awaited<ReturnType<typeof instrument>>['mutants'][number];

/** Every mutation that StrykerJS has for these files of a group. */
export async function findMutants(
  group: Group,
  files: readonly string[],
  folder: string,
): Promise<Mutant[]> {
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const { mutants } = await instrument(
    group,
    [...texts].map(([name, content]) => ({ name, content, mutate: true })),
  );
  // Mutations that the group leaves out are listed, but are not in the code.
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map((mutant) => mutantOf(mutant, texts));
}

function mutantOf(
  { fileName: file, location: { start, end }, mutatorName, replacement }: Instrumented,
  texts: ReadonlyMap<string, string>,
): Mutant {
  const text = texts.get(file) ?? '';
  const lines = lineStarts(text);
  const at = ({ line, column }: Place): number => (lines[line] ?? NaN) + column;
  const key = createHash('sha256')
    .update(JSON.stringify([file, text, at(start), at(end), replacement]))
    .digest('hex')
    .slice(0, 20);
  return { key, file, start, end, mutator: mutatorName, replacement };
}

/**
 * The files with these mutants in them, each behind a switch, and the mutants by the numbers of
 * their switches.
 */
export async function withSwitches(
  group: Group,
  chosen: readonly Mutant[],
  folder: string,
): Promise<{ files: Map<string, string>; switches: Map<string, Mutant> }> {
  const byFile = Map.groupBy(chosen, ({ file }) => file);
  const texts = new Map(
    [...byFile.keys()].map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  const { files, mutants } = await instrument(
    group,
    [...byFile].map(([name, own]) => ({
      name,
      content: texts.get(name) ?? '',
      mutate: own.map(({ start, end }) => ({ start, end })),
    })),
  );
  const byKey = new Map(chosen.map((mutant) => [mutant.key, mutant]));
  return {
    files: new Map(files.map(({ name, content }) => [name, content])),
    switches: new Map(
      mutants.flatMap((one) => {
        const mutant = byKey.get(mutantOf(one, texts).key);
        return mutant === undefined ? [] : [[one.id, mutant]];
      }),
    ),
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}
