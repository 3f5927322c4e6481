import type { AgentCall as Shown, Operation } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import { AgentCall } from './agent-call.entity.ts';

/** These hand out whole files. */
const wholeFiles: ReadonlySet<string> = new Set(['datasets.download', 'datasets.export']);
const page = z.object({ row_numbers: z.array(z.int()) });
const about = z.object({ id: z.uuid() });
const longestName = 120;

/** Notes a call of a key or an agent for its owner, with the rows it was shown. Browser calls are nobody else's, so none of them is noted. */
export async function recordCall(ctx: ServiceContext, operation: Operation, input: unknown, { outcome, result }: { readonly outcome: string; readonly result?: unknown }): Promise<void> {
  const { actor, door } = ctx;
  if (actor === null || actor.via === 'session') return;
  const dataset = about.safeParse(input);
  await ctx.em.fork().insert(AgentCall, {
    id: uuid(),
    user: actor.user.id,
    at: ctx.clock.now(),
    via: actor.via,
    grantId: actor.agent?.id ?? null,
    agent: (actor.agent?.name ?? ctx.userAgent).slice(0, longestName),
    call: door === 'agent' ? (operation.mcp?.name ?? operation.path) : operation.path,
    datasetId: dataset.success ? dataset.data.id : null,
    rows: outcome === 'done' ? rowsShown(operation, result) : null,
    outcome,
  });
}

function rowsShown({ path }: Operation, result: unknown): Shown['rows'] {
  if (wholeFiles.has(path)) return 'all';
  const numbers = page.safeParse(result).data?.row_numbers ?? [];
  if (numbers.length === 0) return null;
  return { count: numbers.length, first: Math.min(...numbers), last: Math.max(...numbers) };
}
