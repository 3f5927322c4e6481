import {
  allOperations,
  AppError,
  keptQuestion,
  nearestNames,
  operations,
  tablesOfGroups,
  type Association,
  type Cell,
  type ColumnType,
  type ResultTable,
} from '@columnist/contract';
import type { Actor, ServiceContext } from '../../context.ts';
import { aggregateDataset } from '../results/aggregate-dataset.ts';
import { analyzeAssociation } from '../results/analyze-association.ts';
import { askQuestion } from '../results/ask-question.ts';
import { getFrequencies } from '../results/get-frequencies.ts';
import type { Answer } from './answer.entity.ts';
import { findAnswer } from './explain-answer.ts';
import { requireUnchanged } from './require-unchanged.ts';

/** A table of an answer. */
interface AnsweredTable {
  readonly title: string;
  /** Of figures and frequencies the answer says no types. */
  readonly columns: readonly { readonly name: string; readonly type?: ColumnType }[];
  readonly rows: readonly (readonly Cell[])[];
}

const { datasets } = operations;
/** Groups or values that one answer may have. */
const mostRows = 1000;

/**
 * A table of an earlier answer, asked again; the first where none is named. Throws not_found,
 * invalid_input with the titles there are, conflict where the dataset has changed since.
 */
export async function tableOfAnswer(
  ctx: ServiceContext,
  actor: Actor,
  id: string,
  title: string | undefined,
): Promise<AnsweredTable> {
  const answer = await findAnswer(ctx, actor, id);
  // It was entered into the list of tests when it was asked.
  const tables = await tablesOf({ ...ctx, keeps: false }, answer);
  const titles = tables.map((table) => table.title);
  const found = title === undefined ? tables[0] : tables.find((table) => table.title === title);
  if (found !== undefined) return found;
  const known =
    titles.length === 0 ? 'It has none.' : `It has ${titles.map((one) => `'${one}'`).join(', ')}.`;
  throw new AppError(
    'invalid_input',
    title === undefined
      ? 'This answer has no table.'
      : `This answer has no table '${title.slice(0, 100)}'.`,
    {
      errors: [{ field: title === undefined ? 'answer_id' : 'table', message: known }],
      suggestions: title === undefined ? [] : nearestNames(title, titles),
      fix:
        answer.path === datasets.runSql.path
          ? `All rows of a statement are kept without ${title === undefined ? 'explain in it' : 'table'}.`
          : title === undefined
            ? 'Name an answer with groups, counts or tables.'
            : known,
    },
  );
}

async function tablesOf(ctx: ServiceContext, answer: Answer): Promise<AnsweredTable[]> {
  const { path, input } = answer;
  if (path === datasets.aggregate.path) {
    const asked = datasets.aggregate.input.parse({ ...input, limit: mostRows });
    const found = unchanged(answer, await aggregateDataset(ctx, asked));
    refuseLong(found.total, 'groups');
    return [{ title: 'Groups', columns: found.columns, rows: found.items }];
  }
  if (path === datasets.frequencies.path) {
    const asked = datasets.frequencies.input.parse({ ...input, limit: mostRows });
    const found = unchanged(answer, await getFrequencies(ctx, asked));
    refuseLong(found.items.length + found.others.values, 'values');
    return [
      {
        title: 'Frequencies',
        columns: named([asked.column, 'n', 'share', 'cumulative_share']),
        rows: found.items.map((one) => [one.value, one.n, one.share, one.cumulative_share]),
      },
    ];
  }
  if (path === datasets.association.path)
    return tablesIn(
      unchanged(answer, await analyzeAssociation(ctx, datasets.association.input.parse(input))),
    );
  const { id, ...options } = input;
  const operation = allOperations.find((one) => one.path === path)?.mcp?.name;
  const question = keptQuestion.safeParse({ operation, options });
  if (!question.success || typeof id !== 'string') return [];
  return tablesIn(unchanged(answer, await askQuestion(ctx, id, question.data)));
}

function tablesIn(found: Association): AnsweredTable[] {
  if (!('matrix' in found)) return [...found.tables, ...tablesOfGroups(found)].map(withColumns);
  return [
    {
      title: 'Pairs',
      columns: named(['x', 'y', 'n', 'estimate', 'low', 'high', 'p']),
      rows: found.matrix.pairs.map((pair) => [
        pair.x,
        pair.y,
        pair.n_used,
        pair.estimate,
        pair.ci?.low ?? null,
        pair.ci?.high ?? null,
        pair.p_value,
      ]),
    },
  ];
}

const named = (names: readonly string[]): AnsweredTable['columns'] =>
  names.map((name) => ({ name }));
const withColumns = ({ columns, ...table }: ResultTable): AnsweredTable => ({
  ...table,
  columns: named(columns),
});

/** A table is kept whole or not at all. */
function refuseLong(rows: number, what: 'groups' | 'values'): void {
  if (rows <= mostRows) return;
  const [found, most] = [rows, mostRows].map((count) => count.toLocaleString('en'));
  throw new AppError(
    'invalid_input',
    `This answer has ${found} ${what}, and a table of at most ${most} rows can be kept of it.`,
    { fix: 'Keep the rows of a SELECT with GROUP BY instead, in sql.' },
  );
}

/** What answers now, by the version that answered then. */
function unchanged<Found extends { readonly dataset_version: number | null }>(
  { facts }: Answer,
  found: Found,
): Found {
  const [answered, now] = [facts.dataset_version, found.dataset_version];
  requireUnchanged('The dataset', { answered, now });
  return found;
}
