import type { Condition } from '@columnist/contract';
import { expect, it } from 'vitest';
import { opsOf, typedCondition, type Op } from './typed-condition.ts';

const mass = { name: 'mass', type: 'number', storage: 'BIGINT' } as const;
const species = { name: 'species', type: 'category', storage: 'VARCHAR' } as const;
const alive = { name: 'alive', type: 'boolean', storage: 'BOOLEAN' } as const;
const seen = { name: 'seen', type: 'datetime', storage: 'TIMESTAMP' } as const;
const hour = { name: 'hour', type: 'datetime', storage: 'TIME' } as const;

it.each<[Parameters<typeof typedCondition>[0], Op, string[], Condition | null]>([
  [mass, 'gt', ['4,000'], { column: 'mass', op: 'gt', value: 4000 }],
  [mass, 'lt', [' −3.5 '], { column: 'mass', op: 'lt', value: -3.5 }],
  [mass, 'eq', ['1e3'], { column: 'mass', op: 'eq', value: 1000 }],
  [mass, 'eq', ['9007199254740993'], { column: 'mass', op: 'eq', value: '9007199254740993' }],
  [mass, 'eq', ['4 kg'], null],
  [mass, 'eq', ['4,00'], null],
  [mass, 'eq', [''], null],
  [mass, 'between', ['1', '2'], { column: 'mass', op: 'between', low: 1, high: 2 }],
  [mass, 'between', ['1'], null],
  [mass, 'in', ['1', '2'], { column: 'mass', op: 'in', values: [1, 2] }],
  [mass, 'in', ['1', 'two'], null],
  [mass, 'is_missing', [], { column: 'mass', op: 'is_missing' }],
  [species, 'eq', ['00041'], { column: 'species', op: 'eq', value: '00041' }],
  [species, 'contains', ['Gen'], { column: 'species', op: 'contains', value: 'Gen' }],
  [species, 'not_in', [], null],
  [alive, 'eq', ['false'], { column: 'alive', op: 'eq', value: false }],
  [alive, 'eq', ['no'], null],
  [seen, 'ge', ['2026-01-31'], { column: 'seen', op: 'ge', value: '2026-01-31' }],
  [seen, 'lt', ['2026-01-31 13:45'], { column: 'seen', op: 'lt', value: '2026-01-31 13:45' }],
  [seen, 'lt', ['31.1.2026'], null],
  [hour, 'lt', ['13:45'], { column: 'hour', op: 'lt', value: '13:45' }],
])('%j %s %j', (column, op, typed, expected) =>
  expect(typedCondition(column, op, typed)).toEqual(expected),
);

it('asks of each type what makes sense', () => {
  expect(opsOf(alive).map(({ value }) => value)).toEqual(['eq', 'is_missing', 'is_present']);
  expect(opsOf(seen).map(({ value }) => value)).toEqual([
    'eq',
    'ne',
    'lt',
    'le',
    'gt',
    'ge',
    'between',
    'is_missing',
    'is_present',
  ]);
});
