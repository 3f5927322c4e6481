import {
  looksLikeId,
  type Alert,
  type AlertThresholds,
  type Description,
} from '@columnist/contract';
import { brokenEncoding } from './broken-encoding.ts';
import { brokenSums } from './broken-sums.ts';
import { collinear } from './collinear.ts';
import { copiedColumns } from './copied-columns.ts';
import { copiedRows } from './copied-rows.ts';
import { cutTexts } from './cut-texts.ts';
import { benford, digitPreference } from './digits.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { farValues, sayExtremes } from './extreme-values.ts';
import { impossiblePercentages } from './impossible-percentages.ts';
import { impossibleSigns, impossibleZeros } from './impossible-values.ts';
import { judgeDates } from './judge-dates.ts';
import { misspeltValues } from './misspelt-values.ts';
import { mixedUnits } from './mixed-units.ts';
import { outlyingGroup, sayOutlying } from './outlying-group.ts';
import { outsideScale } from './outside-scale.ts';
import { placeholdersOf, sayPlaceholders } from './placeholders.ts';
import type { NumberFacts, TableFacts } from './read-facts.ts';
import { roundingChange } from './rounding-change.ts';
import type { TextFindings } from './scan-texts.ts';
import { stuckValues } from './stuck-values.ts';
import { suddenChange } from './sudden-change.ts';

/** What a careful reader of the values would notice. */
export async function notice(
  facts: TableFacts,
  described: Description,
  texts: ReadonlyMap<string, TextFindings>,
  duplicateRows: number,
  thresholds: AlertThresholds,
  rowsOfSums: number,
): Promise<Alert[]> {
  if (facts.rows === 0) return [];
  const ids = new Set(
    described.columns.flatMap(({ name, type, storage }) =>
      looksLikeId(name, type, storage) ? [name] : [],
    ),
  );
  const measures = facts.numbers.filter(({ name }) => !ids.has(name));
  const copies = await copiedColumns(facts, described.columns);
  const repeated = new Set(copies.flatMap(({ columns: [, ...others] }) => others));
  const ofTable = [
    ...(await duplicateKeys(facts, described.columns, duplicateRows, texts)),
    ...copies,
    ...collinear(
      described.correlations,
      measures.filter(({ name }) => !repeated.has(name)),
      new Set([...ids, ...repeated]),
      thresholds.high_correlation,
    ),
    ...(await brokenSums({
      ...facts,
      numbers: measures.filter(({ name }) => !repeated.has(name)),
    })),
    ...[...texts].flatMap(([name, found]) =>
      [brokenEncoding(name, found), misspeltValues(name, found), cutTexts(name, found.cut)].flatMap(
        listed,
      ),
    ),
    ...(await judgeDates(facts)),
    ...(await copiedRows(facts)),
  ];
  const ofColumns: Alert[] = [];
  for (const column of measures) ofColumns.push(...(await noticeValues(facts, column, rowsOfSums)));
  return [...ofTable, ...ofColumns];
}

/** One value or part of a column is named once, by the kind that says most about it. */
async function noticeValues(
  facts: TableFacts,
  column: NumberFacts,
  rowsOfSums: number,
): Promise<Alert[]> {
  const codes = placeholdersOf(column);
  const outside = codes.length === 0 ? await outsideScale(facts, column) : null;
  const outlying = outlyingGroup(column, facts.categories);
  const zeros = outside === null ? impossibleZeros(column, facts.numbers) : null;
  const isCoded = codes.length > 0 || outside !== null;
  const signs = isCoded ? null : impossibleSigns(column);
  const percentages = isCoded ? null : await impossiblePercentages(facts, column, signs);
  const units =
    isCoded || percentages !== null
      ? null
      : mixedUnits(column, facts.categories, outlying, facts.numbers);
  const far = farValues(column).filter(
    ({ side, values }) =>
      outside === null &&
      values.length > rowsOfSums &&
      !values.some((value) => codes.includes(value)) &&
      !(zeros !== null && values.includes(0)) &&
      !(signs !== null && side === 'low') &&
      !(percentages !== null && values.some(percentages.isNamed)),
  );
  const change = suddenChange(facts, column);
  // In another unit the digits are others, of a group as of single rows.
  const isOneScale = units === null && outlying === null;
  const rounding = units === null && change === null ? roundingChange(facts, column) : null;
  return [
    ...(codes.length === 0 ? [] : [sayPlaceholders(column, codes)]),
    ...(units === null && far.length > 0 ? [await sayExtremes(facts, column, far)] : []),
    ...[
      outside,
      units,
      percentages?.alert ?? null,
      zeros,
      signs,
      change,
      stuckValues(facts, column),
      outlying === null ? null : sayOutlying(column, outlying),
      rounding ?? (isOneScale ? digitPreference(column, facts.numbers, facts.categories) : null),
      isOneScale ? benford(column, facts.categories) : null,
    ].flatMap(listed),
  ];
}

const listed = (alert: Alert | null): Alert[] => (alert === null ? [] : [alert]);
