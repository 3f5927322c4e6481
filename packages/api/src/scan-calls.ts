import { allOperations, AppError, callsInBatch, tooManyParts } from '@columnist/contract';
import { setImmediate } from 'node:timers/promises';
import { endOfText, scanJson } from './aside/scan-json.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/**
 * A request to tRPC whose JSON is looked through before it is parsed, as at the other doors: parsing
 * a megabyte of names holds the process for a third of a second, and anybody may send it. No call
 * takes a form, and parsing one takes longer still.
 */
export function scanCalls(request: Request, path: string): Request {
  const isBatch = new URL(request.url).searchParams.get('batch') === '1';
  return Object.assign(request, {
    json: async (): Promise<unknown> => {
      const bytes = Buffer.from(await request.arrayBuffer());
      return isBatch ? readBatch(bytes, path.split(',')) : readInput(bytes, path);
    },
    formData: () =>
      Promise.reject(new AppError('unsupported_media_type', 'Send application/json.')),
  });
}

function readInput(bytes: Buffer, path: string | undefined): unknown {
  scanJson(bytes, allOperations.find((operation) => operation.path === path)?.bulk);
  return JSON.parse(textOf(bytes));
}

/** The inputs of a batch by the numbers of their calls: between two the loop answers others. */
async function readBatch(bytes: Buffer, paths: readonly string[]): Promise<unknown> {
  const inputs: [string, unknown][] = [];
  for (const { name, value } of membersOf(bytes)) {
    const number: unknown = JSON.parse(textOf(name));
    if (typeof number !== 'string') throw malformed();
    inputs.push([number, readInput(value, paths[Number(number)])]);
    await setImmediate();
  }
  return Object.fromEntries(inputs);
}

interface Member {
  readonly name: Buffer;
  readonly value: Buffer;
}

/** The members of an object as they are written. What is wrong within one is left to the parser. */
function membersOf(bytes: Buffer): Member[] {
  const members: Member[] = [];
  const start = bytes.indexOf(openObject);
  if (start < 0 || !isBlank(bytes.subarray(0, start))) throw malformed();
  let depth = 0;
  let from = start + 1;
  let named = from;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === openList || byte === openObject) depth += 1;
    else if (depth > 0) depth -= byte === closeList || byte === closeObject ? 1 : 0;
    else if (byte === colon && named === from) named = at;
    else if (byte === comma || byte === closeObject) {
      const isEmpty = byte === closeObject && members.length === 0;
      if (!isEmpty || !isBlank(bytes.subarray(from, at)))
        members.push({ name: bytes.subarray(from, named), value: bytes.subarray(named + 1, at) });
      if (members.length > callsInBatch) throw tooManyParts();
      from = at + 1;
      named = from;
      if (byte === closeObject && isBlank(bytes.subarray(from))) return members;
      if (byte === closeObject) throw malformed();
    }
  }
  throw malformed();
}

const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes);
const isBlank = (bytes: Buffer): boolean => textOf(bytes).trim() === '';
const malformed = (): SyntaxError => new SyntaxError('The batch is no object of inputs.');
