import { z } from 'zod';

/** What the database says of a failure. */
export interface DatabaseError {
  /** As its messages begin: `Binder`, `Out of Memory`. */
  readonly kind: string;
  readonly message: string;
  /** The byte of the statement that ran, where the database knows it. */
  readonly position: number | undefined;
}

const written = z.object({
  exception_type: z.string(),
  exception_message: z.string(),
  position: z.coerce.number().optional(),
});

/** Reads a failure of the database, written as JSON (`errors_as_json`) or as text. */
export function readDatabaseError(error: unknown): DatabaseError | undefined {
  const text = error instanceof Error ? error.message : '';
  const json = jsonIn(text);
  if (json !== undefined)
    return { kind: json.exception_type, message: json.exception_message, position: json.position };
  const [, kind, message] = /^([A-Z][A-Za-z ]{2,40}) Error: ([\s\S]*)$/.exec(text) ?? [];
  return kind === undefined || message === undefined
    ? undefined
    : { kind, message, position: undefined };
}

function jsonIn(text: string): z.output<typeof written> | undefined {
  const at = text.indexOf('{"exception_type"');
  if (at < 0) return undefined;
  try {
    return written.parse(JSON.parse(text.slice(at)));
  } catch {
    return undefined;
  }
}

/** A failure that is written as JSON as the text that it else is; any other as it is. */
export function inWords(error: unknown): unknown {
  const read = error instanceof Error && jsonIn(error.message) !== undefined;
  const said = read ? readDatabaseError(error) : undefined;
  if (said === undefined) return error;
  return new Error(`${said.kind} Error: ${said.message}`, { cause: error });
}
