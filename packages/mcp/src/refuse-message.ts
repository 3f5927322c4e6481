import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Response } from 'express';
import { z } from 'zod';

/** What the protocol needs of the first message of a client. */
const initialize = z.object({
  protocolVersion: z.string(),
  capabilities: z.looseObject({}),
  clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
});
const message = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.literal('initialize'),
  params: z.unknown(),
});

export interface RefusedMessage {
  readonly id: string | number | null;
  readonly code: number;
  readonly message: string;
}

/** Why a message that is JSON cannot be answered; null where the protocol looks at it. */
export function refusedMessage(body: unknown): RefusedMessage | null {
  const asked = message.safeParse(body).data;
  if (asked === undefined) return null;
  const wrong = initialize.safeParse(asked.params ?? {}).error?.issues ?? [];
  if (wrong.length === 0) return null;
  const fields = [...new Set(wrong.map(({ path }) => `'${path.join('.')}'`))];
  return {
    id: asked.id,
    code: ProtocolErrorCode.InvalidParams,
    message: `initialize needs ${fields.join(', ')}, as the protocol describes ${fields.length === 1 ? 'it' : 'them'}.`,
  };
}

/** Of a body that is no JSON: nothing says which message it was. */
export const unreadable = (reason: string): RefusedMessage => ({
  id: null,
  code: ProtocolErrorCode.ParseError,
  message: reason,
});

export function refuseMessage(res: Response, { id, ...error }: RefusedMessage): void {
  res.removeHeader('WWW-Authenticate');
  res.status(400).json({ jsonrpc: '2.0', id, error });
}
