import { expect, it } from 'vitest';
import { isolated } from './isolate.ts';

it.each([
  ['body_mass_g, 95% intervals', 'body_mass_g, 95% intervals'],
  ['العمود العربي, 95% intervals', '\u2068العمود العربي\u2069, 95% intervals'],
  ['mean שכר by עיר is 3.', 'mean \u2068שכר\u2069 by \u2068עיר\u2069 is 3.'],
  ['الربع 3 من 2024: 12 rows', '\u2068الربع 3 من\u2069 2024: 12 rows'],
  ['Größe 7, 温度 8', 'Größe 7, 温度 8'],
])('%s', (sentence, expected) => expect(isolated(sentence)).toBe(expected));
