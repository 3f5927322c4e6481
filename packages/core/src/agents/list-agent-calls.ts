import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import { z } from 'zod';
import { authorize, type ServiceContext } from '../context.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import { AgentCall } from './agent-call.entity.ts';

type Calls = (typeof operations)['auth']['agentCalls'];

const cursorParts = z.tuple([z.uuid()]);

/** What the caller's keys and agents called, newest first; ids are ordered by time. */
export async function listAgentCalls(
  ctx: ServiceContext,
  input: InputOf<Calls>,
): Promise<OutputOf<Calls>> {
  const actor = authorize(ctx, operations.auth.agentCalls);
  const where = {
    user: actor.user.id,
    ...(input.agent_id === undefined ? {} : { grantId: input.agent_id }),
    ...(input.via === undefined ? {} : { via: input.via }),
  };
  const beyond =
    input.cursor === undefined ? {} : { id: { $lt: readCursor(input.cursor, cursorParts)[0] } };
  const found = await ctx.em.find(
    AgentCall,
    { $and: [where, beyond] },
    { orderBy: { id: 'desc' }, limit: input.limit + 1 },
  );
  const items = found.slice(0, input.limit);
  const ids = [...new Set(items.flatMap(({ datasetId }) => datasetId ?? []))];
  const named = await ctx.em.find(
    Dataset,
    { id: { $in: ids }, owner: actor.user.id },
    { fields: ['id', 'name'] },
  );
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const last = items.at(-1);
  return {
    items: items.map(
      ({ id, at, via, grantId, agent, keyName, call, datasetId, rows, handedOut, outcome }) => ({
        id,
        at: at.toISOString(),
        via,
        agent_id: grantId ?? null,
        agent,
        key: keyName ?? null,
        call,
        dataset_id: datasetId ?? null,
        dataset: names.get(datasetId ?? '') ?? null,
        rows: rows ?? null,
        handed_out: handedOut ?? null,
        outcome,
      }),
    ),
    total: await ctx.em.count(AgentCall, where),
    next_cursor: found.length > items.length && last !== undefined ? writeCursor(last.id) : null,
  };
}
