import type { Recommendation } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { unfit } from '../finding.ts';
import { provenanceOf } from '@columnist/tables/views/provenance';
import { categories } from './advise-on-categories.ts';
import { groups, numberAndGroups } from './advise-on-groups.ts';
import { pairs, twoNumbers } from './advise-on-numbers.ts';
import { outcomeByNumber } from './advise-on-outcomes.ts';
import { overTime, refuseTime } from './advise-on-time.ts';
import type { Advised, RecommendInput } from './advised.ts';
import { factsOf, type Column } from './column-facts.ts';

/**
 * The right test to compare two columns: by their types, how many groups there are, how they vary
 * and how they are shaped.
 * No test of the question itself is run. What is recommended can be run: rows that no test takes
 * are refused here.
 * Throws unknown_column, invalid_input, too_complex.
 */
export async function recommendTest(
  connection: Connection,
  table: TableRef,
  input: RecommendInput,
): Promise<Recommendation> {
  if (input.value === input.by)
    throw unfit('A column cannot be compared by itself.', 'by', 'Name another column.');
  const { advice, read } = await adviseOn(connection, table, input);
  const left = read.excluded.reduce((sum, { n }) => sum + n, 0);
  const provenance = provenanceOf(
    table,
    read.used + left,
    input.view,
    { missing: read.missing },
    read.effects,
  );
  return {
    ...provenance,
    n_used: read.used,
    n_excluded: [...provenance.n_excluded, ...read.excluded],
    ...advice,
  };
}

async function adviseOn(
  connection: Connection,
  table: TableRef,
  input: RecommendInput,
): Promise<Advised> {
  const [first, second] = await factsOf(connection, table, input);
  if (first.kind === 'time' || second.kind === 'time')
    return ofTime(connection, table, input, first, second);
  if (input.paired) return twice(connection, table, input, first, second);
  const [measures, measuresBy] = [isMeasured(first), isMeasured(second)];
  if (input.ask === 'compare') return compared(connection, table, input, first, second);
  if (measures && measuresBy)
    return second.isYears && !first.isYears
      ? overTime(connection, table, input, first.name, second.name)
      : twoNumbers(connection, table, input, first, second);
  if (!measures && !measuresBy) return categories(connection, table, input);
  const [number, group] = measures ? [first, second] : [second, first];
  if (input.ask === 'relate')
    return numberAndGroups(connection, table, input, number.name, group.name);
  return (
    (first.kind === 'two' && second.kind === 'number'
      ? await outcomeByNumber(connection, table, input, first.name, second.name)
      : null) ?? groups(connection, table, input, number, group.name)
  );
}

/** Two values are groups, whatever they are written with. */
const isMeasured = ({ kind }: Column): boolean => kind === 'number' || kind === 'few';

/** Each value of the second is a group. */
async function compared(
  connection: Connection,
  table: TableRef,
  input: RecommendInput,
  first: Column,
  second: Column,
): Promise<Advised> {
  if (isMeasured(first)) return groups(connection, table, input, first, second.name);
  if (second.kind === 'number' && second.distinct > mostGroups) {
    const outcome =
      first.kind === 'two'
        ? await outcomeByNumber(connection, table, input, first.name, second.name)
        : null;
    return outcome ?? groups(connection, table, input, second, first.name);
  }
  return categories(connection, table, input);
}

/** Of more values a number is no list of groups. */
const mostGroups = 10;

/** The same measured twice. */
async function twice(
  connection: Connection,
  table: TableRef,
  input: RecommendInput,
  first: Column,
  second: Column,
): Promise<Advised> {
  // 0 and 1 are categories, and measurements where they are paired with one.
  const some = isMeasured(first) || isMeasured(second);
  if (some && first.isNumber && second.isNumber)
    return pairs(connection, table, input, first, second);
  if (some)
    throw unfit(
      'A number and a category cannot be the same measurement twice.',
      'paired',
      'Leave out paired, or name two number columns.',
    );
  return categories(connection, table, input);
}

/** A number over time; what else there is about moments is refused. */
function ofTime(
  connection: Connection,
  table: TableRef,
  input: RecommendInput,
  first: Column,
  second: Column,
): Promise<Advised> {
  const [time, other] = first.kind === 'time' ? [first, second] : [second, first];
  if (other.isNumber && !input.paired)
    return overTime(connection, table, input, other.name, time.name);
  return refuseTime(time, other, first.kind === 'time' ? 'value' : 'by');
}
