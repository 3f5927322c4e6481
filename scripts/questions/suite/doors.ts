import { allOperations, callOverHttp, type Operation } from '@columnist/contract';
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Input } from './calls.ts';

/** What a call through a door came to. Throws what the door refused. */
export interface Answered {
  readonly answer: unknown;
  /** As an agent reads it. */
  readonly text: string;
}
export type Door = (tool: string, input: Input) => Promise<Answered>;

export interface Site {
  readonly url: string;
  readonly key: string;
  /** The ids of the datasets by their names. */
  readonly ids: ReadonlyMap<string, string>;
  /** Where the files are. */
  readonly folder: string;
}

/** Datasets are named by their files in the calls. */
const withIds = (input: Input, ids: Site['ids']): Input =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      (name === 'id' || name === 'other') && typeof value === 'string'
        ? (ids.get(value) ?? value)
        : value,
    ]),
  );

const reply = z.object({
  result: z.object({
    content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
    structuredContent: z.unknown().optional(),
    isError: z.boolean().optional(),
  }),
});

/** The tools of agents, as a client calls them. */
export const overMcp =
  ({ url, key, ids }: Site): Door =>
  async (tool, input) => {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'API-Key': key,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: withIds(input, ids) },
      }),
    });
    const body = await response.text();
    const json: unknown = JSON.parse(
      body.startsWith('{') ? body : (/^data: (.*)$/m.exec(body)?.[1] ?? 'null'),
    );
    const parsed = reply.safeParse(json);
    if (!parsed.success) throw new Error(body.slice(0, 2000));
    const { content, structuredContent, isError } = parsed.data.result;
    const text = content.map((part) => part.text ?? '').join('\n');
    if (isError === true) throw new Error(text);
    return { answer: structuredContent, text };
  };

const operationOf = (tool: string): Operation => {
  const operation = allOperations.find(({ mcp }) => mcp?.name === tool);
  if (operation === undefined) throw new Error(`There is no tool ${tool}.`);
  return operation;
};

/** The same by REST. */
export const overRest = ({ url, key, ids }: Site): Door => {
  const call = callOverHttp({ url, apiKey: key });
  return async (tool, given) => {
    const { detail: _, ...input } = given;
    const answer = await call(operationOf(tool).path, withIds(input, ids));
    return { answer, text: JSON.stringify(answer) };
  };
};

const command = resolve(import.meta.dirname, '../../../packages/cli/src/bin.ts');
const run = promisify(execFile);

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The same by the command line, on files; what is no verb for a file, on the server. */
export const overCommandLine =
  ({ url, key, folder }: Site): Door =>
  async (tool, given) => {
    const { detail: _, id, ...input } = given;
    const operation = operationOf(tool);
    if (operation.cli === undefined) throw new Error(`The command line has no verb for ${tool}.`);
    const { verb, operands } = operation.cli;
    const file =
      typeof id === 'string' ? [tool === 'get_dataset' ? `@${id}` : join(folder, id)] : [];
    const placed = operands.filter((name) => typeof input[name] === 'string');
    const options = Object.entries(input)
      .filter(([name]) => !placed.includes(name))
      .map(([name, value]) => {
        const option = `--${name.replaceAll('_', '-')}`;
        if (value === true) return option;
        if (value === false) return option.replace('--', '--no-');
        return `${option}=${asText(value)}`;
      });
    const args = [verb, ...file, ...placed.map((name) => asText(input[name])), ...options];
    const { stdout } = await run(process.execPath, [command, ...args, '--format', 'json'], {
      cwd: folder,
      env: { ...process.env, COLUMNIST_URL: url, COLUMNIST_API_KEY: key },
      maxBuffer: 1e9,
    });
    const answer: unknown = JSON.parse(stdout);
    return { answer, text: stdout };
  };
