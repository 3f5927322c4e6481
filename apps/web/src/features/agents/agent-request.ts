import type { Scope } from '@columnist/contract';
import * as z from 'zod/mini';
import { problem } from '../../lib/problem.ts';
import { authorizedFetch } from '../../lib/stored-tokens.ts';

const request = z.object({
  name: z.string(),
  redirect_host: z.string(),
  requested: z.array(z.enum(['read', 'rows', 'analyse', 'write'])),
});
export type AgentRequest = z.infer<typeof request>;
const decided = z.object({ redirect_to: z.url() });

export type Decision =
  | { readonly allow: false }
  | {
      readonly allow: true;
      readonly scopes: readonly Scope[];
      readonly dataset_ids: readonly string[] | null;
      readonly aggregates_only: boolean;
    };

const addressOf = (uid: string, what: string): string =>
  `/oauth/request/${encodeURIComponent(uid)}/${what}`;

/** Who wants to be let in; the request's cookie goes along. Throws with the server's words. */
export async function findRequest(uid: string): Promise<AgentRequest> {
  return request.parse(await read(await fetch(addressOf(uid, 'details'))));
}

/** Tells what the user decided; answers where to go with it. Throws with the server's words. */
export async function decideRequest(uid: string, decision: Decision): Promise<string> {
  const response = await authorizedFetch(addressOf(uid, 'decision'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(decision),
  });
  return decided.parse(await read(response)).redirect_to;
}

async function read(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const refusal = problem.safeParse(body);
  throw new Error(
    refusal.success
      ? `${refusal.data.detail} ${refusal.data.fix}`
      : 'The server could not be reached.',
  );
}
