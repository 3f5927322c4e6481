import { operations, writePageCursor, type Operation } from '@columnist/contract';
import { z } from 'zod';
import { isListOfDatasets } from './fit-listed.ts';
import { untilDetailed, type JsonObject } from './fit-result.ts';

/** What was asked, of which an answer was cut. */
export interface Question {
  readonly operation: Operation;
  readonly given: Readonly<Record<string, unknown>>;
}

const cutAnswer = z.looseObject({
  answer_id: z.string().optional(),
  offset: z.int().optional(),
  cut: z.object({
    limit: z.string().optional(),
    lists: z
      .array(
        z.object({ field: z.string(), table: z.string().optional(), shown: z.int(), of: z.int() }),
      )
      .min(1),
  }),
});
type Cut = z.output<typeof cutAnswer>['cut']['lists'][number];

/** Says of an answer that was cut what to ask for the rest, and where a page that was cut goes on. */
export function sayRest(value: JsonObject, { operation, given }: Question): JsonObject {
  const answer = cutAnswer.safeParse(value).data;
  const more =
    moreGroups(value, operation, answer !== undefined) ?? moreRows(value, operation, answer);
  if (answer === undefined) {
    const next = more ?? specification(value, operation);
    return next === undefined ? value : { ...value, next };
  }
  const items = answer.cut.lists.find(({ field }) => field === 'items');
  if (items !== undefined && 'next_cursor' in value) {
    const cursor = cursorAfter(operation, given, (answer.offset ?? 0) + items.shown);
    return {
      ...value,
      next_cursor: cursor,
      next:
        cursor === null
          ? `Ask again with limit ${items.shown}: its next_cursor leads on.`
          : (more ?? 'Ask again with this next_cursor as cursor.'),
    };
  }
  if (isListOfDatasets(operation)) return value;
  const saved =
    more === undefined ? answer.cut.lists.flatMap((cut) => keptBy(cut, answer.answer_id)) : [more];
  const less =
    answer.cut.limit === untilDetailed
      ? "With detail 'detailed' more are shown."
      : askLess(operation);
  return { ...value, next: [...saved, less].join(' ') };
}

/** What leads from an image to the specification that has every value drawn. */
const specification = (value: JsonObject, { path }: Operation): string | undefined =>
  path === operations.datasets.chart.path && !('spec' in value)
    ? "With detail 'detailed' its Vega-Lite specification is here, with every value drawn."
    : undefined;

const statement = z.object({ answer_id: z.string(), next_cursor: z.string().nullable() });

/** What leads to the rows of a statement beyond its page. */
function moreRows(value: JsonObject, { path }: Operation, cut: unknown): string | undefined {
  const page = path === operations.datasets.runSql.path ? statement.safeParse(value).data : null;
  if (page === null || page === undefined) return undefined;
  return page.next_cursor === null && cut === undefined
    ? undefined
    : `Ask again with this next_cursor as cursor; save_dataset with answer_id '${page.answer_id}' keeps all rows.`;
}

/** Groups that one answer shows, and that save_dataset keeps of it. */
const mostGroups = 1000;
const grouped = z.looseObject({
  answer_id: z.string().optional(),
  items: z.array(z.json()),
  total: z.int(),
  pivot: z.null(),
});

/** What to ask for the groups beyond the limit. */
function moreGroups(value: JsonObject, { path }: Operation, isCut: boolean): string | undefined {
  const found = path === operations.datasets.aggregate.path ? grouped.safeParse(value).data : null;
  if (found === null || found === undefined || found.total <= found.items.length) return undefined;
  const { answer_id: id, total, items } = found;
  const shown = `These are ${items.length} of ${total} groups.`;
  if (total > mostGroups)
    return `${shown} run_sql with GROUP BY goes on by its next_cursor; save_dataset with such a statement in 'sql' keeps all.`;
  const ways = [
    ...(id === undefined ? [] : [`save_dataset with answer_id '${id}' keeps all`]),
    ...(isCut ? [] : [`a limit of ${total} asks for all`]),
  ];
  return ways.length === 0 ? shown : `${shown} ${ways.join('; ')}.`;
}

/** Of what has a cursor that is an offset: lists of accounts go on after an item. */
function cursorAfter(
  operation: Operation,
  given: Question['given'],
  offset: number,
): string | null {
  const { rows, runSql } = operations.datasets;
  if (operation.path === rows.path) {
    const { id, columns, view } = rows.input.parse(given);
    return writePageCursor('rows', { id, columns, view }, offset);
  }
  return operation.path === runSql.path
    ? writePageCursor('sql', { sql: runSql.input.parse(given).sql }, offset)
    : null;
}

/** Tables that save_dataset takes of an answer, by their titles. */
const titled: Readonly<Record<string, string>> = { groups: 'Groups', 'matrix.pairs': 'Pairs' };

function keptBy({ field, table, of }: Cut, answerId: string | undefined): string[] {
  const title = table ?? titled[field];
  if (answerId === undefined || (title === undefined && field !== 'items')) return [];
  const named = title === undefined ? '' : ` and table ${JSON.stringify(title)}`;
  return [`save_dataset with answer_id '${answerId}'${named} keeps all ${of} rows.`];
}

/** Arguments that make an answer shorter. */
const narrowing = ['columns', 'view', 'limit', 'quantiles'] as const;

function askLess({ mcp, input }: Operation): string {
  const takes = new Set(fieldsOf(input));
  const names = narrowing.filter((name) => takes.has(name)).map((name) => `'${name}'`);
  return names.length === 0 || mcp === undefined
    ? 'The REST API answers it whole.'
    : `For a shorter answer narrow ${names.join(', ')}.`;
}

const fieldsOf = (input: z.ZodType): string[] =>
  input instanceof z.ZodObject
    ? Object.keys(input.shape)
    : input instanceof z.ZodUnion
      ? input.options.flatMap((one) => (one instanceof z.ZodType ? fieldsOf(one) : []))
      : [];
