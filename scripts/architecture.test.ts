import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '..');
const document = readFileSync(resolve(root, 'ARCHITECTURE.md'), 'utf8');

/** Who may import whom, as the rules of `pnpm boundaries` have it. */
const rules = z
  .object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string().optional() })) })
  .parse(createRequire(import.meta.url)(resolve(root, '.dependency-cruiser.cjs')));
const allowed = new Map(
  rules.forbidden.flatMap(({ name, comment = '' }) => {
    const [, room, others = ''] = /^(\w+) may import (.*)\.$/.exec(comment) ?? [];
    if (room === undefined || name !== `${room}-imports`) return [];
    return [[room, others === 'nothing of ours' ? [] : others.split(', ')] as const];
  }),
);

test('every package is in the table, and in the rules', () => {
  const packages = readdirSync(resolve(root, 'packages'));
  const named = [...document.matchAll(/^\| `packages\/([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(packages));
  // The types of the API are one file that imports nothing.
  expect(new Set([...allowed.keys(), 'api-types'])).toEqual(new Set(packages));
});

test('the list of imports is that of the rules', () => {
  const block = /## Who may import whom\n\n```\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  const written = new Map(
    [...block.matchAll(/(\w+) +→ ((?:[\w ]+, )*[\w]+(?: of ours)?)/g)].map(
      ([, room = '', others = '']) => [
        room,
        others === 'nothing of ours' ? [] : others.split(', '),
      ],
    ),
  );
  for (const [room, others] of allowed) expect([room, written.get(room)]).toEqual([room, others]);
});

test('the drawing has every import that the rules allow, by one way or another, and no other', () => {
  const drawing = /```mermaid\nflowchart BT\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  const arrows = drawing
    .split('\n')
    .flatMap((line) => {
      const [from, to] = line.replaceAll(/\[.*?\]/g, '').split('-->');
      if (from === undefined || to === undefined) return [];
      return from.split('&').flatMap((one) => to.split('&').map((other) => [one, other] as const));
    })
    .map(([one, other]) => [one.trim(), other.trim()] as const);
  const below = (room: string): string[] =>
    arrows.flatMap(([from, to]) => (to === room ? [from, ...below(from)] : []));
  for (const [room, others] of allowed) {
    const drawn = arrows.flatMap(([from, to]) => (to === room ? [from] : []));
    expect([room, drawn.filter((from) => !others.includes(from))]).toEqual([room, []]);
    expect([room, others.filter((other) => !below(room).includes(other))]).toEqual([room, []]);
  }
});
