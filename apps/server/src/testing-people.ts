import { z } from 'zod';
import { birds } from './testing-methods.ts';
import type { TestApp, TestUser } from './testing.ts';

/** The table that the attacks of `Registration` are about. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly mail: string;
  readonly dept: string;
  readonly gender: string;
  readonly age: number;
  readonly salary: number;
  /** One more than the id: limits of both differ by one person. */
  readonly desk: number;
  readonly mass: number;
  readonly bill: number;
  readonly kind: string;
}
const depts = ['Sales', 'Research', 'Support', 'Legal'];
const [header = '', ...measured] = birds.trim().split('\n');
export const people: readonly Person[] = Array.from({ length: 60 }, (_, i) => {
  const [mass, , bill, kind] = measured[i]?.split(',') ?? [];
  // The head of the firm is alone in a department.
  return {
    id: i + 1,
    name: `Person${i + 1}`,
    mail: `p${i + 1}@firm.example`,
    dept: i === 59 ? 'Board' : (depts[(i * i + i) % 4] ?? ''),
    gender: i % 3 === 0 ? 'm' : 'f',
    age: 20 + ((i * 7) % 45),
    salary: 30_011 + 997 * ((i * 37) % 60) + (i === 59 ? 400_000 : 0),
    desk: i + 2,
    mass: Number(mass),
    bill: Number(bill),
    kind: kind ?? '',
  };
});
export const peopleCsv = `id,name,mail,dept,gender,age,salary,desk,${header}\n${people.map((one, i) => `${one.id},${one.name},${one.mail},${one.dept},${one.gender},${one.age},${one.salary},${one.desk},${measured[i] ?? ''}`).join('\n')}\n`;

/** Narrows the API key of somebody to aggregates, or widens it again. */
export async function limitKey(
  app: TestApp,
  owner: TestUser,
  aggregatesOnly: boolean,
): Promise<void> {
  const { status } = await fetch(`${app.url}/api/v1/auth/api-key/limits`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      scopes: ['read', 'rows', 'analyse', 'write'],
      dataset_ids: null,
      aggregates_only: aggregatesOnly,
      expires_at: null,
    }),
  });
  if (status !== 200) throw new Error(`The key was not limited: ${status}.`);
}

export async function uploadPeople(app: TestApp, owner: TestUser): Promise<string> {
  return z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(owner, peopleCsv, 'people.csv')).json()).id;
}

/** Whether a text has the name, the address or the salary of somebody. */
export const namesSomebody = (text: string): boolean =>
  people.some(
    (one) =>
      text.includes(`${one.name}"`) ||
      text.includes(`${one.name}'`) ||
      text.includes(one.mail) ||
      text.includes(`:${one.salary}`) ||
      text.includes(`,${one.salary},`) ||
      text.includes(`[${one.salary},`),
  );

/** What an attacker knows: a sum of salaries, each with a weight. */
export interface Known {
  readonly of: readonly number[];
  readonly sum: number;
}

/** People whose salary follows from the sums: what elimination leaves of one alone. */
export function recovered(known: readonly Known[]): string[] {
  const rows = known.map(({ of, sum }) => {
    const most = Math.max(...of.map(Math.abs), 1e-300);
    return [...of.map((weight) => weight / most), sum / most];
  });
  const found: string[] = [];
  let rank = 0;
  for (let at = 0; at < people.length; at++) {
    const [best] = rows
      .flatMap((row, i) => (i >= rank && Math.abs(row[at] ?? 0) > 1e-7 ? [i] : []))
      .toSorted((a, b) => Math.abs(rows[b]?.[at] ?? 0) - Math.abs(rows[a]?.[at] ?? 0));
    const [pivot, other] = [rows[best ?? -1], rows[rank]];
    if (pivot === undefined || other === undefined || best === undefined) continue;
    [rows[best], rows[rank]] = [other, pivot];
    const first = pivot[at] ?? 1;
    pivot.forEach((value, i) => (pivot[i] = value / first));
    for (const row of rows) {
      const factor = row === pivot ? 0 : (row[at] ?? 0);
      if (factor !== 0) row.forEach((value, i) => (row[i] = value - factor * (pivot[i] ?? 0)));
    }
    rank += 1;
  }
  for (const row of rows) {
    const left = people.flatMap((one, i) => (Math.abs(row[i] ?? 0) > 1e-5 ? [one] : []));
    const [one] = left;
    if (
      left.length === 1 &&
      one !== undefined &&
      Math.abs((row[people.length] ?? 0) - one.salary) < 1
    )
      found.push(one.name);
  }
  return found;
}

/** As if nothing had been asked about any dataset by a credential that may not read rows. */
export async function forgetAnswers(app: TestApp): Promise<void> {
  const em = app.core.orm.em.fork();
  await em.execute('delete from answered_rows');
  await em.execute('update dataset set refused_narrowed = 0');
}
