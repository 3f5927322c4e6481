import {
  AppError,
  testResult,
  type ResultTable,
  type TestResult,
  type View,
  type ViewEffect,
} from '@columnist/contract';
import type { Interval } from '@columnist/statistics';
import { pythonCode } from '@columnist/tables/code/python-code';
import { rCode } from '@columnist/tables/code/r-code';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { provenanceOf } from '@columnist/tables/views/provenance';
import { viewColumns } from '@columnist/tables/views/view-columns';
import { apaOf } from './apa.ts';
import { withTitles } from './axis-titles.ts';
import { pAgainst, type Alternative } from './verdict.ts';
import { alphaOf, usualLevel } from './words.ts';

export type Measured = TestResult['effects'][number];
export type Group = TestResult['groups'][number];
export type Assumption = TestResult['assumptions'][number];

/** A figure of a result, with what decides how it is written. */
export interface Figure extends Measured {
  /** It cannot pass 1: APA writes it without a zero before the point. */
  readonly within?: 1;
  /** What it is where there is no effect; 0 where left out. */
  readonly none?: number;
  /** How it is written where it is in units of the data: with the digits of its error. */
  readonly write?: (value: number | null) => string;
  /** Its interval is that of a one-sided test, also where an end is a bound of the figure. */
  readonly oneSided?: boolean;
}

/** Lines of code that follow the reading of the rows. */
export interface Snippet {
  readonly r: readonly string[];
  readonly python: readonly string[];
}

/** What a procedure found: everything of a result that is its own. */
export interface Finding {
  readonly name: string;
  readonly variant: string;
  readonly hypotheses: TestResult['hypotheses'];
  readonly statistic: { readonly name: string; readonly value: number } | null;
  readonly df?: readonly number[];
  readonly p: number | null;
  /** Of confidence, at which the verdict is; and the side of the test. */
  readonly level?: number;
  readonly alternative?: Alternative;
  /** p is of one tail, whatever the side: the larger one of two one-sided tests. */
  readonly oneTailed?: boolean;
  readonly estimate?: Figure | null;
  readonly effects?: readonly Figure[];
  /** The symbol of an estimate that is a correlation: it replaces t in the line for a paper. */
  readonly correlation?: 'r' | 'τ-b';
  /** The figures beside p in the line for a paper; the first effect, else the estimate. */
  readonly reported?: readonly Figure[];
  readonly groups?: readonly Group[];
  readonly tables?: readonly ResultTable[];
  readonly picture?: TestResult['picture'];
  readonly pictures?: NonNullable<TestResult['pictures']>;
  readonly assumptions?: readonly Assumption[];
  readonly recommendation?: TestResult['recommendation'];
  readonly sentence: string;
  readonly code: Snippet;
}

/** Rows that a procedure read. */
export interface ReadRows {
  readonly used: number;
  readonly excluded: readonly { readonly reason: string; readonly n: number }[];
  /** Which rows count, in words. */
  readonly missing: string;
  readonly effects: readonly ViewEffect[];
  /** What every method says of them, whatever it finds. */
  readonly note?: { readonly sentence: string; readonly assumption: Assumption } | undefined;
}

/**
 * Infinity has no number in JSON and is null; what is not defined is no figure at all, and is found
 * by `requireFigures`.
 */
const finite = (value: number): number | null => (Math.abs(value) === Infinity ? null : value);
/** Ends that lie at infinity are null. */
export const ends = ({ level, low, high }: Interval): NonNullable<Measured['ci']> => ({
  level,
  low: finite(low),
  high: finite(high),
});
export const measured = (
  name: string,
  value: number,
  interval: Interval | null = null,
): Figure => ({ name, value: finite(value), ci: interval === null ? null : ends(interval) });
/** The same of a figure that cannot pass 1. */
export const withinOne = (
  name: string,
  value: number,
  interval: Interval | null = null,
): Figure => ({ ...measured(name, value, interval), within: 1 });
const plain = ({ name, value, ci }: Figure): Measured => ({ name, value, ci });

const withNote = (found: Finding, { note }: ReadRows): Finding =>
  note === undefined
    ? found
    : {
        ...found,
        sentence: `${found.sentence} ${note.sentence}`,
        assumptions: [note.assumption, ...(found.assumptions ?? [])],
      };

/** The whole result: what was found, and of which rows. */
export function resultOf(
  table: TableRef,
  view: View | undefined,
  method: string,
  rows: ReadRows,
  own: Finding,
): TestResult {
  const found = withNote(own, rows);
  const { estimate = null, effects = [], picture: drawn = null } = found;
  const left = rows.excluded.reduce((sum, { n }) => sum + n, 0);
  const provenance = provenanceOf(
    table,
    rows.used + left,
    view,
    { missing: rows.missing, [method]: found.variant },
    rows.effects,
  );
  const said = {
    statistic:
      found.statistic === null
        ? null
        : { name: found.statistic.name, value: finite(found.statistic.value) },
    df: [...(found.df ?? [])],
    p_text: found.p === null ? null : pAgainst(found.p, alphaOf(found.level ?? usualLevel)),
    estimate: estimate === null ? null : plain(estimate),
    effects: effects.map(plain),
  };
  const columns = viewColumns(table.columns, view);
  return requireFigures({
    ...provenance,
    n_used: rows.used,
    n_excluded: [...provenance.n_excluded, ...rows.excluded],
    procedure: { method, name: found.name, variant: found.variant },
    hypotheses: found.hypotheses,
    ...said,
    p_value: found.p,
    groups: [...(found.groups ?? [])],
    tables: [...(found.tables ?? [])],
    picture: drawn === null ? null : withTitles(drawn, columns),
    ...(found.pictures === undefined || found.pictures.length === 0
      ? {}
      : {
          pictures: found.pictures.map(({ picture, ...shown }) => ({
            ...shown,
            picture: withTitles(picture, columns),
          })),
        }),
    assumptions: [...(found.assumptions ?? [])],
    recommendation: found.recommendation ?? null,
    sentence: found.sentence,
    apa: apaOf(found, rows.used),
    code: {
      r: `${rCode(table.columns, view ?? {})}\n${found.code.r.join('\n')}\n`,
      python: `${pythonCode(table.columns, view ?? {})}\n${found.code.python.join('\n')}\n`,
    },
  });
}

/**
 * Squares of values beyond 1e154 are no doubles any more: what came of them is no figure. Throws
 * invalid_input.
 */
function requireFigures(result: TestResult): TestResult {
  const parsed = testResult.safeParse(result);
  if (parsed.success) return result;
  throw unfit(
    `${figureAt(result, parsed.error.issues[0]?.path ?? [])} is not defined for these ${result.n_used} rows.`,
    'method',
    'Look for columns or groups of one value, groups of few rows, and values beyond 1e150 (scaled by a view, such as x / 1e100), or choose another procedure.',
  );
}

/** What a figure of a result is called. */
function figureAt(result: TestResult, [list, i]: readonly PropertyKey[]): string {
  const place = Number(i);
  switch (list) {
    case 'effects':
      return `'${result.effects[place]?.name ?? ''}'`;
    case 'tables':
      return `A figure of '${result.tables[place]?.title ?? ''}'`;
    case 'groups':
      return `A figure of the group '${result.groups[place]?.name ?? ''}'`;
    case 'statistic':
      return `The statistic ${result.statistic?.name ?? ''}`;
    case 'p_value':
      return 'The p';
    default:
      return `A figure of ${result.procedure.name}`;
  }
}

/** A question that these rows cannot answer, with what to do. */
export const unfit = (message: string, field: string, fix: string): AppError =>
  new AppError('invalid_input', message, { errors: [{ field, message: fix }], fix });
