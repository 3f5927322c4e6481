import { fixtureFiles } from '@columnist/statistics/validation';
import type { NistRow } from './nist-table.ts';
import type { AccuracyRow } from './accuracy-cases.ts';

/** A number of digits as the tables have it. */
export const shown = (digits: number | null): string => (digits === null ? '–' : digits.toFixed(1));

/** The programs that gave the answers of the fixtures, with their versions. */
export const versions = fixtureFiles().flatMap((file) =>
  Object.entries(file.versions).map(([name, version]) =>
    version.startsWith(name) ? (version.split(' (')[0] ?? version) : `${name} ${version}`,
  ),
);

/** The text of docs/validation.md on digits. */
export function accuracyDocument(sets: readonly NistRow[], rows: readonly AccuracyRow[]): string {
  return [
    '# Validation',
    '',
    'How many digits of the figures are right: −log₁₀ of the relative error, 15 at most; ' +
      'absolute where the certified value is 0. Written by `pnpm bench:accuracy --write`; a ' +
      'test repeats the second table with every change.',
    '',
    '## NIST Statistical Reference Datasets',
    '',
    'Certified values, computed through the product: the file is uploaded, read and asked. ' +
      'Doubles lose digits of the sets that were made to lose them (R, pandas and DuckDB ' +
      'have 8 to 10 digits of the standard deviation of NumAcc3 and NumAcc4, and R 4.8 and ' +
      '2.6 of SmLs07 and SmLs09, and of the coefficients of Filip, a polynomial of degree ' +
      'ten, R finds 8.4 digits and only with another tolerance); here decimal text stays ' +
      'exact until the sums are done.',
    '',
    '| Set | Digits |',
    '|---|---|',
    ...sets.map(
      ({ set, figures }) =>
        `| ${set} | ${Object.entries(figures)
          .map(([name, digits]) => `${name} ${digits.toFixed(1)}`)
          .join(', ')} |`,
    ),
    '',
    '## Procedures',
    '',
    `Against ${versions.join(', ')}; on seeded data and on adversarial data: ties, ` +
      'constants, three values or fewer, offsets that dwarf the spread, values far from ' +
      'the rest, empty cells, all or none of a proportion, extreme arguments, tiny p. The ' +
      'fewest digits of any figure of any case. Statistics reach nine digits and p-values ' +
      'seven; where a row has fewer, the note says which side has them.',
    '',
    '| Procedure | Reference | Cases | Adversarial | Statistics | p | Note |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(
      ({ name, reference, cases, difficult, difficulties, statistics, p, note }) =>
        `| \`${name}\` | ${reference} | ${cases} | ${difficult}: ${difficulties.join(', ')} ` +
        `| ${shown(statistics)} | ${shown(p)} | ${note} |`,
    ),
    '',
  ].join('\n');
}
