import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseAst } from 'vitest/node';
import { mutations, type Mutation } from './client.ts';

/**
 * Mutations of the client behind a switch: one build holds all of them, and a page runs the one
 * whose number is in `globalThis.mutant`.
 */
const root = resolve(import.meta.dirname, '../..');

interface Part {
  readonly from: number;
  readonly to: number;
  /** A body in braces, else an expression. */
  readonly isBody: boolean;
}

/** Where the text of the mutation is; throws where it does not occur once. */
function placeOf({ id, file, before }: Mutation, text: string): Omit<Part, 'isBody'> {
  const from = text.indexOf(before);
  if (from === -1 || text.includes(before, from + 1))
    throw new Error(`${id}: ${file} does not have ${JSON.stringify(before)} once.`);
  return { from, to: from + before.length };
}

/** Of that place, what differs: its first and last characters may be the same. */
function changedIn(
  { before, after }: Mutation,
  { from, to }: Omit<Part, 'isBody'>,
): Omit<Part, 'isBody'> {
  const least = Math.min(before.length, after.length);
  let [same, alike] = [0, 0];
  while (same < least && before[same] === after[same]) same += 1;
  while (alike < least - same && before.at(-1 - alike) === after.at(-1 - alike)) alike += 1;
  return { from: from + same, to: to - alike };
}

/** The text of a file with the mutation. */
export function mutated(mutation: Mutation, text: string): string {
  const { from, to } = placeOf(mutation, text);
  return text.slice(0, from) + mutation.after + text.slice(to);
}

export const textOf = ({ file }: Mutation, folder = root): string =>
  readFileSync(resolve(folder, file), 'utf8');

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The outermost body of a function, or value of a constant, that holds a place. */
function partAround(node: Node, from: number, to: number): Part | null {
  const holds = (inner: unknown): inner is Node =>
    isNode(inner) && inner.start <= from && to <= inner.end;
  const { type, init, body } = node;
  if (type === 'VariableDeclarator' && holds(init))
    return { from: init.start, to: init.end, isBody: false };
  if (/^(?:Arrow)?Function/.test(type) && holds(body))
    return { from: body.start, to: body.end, isBody: body.type === 'BlockStatement' };
  for (const inner of Object.values(node).flat()) {
    const found = holds(inner) ? partAround(inner, from, to) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The part of its file that a mutation is switched in; none in a style sheet. */
function partOf(mutation: Mutation, text: string): Part | null {
  const lang = /[.](tsx?)$/.exec(mutation.file)?.[1];
  if (lang === undefined) return null;
  const { from, to } = changedIn(mutation, placeOf(mutation, text));
  const program: unknown = parseAst(text, { lang: lang === 'tsx' ? 'tsx' : 'ts' });
  return isNode(program) ? partAround(program, from, to) : null;
}

/** Whether a mutation can be switched; one that cannot needs a build of its own. */
export const canSwitch = (mutation: Mutation): boolean =>
  partOf(mutation, textOf(mutation)) !== null;

/** The text of a file with all its mutations behind the switch. */
function switched(file: string, text: string): string {
  const parts = new Map<number, Part & { choices: string[] }>();
  mutations.forEach((mutation, number) => {
    const part = mutation.file === file ? partOf(mutation, text) : null;
    if (part === null) return;
    const choices: string[] = parts.get(part.from)?.choices ?? [];
    const other = mutated(mutation, text);
    const variant = other.slice(part.from, part.to + other.length - text.length);
    const asked = `globalThis.mutant === ${number}`;
    choices.push(part.isBody ? `if (${asked}) ${variant} else ` : `${asked} ? (${variant}) : `);
    parts.set(part.from, { ...part, choices });
  });
  return [...parts.values()]
    .toSorted((a, b) => b.from - a.from)
    .reduce((whole, { from, to, isBody, choices }) => {
      const own = whole.slice(from, to);
      const made = isBody ? `{ ${choices.join('')}${own} }` : `(${choices.join('')}(${own}))`;
      return whole.slice(0, from) + made + whole.slice(to);
    }, text);
}

/** A plugin of Vite and vitest: all mutations behind the switch, or the one of this number alone. */
export const mutationsPlugin = (only: number | undefined) => ({
  name: 'mutations',
  enforce: 'pre' as const,
  transform(text: string, id: string): string | null {
    const file = relative(root, id.split('?', 1)[0] ?? '');
    if (only === undefined)
      return mutations.some((mutation) => mutation.file === file) ? switched(file, text) : null;
    const mutation = mutations[only];
    return mutation?.file === file ? mutated(mutation, text) : null;
  },
});

/** The number in MUTANT, if there is one. */
export const chosenMutation = (): number | undefined => {
  const number = process.env['MUTANT'] ?? '';
  return number === '' ? undefined : Number(number);
};
