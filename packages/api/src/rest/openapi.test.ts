import { allOperations } from '@columnist/contract';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

const document = JSON.stringify(openApiDocument('https://columnist.example', '1.0.0'), null, 2);

test('the document is what it was', async () => {
  await expect(`${document}\n`).toMatchFileSnapshot('openapi.snapshot.json');
});

test('it is the same each time', () => {
  expect(JSON.stringify(openApiDocument('https://columnist.example', '1.0.0'), null, 2)).toBe(
    document,
  );
});

test('every reference leads somewhere', () => {
  const parsed: unknown = JSON.parse(document);
  const references = [...document.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  const lost = references.filter(
    (reference) =>
      reference
        .split('/')
        .reduce<unknown>(
          (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
          parsed,
        ) === undefined,
  );
  expect({ lost, references: references.length > 100 }).toEqual({ lost: [], references: true });
});

test('every route is there with its path parameters', () => {
  const { paths } = openApiDocument('', '');
  for (const { rest } of allOperations) {
    for (const path of rest === undefined ? [] : [rest.path, ...(rest.aliases ?? [])]) {
      for (const [, name] of path.matchAll(/\{(\w+)\}/g))
        expect(paths).toHaveProperty(
          [path, rest?.method ?? '', 'parameters'],
          expect.arrayContaining([expect.objectContaining({ in: 'path', name, required: true })]),
        );
      expect(paths).toHaveProperty([path, rest?.method ?? '', 'responses']);
    }
  }
});
