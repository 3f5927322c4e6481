import { expect, it } from 'vitest';
import { inTwoLines } from './cut-name.tsx';

it.each([
  ['bill_length_mm', ['bill_', 'length_mm']],
  ['bill_depth_mm', ['bill_', 'depth_mm']],
  ['measure_000', ['measure_000', '']],
  ['Unbrokennamewithoutaspace', ['Unbrokennamewithoutaspace', '']],
  ['trailing_separator_', ['trailing_', 'separator_']],
  ['العمود العربي الطويل', ['العمود ', 'العربي الطويل']],
])('%s in two lines', (name, lines) => expect(inTwoLines(name)).toEqual(lines));
