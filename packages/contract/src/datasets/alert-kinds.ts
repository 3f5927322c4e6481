/**
 * Every kind of alert, once: those that change an analysis most come first, which is their order
 * within a severity. `why` is what a colleague would answer; `withheld` is what a credential that
 * may not read rows gets in place of the sentence, and null where the kind leans on single values
 * and is left out for it.
 */
const defined = [
  {
    kind: 'other_table',
    why: 'Each answer is of the table that was read; what the other one holds is in none of them.',
    withheld: 'The file holds another table, which is not read.',
  },
  {
    kind: 'infinite',
    why: 'Means and sums with an infinite value are infinite or undefined.',
    withheld: 'Values are infinite.',
  },
  {
    kind: 'mixed_types',
    why: 'A column that is partly numbers is read as text, so that nothing can be computed from it.',
    withheld: 'Numbers and other texts are mixed.',
  },
  {
    kind: 'date_like',
    why: 'Dates that are kept as text cannot be ordered, grouped by month or subtracted.',
    withheld: 'Texts are written as dates.',
  },
  {
    kind: 'mixed_units',
    why:
      'A part of the values differs from the rest by the factor of two units of measurement, ' +
      'so means and comparisons mix two scales.',
    withheld: null,
  },
  {
    kind: 'extreme_values',
    why:
      'A value that far from all others is often a slip of typing or of a sensor, and one ' +
      'alone can move a mean, a correlation or a slope.',
    withheld: null,
  },
  {
    kind: 'placeholder',
    why: 'Codes such as 999 or -1 usually say that a value is missing; as numbers they distort every figure.',
    withheld: null,
  },
  {
    kind: 'placeholder_dates',
    why:
      'Dates such as 9999-12-31 or 1900-01-01 usually say that there is no date; as dates ' +
      'they distort every duration and every axis of time.',
    withheld: null,
  },
  {
    kind: 'reversed_dates',
    why:
      'An end before its start gives a duration below 0, which pulls means down and has no ' +
      'place in a survival time.',
    withheld: null,
  },
  {
    kind: 'impossible_percentages',
    why:
      'A part of a whole lies between nothing and all of it: values beyond are slips of ' +
      'typing or have another unit, and a few of them move a mean.',
    withheld: null,
  },
  {
    kind: 'outside_scale',
    why:
      'A scale has no values beyond its ends: one that has was typed wrongly or is a code, ' +
      'and it moves a mean as no answer can.',
    withheld: null,
  },
  {
    kind: 'broken_sum',
    why: 'Where a sum is not that of its parts, one of them is wrong, and answers differ by the column that is used.',
    withheld: null,
  },
  {
    kind: 'totals',
    why: 'A sum among the rows that it adds up is counted twice in every sum and pulls every mean.',
    withheld: null,
  },
  {
    kind: 'duplicate_keys',
    why: 'A key names one row. Repeated, it counts a case twice, and joins by it multiply rows.',
    withheld: null,
  },
  {
    kind: 'duplicate_rows',
    why: 'Rows entered twice make a sample look larger than it is, and intervals too narrow.',
    withheld: 'Rows are equal to earlier ones.',
  },
  {
    kind: 'impossible_signs',
    why:
      'A few negative values among quantities as large as they are without their sign: often ' +
      'a sign typed by mistake, or a code for a missing value.',
    withheld: null,
  },
  {
    kind: 'impossible_zeros',
    why: 'By the other values 0 is not possible; it then often means that nothing was measured.',
    withheld: null,
  },
  {
    kind: 'copied_rows',
    why:
      'Measured values do not repeat in their order. A block that does was pasted or filled ' +
      'in, counts its cases twice and makes intervals too narrow.',
    withheld: null,
  },
  {
    kind: 'sudden_change',
    why:
      'The values change from one row on and stay so: another device, another rule or another' +
      ' sample. One mean for both parts describes neither.',
    withheld: null,
  },
  {
    kind: 'stuck_values',
    why:
      'The same value in many rows after one another, in a column that otherwise varies: a ' +
      'sensor that stopped, or a value filled down.',
    withheld: null,
  },
  {
    kind: 'rounding_change',
    why:
      'From one row on values are rounded: another instrument, another rule or another ' +
      'person. Differences smaller than the rounding are lost there.',
    withheld: null,
  },
  {
    kind: 'outlying_group',
    why:
      'One group is far from all the others, which are alike: a different device or unit, or ' +
      'a different population that should be analysed by itself.',
    withheld: null,
  },
  {
    kind: 'high_correlation',
    why: 'Columns that say the same cannot be distinguished by a model: their coefficients become unstable.',
    withheld: null,
  },
  {
    kind: 'broken_encoding',
    why: 'Letters that were read in another encoding make two values of one, and groups of them too small.',
    withheld: null,
  },
  {
    kind: 'far_dates',
    why:
      'A date years from all others is often a slip of typing in the year, and stretches ' +
      'every duration and every axis of time.',
    withheld: null,
  },
  {
    kind: 'age_mismatch',
    why:
      'Where an age is not what the date of birth gives, one of the two is wrong, and groups ' +
      'by age hold the wrong people.',
    withheld: null,
  },
  {
    kind: 'missing',
    why: 'Methods leave out rows with a missing value; if these differ from the others, the answer is biased.',
    withheld: 'Values are missing.',
  },
  {
    kind: 'zeros',
    why: 'Many zeros are often a second kind of row, such as no purchase, or stand for a missing value.',
    withheld: 'Values are 0.',
  },
  {
    kind: 'digit_preference',
    why:
      'Some values were rounded by the people who read them: differences smaller than the ' +
      'rounding are not to be trusted.',
    withheld: null,
  },
  {
    kind: 'benford',
    why:
      'The first digits of amounts over several orders of magnitude follow the law of ' +
      'Benford; where they do not, amounts may be limited, rounded or invented.',
    withheld: null,
  },
  {
    kind: 'skewed',
    why: 'The mean of a skewed column is far from its middle, and tests of means need more rows.',
    withheld: null,
  },
  {
    kind: 'misspelt_values',
    why: 'A misspelt value counts as a group of its own: its rows are missing in the group that was meant.',
    withheld: null,
  },
  {
    kind: 'cut_texts',
    why: 'Texts that were cut at one length may be one where they were several, and groups by them mix these.',
    withheld: null,
  },
  {
    kind: 'case_variants',
    why: 'Spellings of one value count as several groups.',
    withheld: null,
  },
  {
    kind: 'whitespace',
    why: 'Texts that differ by white space alone count as different values.',
    withheld: 'Texts begin or end with spaces.',
  },
  {
    kind: 'imbalance',
    why: 'Comparisons with a group of very few rows have wide intervals and little power.',
    withheld: null,
  },
  {
    kind: 'constant',
    why: 'A column with one value explains nothing.',
    withheld: null,
  },
  {
    kind: 'personal_data',
    why: 'Data about people should be left out before results are shared.',
    withheld: 'May hold personal data.',
  },
  {
    kind: 'unique',
    why: 'A text that never repeats forms no groups.',
    withheld: 'Nearly every row has a value of its own.',
  },
  {
    kind: 'id_like',
    why: 'An identifier tells rows apart and measures nothing: its mean means nothing.',
    withheld: 'The values look like names of rows.',
  },
] as const;

export type AlertKind = (typeof defined)[number]['kind'];
interface AlertKindEntry {
  readonly kind: AlertKind;
  readonly why: string;
  readonly withheld: string | null;
}

export const alertKinds: readonly AlertKind[] = defined.map(({ kind }) => kind);
/** What is known of each kind, in the order of `alertKinds`. */
export const alertTable: ReadonlyMap<AlertKind, AlertKindEntry> = new Map(
  defined.map((entry) => [entry.kind, entry]),
);
