import type { EntityManager } from '@mikro-orm/sql';
import { equal, nextPlace, sealOf, type Place } from './chain.ts';
import { openKey, readHead } from './chain-state.ts';
import { lines, readLine } from './read-lines.ts';

export interface ChainProblem {
  /**
   * Number of the first line that is missing, changed or too many; null where it is the end of the
   * chain itself.
   */
  readonly line: number | null;
  readonly message: string;
}

export interface ChainCheck {
  readonly first: number;
  /** The last line that was checked. */
  readonly place: Place;
  readonly last: number;
  readonly unsealed: number;
  readonly problem: ChainProblem | null;
  /** Whether all was checked, up to the end. */
  readonly ended: boolean;
}

/**
 * Checks up to so many lines after a place that was checked before, or from the beginning. Whether
 * the last lines were removed
 * shows at once: the end of the chain is kept beside them, sealed with the key.
 */
export async function verifyChain(
  em: EntityManager,
  after: Place | null,
  atMost: number,
): Promise<ChainCheck> {
  const head = await readHead(em);
  const broken = (
    line: number | null,
    message: string,
    place: Place = { seq: 0, hash: '' },
  ): ChainCheck => ({
    first: (head?.firstSeq ?? 0) + 1,
    place,
    last: head?.seq ?? 0,
    unsealed: head?.unsealed ?? 0,
    problem: { line, message },
    ended: true,
  });
  if (head === null) return broken(null, 'The end of the chain is missing.');
  const key = openKey(em, head.sealedKey);
  if (key === null)
    return broken(
      null,
      'None of the secrets opens the key of the chain: it was changed, or APP_SECRET is another one.',
    );
  if (!equal(sealOf(key, head), head.seal))
    return broken(null, 'The end of the chain was changed.');
  const last = head.last ?? head.firstSeq;
  if (last < head.seq)
    return broken(last + 1, `Line ${last + 1} is missing, and all after it up to ${head.seq}.`);
  if (last > head.seq)
    return broken(head.seq + 1, `Line ${head.seq + 1} was added by somebody else than the server.`);
  let place: Place =
    after === null || after.seq < head.firstSeq
      ? { seq: head.firstSeq, hash: head.firstHash }
      : after;
  const rows = lines.parse(
    await em.execute('select * from audit_entry where seq > ? and seq <= ? order by seq limit ?', [
      place.seq,
      head.seq,
      atMost,
    ]),
  );
  for (const row of rows) {
    const next = nextPlace(key, place, readLine(row));
    if (row.seq !== next.seq) return broken(next.seq, `Line ${next.seq} is missing.`, place);
    if (!equal(next.hash, row.hash ?? ''))
      return broken(
        next.seq,
        `Line ${next.seq} was changed, or is in the place of another.`,
        place,
      );
    place = next;
  }
  const ended = rows.length < atMost;
  if (ended && (place.seq !== head.seq || !equal(place.hash, head.hash)))
    return broken(place.seq + 1, `Line ${place.seq + 1} is missing.`, place);
  if (ended && head.unsealed > 0) return broken(null, sayUnsealed(head.unsealed), place);
  return {
    first: head.firstSeq + 1,
    place,
    last: head.seq,
    unsealed: head.unsealed,
    problem: null,
    ended,
  };
}

const sayUnsealed = (lines: number): string =>
  `${lines === 1 ? '1 line has' : `${lines} lines have`} no place in the chain: somebody wrote in the database, or a server of an earlier version or with another APP_SECRET was still running. The list marks ${lines === 1 ? 'it' : 'them'}; 'pnpm admin adopt-lines' takes in what you know to be right.`;

const linesAtOnce = 5000;

/**
 * Checks the whole chain. `mark` is the end that a check before had, kept elsewhere: where the
 * database was put back to an
 * earlier state, chain and all, the line it names is not there any more.
 */
export async function verifyAudit(
  em: EntityManager,
  mark: Place | null = null,
): Promise<ChainCheck> {
  const marked =
    mark === null
      ? []
      : lines.parse(await em.execute('select * from audit_entry where seq = ?', [mark.seq]));
  for (let after: Place | null = null; ;) {
    const check: ChainCheck = await verifyChain(em, after, linesAtOnce);
    if (check.problem === null && !check.ended) {
      after = check.place;
      continue;
    }
    if (
      check.problem !== null ||
      mark === null ||
      marked.some(({ hash }) => equal(hash ?? '', mark.hash))
    )
      return check;
    return {
      ...check,
      problem: {
        line: mark.seq,
        message: `Line ${mark.seq} is not the one that the earlier check saw: the log was put back, or written again.`,
      },
    };
  }
}
