import { cleaningStep, type DatasetColumn } from '@columnist/contract';
import { describe, expect, it, test } from 'vitest';
import {
  draftOf,
  emptyDraft,
  methodOf,
  stepKinds,
  stepOf,
  type Draft,
  type StepKind,
} from './step-draft.ts';
import type { NewStep } from './view-steps.ts';

const column = (name: string, type: DatasetColumn['type']): DatasetColumn => ({
  name,
  type,
  storage: type === 'number' ? 'DOUBLE' : 'VARCHAR',
  missing: 1,
  distinct: 9,
  low: null,
  high: null,
  picture: null,
});
const uploaded = [column('price', 'number'), column('shop', 'category')];
const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change });

describe('a draft makes its step', () => {
  test.each<[StepKind, Partial<Draft>, object | null]>([
    [
      'derive',
      { name: ' log ', text: 'log(price)' },
      { derive: { name: 'log', expression: 'log(price)' } },
    ],
    ['derive', { text: 'log(price)' }, null],
    [
      'recode',
      { columns: ['price'], text: '1 → one\n1,5 → 2' },
      {
        clean: {
          step: 'recode',
          column: 'price',
          values: [
            { from: 1, to: 'one' },
            { from: '1,5', to: 2 },
          ],
          others: 'keep',
        },
      },
    ],
    [
      'impute',
      { columns: ['price'], method: 'constant', text: 'none' },
      { impute: { columns: ['price'], method: 'constant', value: 'none' } },
    ],
    [
      'impute',
      { columns: ['price'], by: ['shop'] },
      { impute: { columns: ['price'], method: 'median', by: ['shop'] } },
    ],
    [
      'impute',
      { columns: ['price'], method: 'constant', text: '7' },
      { impute: { columns: ['price'], method: 'constant', value: 7 } },
    ],
    [
      'impute',
      { columns: ['shop'], method: 'constant', text: '7' },
      { impute: { columns: ['shop'], method: 'constant', value: '7' } },
    ],
    ['impute', { columns: ['price'], method: 'constant' }, null],
    ['drop_missing', {}, { drop_missing: true }],
    ['drop_missing', { columns: ['shop'] }, { drop_missing: ['shop'] }],
    [
      'parse_dates',
      { columns: ['shop'], text: ' DD.MM.YYYY ' },
      { clean: { step: 'parse_dates', columns: ['shop'], pattern: 'DD.MM.YYYY' } },
    ],
    [
      'recode',
      { columns: ['shop'], text: 'f → female\nm -> male\n? =\nno arrow' },
      {
        clean: {
          step: 'recode',
          column: 'shop',
          values: [
            { from: 'f', to: 'female' },
            { from: 'm', to: 'male' },
            { from: '?', to: null },
          ],
          others: 'keep',
        },
      },
    ],
    [
      'recode',
      { columns: ['price'], text: '9 = 10' },
      { clean: { step: 'recode', column: 'price', values: [{ from: 9, to: 10 }], others: 'keep' } },
    ],
    [
      'drop_outliers',
      { columns: ['price'], rule: 'zscore' },
      { clean: { step: 'drop_outliers', columns: ['price'], rule: 'zscore' } },
    ],
    [
      'scale',
      { columns: ['price'] },
      { clean: { step: 'scale', columns: ['price'], method: 'zscore' } },
    ],
    ['sample', { seed: null }, null],
    ['sample', { n: 5 }, { sample: { n: 5, seed: 1 } }],
  ])('%s of %j', (kind, change, wanted) => {
    expect(stepOf(kind, draft(change), uploaded)).toEqual(wanted);
  });
});

it('fills text with what text has', () => {
  expect([
    methodOf(draft({ columns: ['price'] }), uploaded),
    methodOf(draft({ columns: ['price', 'shop'] }), uploaded),
    methodOf(draft({ columns: ['shop'], method: 'forward' }), uploaded),
  ]).toEqual(['median', 'mode', 'forward']);
});

it('has a form for every cleaning step but those that are made in the grid', () => {
  const kinds: readonly string[] = stepKinds.map(({ kind }) => kind);
  const cleaning = cleaningStep.options.map(({ shape }) => shape.step.value);
  expect(cleaning.filter((step) => !kinds.includes(step))).toEqual([
    'correct_cells',
    'delete_rows',
  ]);
});

describe('a step becomes the draft that makes it again', () => {
  test.each<NewStep>([
    { derive: { name: 'log', expression: 'log(price)' } },
    { impute: { columns: ['price'], method: 'median', by: ['shop'] } },
    { impute: { columns: ['price'], method: 'constant', value: 7 } },
    { drop_missing: true },
    { drop_missing: ['price'] },
    { sample: { n: 20, seed: 3 } },
    { clean: { step: 'parse_numbers', columns: ['shop'], pattern: '1.234,56' } },
    { clean: { step: 'rename_columns', columns: [{ from: 'shop', to: 'store' }], why: 'a name' } },
    { clean: { step: 'split_column', column: 'shop', by: ' ', into: ['a', 'b'] } },
    {
      clean: {
        step: 'recode',
        column: 'shop',
        values: [
          { from: 'f', to: 'female' },
          { from: 'x', to: null },
        ],
        others: 'keep',
      },
    },
    {
      clean: { step: 'recode', column: 'price', values: [{ from: 999, to: null }], others: 'keep' },
    },
    { clean: { step: 'clip_outliers', columns: ['price'], rule: 'zscore' } },
    { clean: { step: 'scale', columns: ['price'], method: 'minmax' } },
    { clean: { step: 'drop_duplicates' } },
    { clean: { step: 'encode', columns: ['shop'] } },
  ])('%j', (step) => {
    const { kind, draft: made } = draftOf(step);
    expect(stepOf(kind, made, uploaded)).toEqual(step);
  });
});
