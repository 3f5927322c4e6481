/**
 * A value of a type of the database, as SQL says it, and what it is by a source that is not ours: a
 * moment by its text and its microseconds since 1970 (or midnight), a number by its digits.
 */
export type Truth =
  | { readonly text: string }
  | { readonly number: string }
  | { readonly moment: string; readonly micros: bigint };

const text = (value: string): Truth => ({ text: value });
const number = (digits: string): Truth => ({ number: digits });

/** By a date of JavaScript, which knows the years up to 275760. */
function at(iso: string, year: number, month: number, day: number, micros = 0n): Truth {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return { moment: iso, micros: BigInt(date.getTime()) * 1000n + micros };
}
const noon = 43_200_000_000n;
const dayOf = 86_400_000_000n;
const same = (digits: readonly string[]): (readonly [string, Truth])[] =>
  digits.map((one) => [one, number(one)]);

const days: readonly (readonly [string, Truth])[] = [
  ['0044-03-15 (BC)', at('0044-03-15 (BC)', -43, 3, 15)],
  ['0001-01-01', at('0001-01-01', 1, 1, 1)],
  ['0099-12-31', at('0099-12-31', 99, 12, 31)],
  ['1582-10-10', at('1582-10-10', 1582, 10, 10)],
  ['1900-02-28', at('1900-02-28', 1900, 2, 28)],
  ['2024-02-29', at('2024-02-29', 2024, 2, 29)],
  ['9999-12-31', at('9999-12-31', 9999, 12, 31)],
  ['12000-01-01', at('12000-01-01', 12_000, 1, 1)],
];
const plainDays = days.slice(1, -1);
const moments = (zone: string): (readonly [string, Truth])[] => [
  ['0044-03-15 (BC) 12:00:00', at(`0044-03-15 (BC) 12:00:00${zone && '+00'}`, -43, 3, 15, noon)],
  ['0001-01-01 12:00:00', at(`0001-01-01T12:00:00${zone}`, 1, 1, 1, noon)],
  ['12000-01-01 12:00:00', at(`12000-01-01T12:00:00${zone}`, 12_000, 1, 1, noon)],
];
/** What is finer than a millisecond some formats round, and say so. */
const fine: readonly (readonly [string, Truth])[] = [
  ['2024-02-29 12:00:00.123456', at('2024-02-29T12:00:00.123456', 2024, 2, 29, noon + 123_456n)],
  ['1969-12-31 23:59:59.999999', at('1969-12-31T23:59:59.999999', 1970, 1, 1, -1n)],
];
const coarse: readonly (readonly [string, Truth])[] = [
  ['2024-02-29 12:00:00.123', at('2024-02-29T12:00:00.123', 2024, 2, 29, noon + 123_000n)],
  ['1969-12-31 23:59:59.999', at('1969-12-31T23:59:59.999', 1970, 1, 1, -1000n)],
  ['9999-12-31 23:59:59', at('9999-12-31T23:59:59', 9999, 12, 31, dayOf - 1_000_000n)],
];
const infinite = ['infinity', '-infinity'].map((one) => [one, text(one)] as const);
const ones38 = '9'.repeat(38);

/** Columns by the type of their values; a name with a number behind it has the type before it. */
export const everyType: readonly (readonly [
  name: string,
  type: string,
  values: readonly (readonly [literal: string, truth: Truth])[],
])[] = [
  ['tiny', 'TINYINT', same(['-128', '127'])],
  ['utiny', 'UTINYINT', same(['0', '255'])],
  ['small', 'SMALLINT', same(['-32768', '32767'])],
  ['usmall', 'USMALLINT', same(['65535'])],
  ['int4', 'INTEGER', same(['-2147483648', '2147483647'])],
  ['uint', 'UINTEGER', same(['4294967295'])],
  ['big', 'BIGINT', same(['-9223372036854775808', '9223372036854775807', '9007199254740993'])],
  ['ubig', 'UBIGINT', same(['18446744073709551615', '0'])],
  ['huge', 'HUGEINT', same([`-${ones38}`, ones38])],
  ['dec2', 'DECIMAL(2,2)', same(['0.25', '-0.05', '0'])],
  ['dec18', 'DECIMAL(18,18)', same([`0.${'9'.repeat(18)}`, `-0.${'0'.repeat(17)}1`])],
  ['dec38', 'DECIMAL(38,38)', same([`0.${ones38}`, `-0.${ones38}`])],
  ['dec380', 'DECIMAL(38,0)', same([`-${ones38}`])],
  ['dec92', 'DECIMAL(9,2)', same(['-1234567.89', '0.10'])],
  ['float4', 'FLOAT', [['0.1', number('0.10000000149011612')]]],
  ['float8', 'DOUBLE', same(['0.1', '-1e300', '5e-324', '123456789012345680000'])],
  [
    'truth',
    'BOOLEAN',
    [
      ['true', text('true')],
      ['false', text('false')],
    ],
  ],
  ['date', 'DATE', plainDays],
  ['date_far', 'DATE', days],
  [
    'date_end',
    'DATE',
    [
      ['5877642-06-25 (BC)', { moment: '5877642-06-25 (BC)', micros: -2_147_483_646n * dayOf }],
      ['5881580-07-10', { moment: '5881580-07-10', micros: 2_147_483_646n * dayOf }],
    ],
  ],
  ['date_inf', 'DATE', infinite],
  [
    'clock',
    'TIME',
    [
      ['00:00:00', { moment: '00:00:00', micros: 0n }],
      ['23:59:59.999', { moment: '23:59:59.999', micros: dayOf - 1000n }],
    ],
  ],
  ['clock_fine', 'TIME', [['23:59:59.999999', { moment: '23:59:59.999999', micros: dayOf - 1n }]]],
  ['clock_24', 'TIME', [['24:00:00', { moment: '24:00:00', micros: dayOf }]]],
  ['at', 'TIMESTAMP', coarse],
  ['at_fine', 'TIMESTAMP', fine],
  ['at_far', 'TIMESTAMP', moments('')],
  [
    'at_end',
    'TIMESTAMP',
    [
      [
        '290309-12-22 (BC) 00:00:00',
        {
          moment: '290309-12-22 (BC) 00:00:00',
          micros: -9_223_372_022_400_000_000n,
        },
      ],
      [
        '294247-01-10 04:00:54.775806',
        {
          moment: '294247-01-10T04:00:54.775806',
          micros: 9_223_372_036_854_775_806n,
        },
      ],
    ],
  ],
  ['at_inf', 'TIMESTAMP', infinite],
  ['at_s', 'TIMESTAMP_S', coarse.slice(2)],
  ['at_ms', 'TIMESTAMP_MS', coarse.slice(0, 2)],
  [
    'at_ns',
    'TIMESTAMP_NS',
    [['2024-02-29 12:00:00.123456789', text('2024-02-29 12:00:00.123456789')]],
  ],
  [
    'zoned',
    'TIMESTAMPTZ',
    [['2024-02-29 10:00:00.5', at('2024-02-29T10:00:00.5Z', 2024, 2, 29, 36_000_500_000n)]],
  ],
  ['zoned_far', 'TIMESTAMPTZ', moments('Z')],
  ['zoned_inf', 'TIMESTAMPTZ', infinite],
  [
    'texts',
    'VARCHAR',
    [
      ['', text('')],
      ['Zoë "q", \t😀', text('Zoë "q", \t😀')],
      ['a\nb', text('a\nb')],
      ['a\r\nb\rc\u0001b', text('a\r\nb\rc\u0001b')],
      ['\r', text('\r')],
      [' =1+1', text(' =1+1')],
      ['_x0041_', text('_x0041_')],
    ],
  ],
  ['control', 'VARCHAR', [['\u0001b', text('\u0001b')]]],
  ['blanks', 'VARCHAR', [['a  ', text('a  ')]]],
  ['nul', 'VARCHAR', [['a\0b', text('a\0b')]]],
  ['list', 'DECIMAL(3,2)[]', [['[0.25]', text('[0.25]')]]],
  ['span', 'INTERVAL', [['1 year 2 days', text('1 year 2 days')]]],
];

/** Columns that some formats refuse, and the numbers in them. */
export const refusedBySome = [
  [
    'inf',
    'DOUBLE',
    [
      ['infinity', number('Infinity')],
      ['-infinity', number('-Infinity')],
    ],
  ],
  ['nan', 'DOUBLE', [['nan', number('NaN')]]],
  ['least', 'DOUBLE', [['-1.7976931348623157e308', number('-1.7976931348623157e308')]]],
  ['beyond', 'HUGEINT', [['170141183460469231731687303715884105727', text('refused')]]],
] as const satisfies typeof everyType;

/** The value in SQL; a text with a NUL has no literal, nor has a moment with a zone. */
const literal = (type: string, value: string): string =>
  type === 'VARCHAR'
    ? value
        .split('\0')
        .map((part) => `'${part.replaceAll("'", "''")}'`)
        .join(' || chr(0) || ')
    : cast(type, `'${value}'`);

const cast = (type: string, value: string): string =>
  type === 'TIMESTAMPTZ' ? `(${value}::TIMESTAMP at time zone 'UTC')` : `${value}::${type}`;

/** A statement that answers these columns: row i has value i of each, and nothing where it has none. */
export function statementOf(columns: typeof everyType): string {
  const rows = Math.max(...columns.map(([, , values]) => values.length));
  const selects = Array.from({ length: rows }, (_, row) => {
    const cells = columns.map(([name, type, values]) => {
      const value = values[row];
      return `${value === undefined ? cast(type, 'null') : literal(type, value[0])} as "${name}"`;
    });
    return `select ${row} as row_number, ${cells.join(', ')}`;
  });
  return `${selects.join(' union all ')} order by row_number`;
}
