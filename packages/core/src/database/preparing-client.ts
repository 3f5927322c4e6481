import { createHash } from 'node:crypto';
import pg from 'pg';

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name =
    names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

/**
 * A connection on which statements with bound values are prepared: PostgreSQL plans them once, and
 * planning is most of
 * the time of a short one. The ORM writes values into its statements, so these are the texts of
 * runStatement alone.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const send: unknown = Reflect.get(this, 'query');
    if (typeof send !== 'function') throw new TypeError('The driver has no query.');
    const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown =>
      Reflect.apply(
        send,
        this,
        typeof text === 'string' && Array.isArray(values) && values.length > 0
          ? [{ name: nameOf(text), text, values }, ...rest]
          : [text, values, ...rest],
      );
    Object.defineProperty(this, 'query', { value: prepared });
  }
}
