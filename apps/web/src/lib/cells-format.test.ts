import type { Cell } from '@columnist/contract';
import { expect, it } from 'vitest';
import { cellsFormat } from './cells-format.ts';

it.each<[string, Cell[], string[]]>([
  ['since', [2010, 2015, null], ['2010', '2015', 'missing']],
  ['order_id', [1000, 23_004], ['1000', '23004']],
  ['amount', [165.9, 75, 1200.25], ['165.90', '75.00', '1,200.25']],
  ['mean', [5114.03225806452, 4091.6], ['5,114.0323', '4,091.6000']],
  ['big', ['9007199254740993', 12], ['9,007,199,254,740,993', '12']],
  ['serial_no', ['9007199254740993'], ['9007199254740993']],
])('numbers of %s', (name, cells, written) =>
  expect(cells.map(cellsFormat({ name, type: 'number' }, cells))).toEqual(written),
);

it('texts are as they are', () =>
  expect(['00041', '', true].map(cellsFormat({ name: 'code', type: 'text' }, []))).toEqual([
    '00041',
    '',
    'true',
  ]));
