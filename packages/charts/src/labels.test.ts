import { expect, it } from 'vitest';
import { labelsAcross, shortAxis, shortLabels, slantedHeight } from './labels.ts';

const numbered = [1, 2, 12].map(
  (n) => `Category with a truly long name number ${n} that will not fit on an axis`,
);

it.each<[string, string[], string[]]>([
  ['short names are whole', ['Adelie', 'Gentoo'], ['Adelie', 'Gentoo']],
  [
    'at the end',
    ['Northern provinces of the realm', 'Southern provinces of the realm', 'West'],
    ['Northern provinces of…', 'Southern provinces of…', 'West'],
  ],
  [
    'in the middle',
    ['Department of trade and industry', 'Department of trade and fisheries'],
    ['Department …d industry', 'Department … fisheries'],
  ],
  [
    'around what differs',
    numbered,
    ['Category…ame number 1…', 'Category…ame number 2…', 'Category…me number 12…'],
  ],
])('%s', (_, names, short) => expect(shortLabels(names)).toEqual(short));

it('an axis of short names needs no expression', () => {
  expect(shortAxis(['a', 'b'])).toEqual({});
});

it('the labels of an axis are looked up by the whole names', () => {
  expect(
    shortAxis(['Department of trade and industry', 'Department of trade and fisheries']),
  ).toEqual({
    labelExpr:
      '["Department …d industry","Department … fisheries"][indexof(["Department of trade and industry","Department of trade and fisheries"], datum.value)]',
  });
});

it('labels across are level where they fit, else slanted, and none is left out', () => {
  const few = ['a', 'b', 'c'];
  const many = Array.from({ length: 32 }, (_, i) => `carrier ${i}`);
  const slanted = {
    labelOverlap: false,
    labelAngle: -45,
    labelLimit: 110,
    labelBaseline: 'middle',
  };
  expect([
    labelsAcross(few, 600),
    labelsAcross(many, 600),
    labelsAcross(many, 600, 'top'),
    slantedHeight(few, 600),
    // Ten signs of 6.2 px at 45 degrees.
    slantedHeight(many, 600),
  ]).toEqual([
    { labelOverlap: false, labelAngle: 0, labelLimit: 110 },
    { ...slanted, labelAlign: 'right' },
    { ...slanted, labelAlign: 'left' },
    0,
    44,
  ]);
});
