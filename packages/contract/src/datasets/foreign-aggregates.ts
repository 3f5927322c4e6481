import { z } from 'zod';
import { sayIssue } from '../say-issue.ts';

const shareWithin =
  'The share of a group within another is {"statistic": "max", "of": "count(x) / count(x, by: other, over: view)"}.';
const fromGroupToGroup =
  'run_sql looks from group to group, as sum(x) - lag(sum(x)) OVER (ORDER BY month) with GROUP BY month.';

/** How what other programs have a field for is asked of an aggregate. */
const fields = {
  'by within per over partition partitionby normalize normalise groupby': shareWithin,
  'orderby sort sortby':
    'first, last and nth are in the order of the view: view: {"sort": [{"column": …}]}.',
  'filter where condition if':
    'A condition is part of the expression: "of": "if(x > 1, y, missing)".',
} as const;

/** The same of what other programs have a statistic for. */
const statistics = {
  'change difference diff delta lag lead previous next shift growth growthrate pctchange percentchange mom yoy':
    fromGroupToGroup,
  'cumulativesum cumsum runningtotal runningsum cumulative': fromGroupToGroup,
  'rollingmean rolling movingaverage ma': `analyze_time_series has it, by its method overview and a window. ${fromGroupToGroup}`,
  'rowshare rowpercent rowpercentage rowpct columnshare colshare columnpercent groupshare sharewithin withinshare shareofparent':
    shareWithin,
  'percentrank percentilerank percentileofscore cumedist ecdf':
    'The share of values up to one is the mean of a condition: {"statistic": "mean", "of": "x <= 60"}.',
  'countif sumif averageif countwhere':
    'Of a condition sum is how many rows meet it, mean their share: {"statistic": "sum", "of": "x > 1"}.',
  'rank denserank rownumber ntile top topn':
    'Groups are ranked in having: "rank(-sum_x, by: month) <= 3".',
} as const;

const bare = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const formIn = (forms: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.entries(forms).find(([words]) => words.split(' ').includes(bare(word)))?.[1];

const longest = 100;

/** `mean(fare)`, `count` or `mean`: a text in place of an aggregate, as one. */
function aggregateOf(text: string): object | undefined {
  const [, statistic = '', of = ''] = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/.exec(text) ?? [];
  if (statistic === '' || text.length > longest) return undefined;
  return { statistic: statistic.toLowerCase(), ...(of.trim() === '' ? {} : { of: of.trim() }) };
}

/** Aggregates by their columns, as pandas writes them: `{ fare: 'mean' }`. */
const byColumn = z.record(z.string().max(longest), z.union([z.string(), z.array(z.string())]));

/** Aggregates that are no list, as one. */
export function sayForeignList({ code, input }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type') return undefined;
  const columns = byColumn.safeParse(input).data;
  if (columns === undefined) return undefined;
  const list =
    'statistic' in columns
      ? [columns]
      : Object.entries(columns).map(([of, statistic]) => ({ statistic, of }));
  return `Write ${JSON.stringify(list.slice(0, 3))}.`;
}

/** What is wrong with an aggregate, with how it is asked what its fields mean elsewhere. */
export function sayForeignAggregate(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && typeof issue.input === 'string') {
    const aggregate = aggregateOf(issue.input);
    return aggregate === undefined ? undefined : `Write ${JSON.stringify(aggregate)}.`;
  }
  return sayForeignField(issue);
}

const sayForeignField = (issue: z.core.$ZodRawIssue): string | undefined =>
  issue.code === 'unrecognized_keys'
    ? [sayIssue(issue), ...new Set(issue.keys.flatMap((key) => formIn(fields, key) ?? []))].join(
        ' ',
      )
    : undefined;

/** How a statistic that is none here is asked for, where it can be. */
export function sayForeignStatistic(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') return undefined;
  const [, percent] = /^p(\d{1,2})$/i.exec(issue.input) ?? [];
  if (percent !== undefined) return `Write "statistic": "quantile", "p": ${Number(percent) / 100}.`;
  const form = formIn(statistics, issue.input);
  return form === undefined
    ? undefined
    : `There is no statistic '${issue.input.slice(0, 60)}'. ${form}`;
}

const ofTwo: ReadonlySet<string> = new Set([
  'by',
  'groupby',
  'columns',
  'across',
  'other',
  'y',
  'group',
]);

/** Frequencies are of one column. */
export const sayTwoColumns = (issue: z.core.$ZodRawIssue): string | undefined =>
  issue.code === 'unrecognized_keys' && issue.keys.some((key) => ofTwo.has(bare(key)))
    ? `${sayIssue(issue)} query_dataset counts two columns: {"group_by": ["a", "b"], "across": "b"}.`
    : undefined;

/** A description has no groups. */
export const sayGroupsOfDescription = (issue: z.core.$ZodRawIssue): string | undefined =>
  issue.code === 'unrecognized_keys' && issue.keys.some((key) => ofGroups.has(bare(key)))
    ? `${sayIssue(issue)} query_dataset has groups: {"group_by": ["a"], "aggregates": [{"statistic": ["mean", "sd", "median"], "of": "x"}]}.`
    : undefined;

const ofGroups: ReadonlySet<string> = new Set(['by', 'groupby', 'group', 'groups', 'across']);
