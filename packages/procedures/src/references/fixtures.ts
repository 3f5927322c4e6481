import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isRecord, json, type Json } from './figures.ts';

const fixtureFile = z.strictObject({
  /** The day on which the reference programs were run, and their versions. */
  written: z.iso.date(),
  versions: z.record(z.string(), z.string()),
  /** What finds the figures of each method. */
  by: z.record(z.string(), z.string()),
  /** Values that several answers hold. */
  shared: z.array(json),
  answers: z.record(z.string(), json),
});
export type FixtureFile = z.infer<typeof fixtureFile>;

/** The folders of procedures. */
const source = resolve(import.meta.dirname, '..');

export const fixtureOf = (text: string): FixtureFile => fixtureFile.parse(JSON.parse(text));

/** What the programs `reference.py` and `reference.R` beside the procedures have found. */
export const fixtureFiles = (): FixtureFile[] =>
  globSync('*/*.fixtures.json', { cwd: source })
    .toSorted()
    .map((name) => fixtureOf(readFileSync(resolve(source, name), 'utf8')));

/** Puts the shared values in their places. */
function resolved(value: Json, shared: readonly Json[]): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: Json) => resolved(one, shared));
  const entries = Object.entries(value);
  const [[key, place] = []] = entries;
  if (key === 'shared' && typeof place === 'number' && entries.length === 1)
    return resolved(shared[place] ?? null, shared);
  return Object.fromEntries(entries.map(([name, one]) => [name, resolved(one, shared)]));
}

/** Two answers to one question, by programs of two languages. */
function merged(a: Json | undefined, b: Json): Json {
  if (!isRecord(a) || !isRecord(b)) return b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      const [one, other] = [a[key], b[key]];
      return [key, other === undefined ? (one ?? null) : merged(one, other)];
    }),
  );
}

/** The reference answers by the question. */
export function referenceAnswers(files: readonly FixtureFile[]): ReadonlyMap<string, Json> {
  const answers = new Map<string, Json>();
  for (const { answers: some, shared } of files)
    for (const [id, answer] of Object.entries(some))
      answers.set(id, merged(answers.get(id), resolved(answer, shared)));
  return answers;
}
