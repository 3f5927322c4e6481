import { expect, it } from 'vitest';
import { isolateBy, isolated } from './isolate.ts';

it.each([
  ['body_mass_g, 95% intervals', 'body_mass_g, 95% intervals'],
  ['العمود العربي, 95% intervals', '\u2068العمود العربي\u2069, 95% intervals'],
  ['mean שכר by עיר is 3.', 'mean \u2068שכר\u2069 by \u2068עיר\u2069 is 3.'],
  ['الربع 3 من 2024: 12 rows', '\u2068الربع 3 من\u2069 2024: 12 rows'],
  ['Größe 7, 温度 8', 'Größe 7, 温度 8'],
  ['الإيرادات (بالدولار) is 3.', '\u2068الإيرادات (بالدولار)\u2069 is 3.'],
  ['3 rows (שכר), four [עיר]', '3 rows (\u2068שכר\u2069), four [\u2068עיר\u2069]'],
])('%s', (sentence, expected) => expect(isolated(sentence)).toBe(expected));

it.each([
  [
    'a column and its value by themselves',
    ['المدينة', 'الرياض'],
    'rows of المدينة الرياض: 7',
    'rows of \u2068المدينة\u2069 \u2068الرياض\u2069: 7',
  ],
  [
    'a value that is not known beside a column that is',
    ['المدينة'],
    'المدينة الرياض, 3',
    '\u2068المدينة\u2069 \u2068الرياض\u2069, 3',
  ],
  [
    'a name to its last sign, whatever that is',
    ['الإيرادات السنوية (بالدولار)', 'نسبة-% [x]', 'USD مبلغ'],
    'الإيرادات السنوية (بالدولار), نسبة-% [x] and USD مبلغ, r = .3',
    '\u2068الإيرادات السنوية (بالدولار)\u2069, \u2068نسبة-% [x]\u2069 and \u2068USD مبلغ\u2069, r = .3',
  ],
  [
    'the longer of two names that begin alike',
    ['שכר', 'שכר חודשי'],
    'mean שכר חודשי by שכר',
    'mean \u2068שכר חודשי\u2069 by \u2068שכר\u2069',
  ],
  ['no name inside of a word', ['כר'], 'mean שכר is 3', 'mean \u2068שכר\u2069 is 3'],
  ['no name of another script', ['mass'], 'mass, 3', 'mass, 3'],
])('where names are known, isolates %s', (_, names, sentence, expected) =>
  expect(isolateBy(names)(sentence)).toBe(expected),
);
