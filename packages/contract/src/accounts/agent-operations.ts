import { z } from 'zod';
import { defineOperation, scopes, sessionOnly, vias } from '../operation.ts';
import { pageInput, pageOf } from '../pagination.ts';

/** An agent that was let in by OAuth, and what it may do. */
export const agent = z
  .object({
    id: z.string(),
    name: z.string().describe('As the agent calls itself; nobody has checked it.'),
    client_id: z.string(),
    redirect_host: z.string().describe('Where it was sent back to when it was let in.'),
    scopes: z.array(z.enum(scopes)),
    dataset_ids: z.array(z.uuid()).nullable().describe('Only these datasets; null for all.'),
    aggregates_only: z
      .boolean()
      .describe('No answer that shows single rows or tells about fewer than 5.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof agent>;

/** One call of a key or of an agent. */
export const agentCall = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    via: z.enum(vias),
    agent_id: z.string().nullable().describe('The connected agent; null for an API key.'),
    key: z
      .string()
      .nullable()
      .describe(
        'The name of the key, as it was then; null for the key of the account, and for agents.',
      ),
    agent: z.string().describe('Its name, or what the program with the key calls itself.'),
    call: z.string().describe('The tool, or the operation over REST.'),
    dataset_id: z.uuid().nullable(),
    dataset: z
      .string()
      .nullable()
      .describe('Its name today; null where it is gone, or where the call was about none.'),
    rows: z
      .union([z.literal('all'), z.object({ count: z.int(), first: z.int(), last: z.int() })])
      .nullable()
      .describe('Which rows were handed out, by their number in the file; null where none were.'),
    handed_out: z
      .object({
        rows: z.int().describe('Rows that the figures are of.'),
        columns: z.array(z.string()),
        filter: z
          .array(z.string())
          .describe('How the rows were chosen, in words; empty where all were used.'),
      })
      .nullable()
      .describe('What figures were handed out; null where none were.'),
    outcome: z.string().describe('done, or the code of the error.'),
  })
  .meta({ id: 'AgentCall' });
export type AgentCall = z.infer<typeof agentCall>;

const nothing = z.strictObject({});
const agentId = z.string().min(1).max(100);
export const authAgentsOutput = z.object({
  items: z.array(agent),
  total: z.int(),
  next_cursor: z.null(),
});
export const authRevokeAgentInput = z.strictObject({ id: agentId });
export const authAgentCallsInput = z.strictObject({
  ...pageInput,
  agent_id: agentId.optional().describe('Only the calls of this agent.'),
  via: z
    .enum(['api-key', 'oauth'])
    .optional()
    .describe('Only calls with keys, or only those of connected agents.'),
});

/** Agents that act for a user, and what they did. */
export const agentOperations = {
  agents: defineOperation({
    path: 'auth.agents',
    kind: 'query',
    input: nothing,
    output: authAgentsOutput,
    access: sessionOnly,
    cost: 0,
    summary: 'Agents that you let in, and what each may do.',
    rest: { method: 'get', path: '/api/v1/auth/agents' },
  }),
  revokeAgent: defineOperation({
    path: 'auth.revokeAgent',
    kind: 'mutation',
    input: authRevokeAgentInput,
    output: z.void(),
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'agents', said: 'Agent cut off' },
    summary: 'Cut an agent off; its next call is refused.',
    rest: { method: 'delete', path: '/api/v1/auth/agents/{id}' },
  }),
  agentCalls: defineOperation({
    path: 'auth.agentCalls',
    kind: 'query',
    input: authAgentCallsInput,
    output: pageOf(agentCall),
    access: sessionOnly,
    cost: 0,
    summary:
      'What your keys and your agents called in the last 90 days, newest first, and which rows they saw.',
    rest: { method: 'get', path: '/api/v1/auth/agent-calls' },
  }),
};
