import { z } from 'zod';

const kept = 20;
const statements = z.array(z.string());

/** Of one user, on this device: the statements that were run, newest first. */
export interface SqlHistory {
  readonly read: () => readonly string[];
  readonly add: (sql: string) => readonly string[];
}

export function sqlHistory(userId: string): SqlHistory {
  const place = `sql:${userId}`;
  const read = (): readonly string[] => {
    try {
      return statements.catch([]).parse(JSON.parse(localStorage.getItem(place) ?? '[]'));
    } catch {
      return [];
    }
  };
  return {
    read,
    add: (sql) => {
      const next = [sql, ...read().filter((one) => one !== sql)].slice(0, kept);
      localStorage.setItem(place, JSON.stringify(next));
      return next;
    },
  };
}
