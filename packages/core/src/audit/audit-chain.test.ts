import type { EntityManager } from '@mikro-orm/sql';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rotateSecret } from '../accounts/rotate-secret.ts';
import { deriveSecrets } from '../users/secrets.ts';
import { systemClock } from '../context.ts';
import { openOrm, type Orm } from '../orm.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { databaseKinds } from '../testing-databases.ts';
import { adoptLines, openChain } from './open-chain.ts';
import { verifyAudit, verifyChain, type ChainProblem } from './verify-chain.ts';
import { writeAct } from './write-act.ts';

const secrets = deriveSecrets('the secret of this installation, long enough');
const log = pino({ level: 'silent' });
const person = { id: '01900000-0000-7000-8000-000000000001', email: 'ada@columnist.example' };

const say = (em: EntityManager, target: string): Promise<void> =>
  writeAct(em, systemClock, {
    via: 'command',
    action: 'admin.assignRole',
    subject: person,
    target,
    details: { role: 'admin', by: 'somebody' },
  });
const sayMany = async (em: EntityManager, n: number): Promise<void> => {
  for (let i = 1; i <= n; i++) await say(em, `line ${i}`);
};
const problemOf = async (em: EntityManager) => (await verifyAudit(em)).problem;

describe.each(databaseKinds)('the chain of the audit log on %s', (kind) => {
  let database: TestDatabase;
  let orm: Orm;
  const em = (): EntityManager => orm.em.fork();
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    orm = await openOrm(database.url);
  });
  afterAll(async () => {
    await orm.close();
    await database.drop();
  });
  beforeEach(async () => {
    await em().execute('delete from audit_entry');
    await em().execute('delete from audit_chain');
    await openChain(em(), secrets, systemClock, log);
  });

  test('is whole as it was written, and in parts', async () => {
    await sayMany(em(), 7);
    expect(await verifyAudit(em())).toEqual({
      first: 1,
      place: { seq: 7, hash: expect.stringMatching(/^[\w-]{43}$/) },
      last: 7,
      unsealed: 0,
      problem: null,
      ended: true,
    });
    const part = await verifyChain(em(), null, 3);
    expect(part).toMatchObject({ place: { seq: 3 }, last: 7, problem: null, ended: false });
    expect(await verifyChain(em(), part.place, 5)).toMatchObject({
      place: { seq: 7 },
      problem: null,
      ended: true,
    });
  });

  const changed = (line: number) => ({
    line,
    message: `Line ${line} was changed, or is in the place of another.`,
  });
  const missing = (line: number) => ({ line, message: `Line ${line} is missing.` });
  const ended = { line: null, message: 'The end of the chain was changed.' };
  const damages: readonly (readonly [what: string, damage: string, problem: ChainProblem])[] = [
    ['a line is removed', 'delete from audit_entry where seq = 4', missing(4)],
    ['the first line is removed', 'delete from audit_entry where seq = 1', missing(1)],
    [
      'the last lines are removed',
      'delete from audit_entry where seq > 5',
      { line: 6, message: 'Line 6 is missing, and all after it up to 7.' },
    ],
    [
      'all lines are removed',
      'delete from audit_entry',
      { line: 1, message: 'Line 1 is missing, and all after it up to 7.' },
    ],
    [
      'the last lines are removed and the end is put back',
      'delete from audit_entry where seq > 5; update audit_chain set seq = 5, hash = (select hash from audit_entry where seq = 5)',
      ended,
    ],
    [
      'a line is removed and the others move up',
      'delete from audit_entry where seq = 4; update audit_entry set seq = seq - 1 where seq = 5; update audit_entry set seq = seq - 1 where seq = 6; update audit_entry set seq = seq - 1 where seq = 7; update audit_chain set seq = 6',
      ended,
    ],
    [
      'two lines change places',
      'update audit_entry set seq = 99 where seq = 3; update audit_entry set seq = 3 where seq = 4; update audit_entry set seq = 4 where seq = 99',
      changed(3),
    ],
    [
      'two lines change places with their hashes',
      'update audit_entry a set target = b.target, id = gen_random_uuid() from audit_entry b where (a.seq, b.seq) in ((3, 4), (4, 3))',
      changed(3),
    ],
    [
      'a line is added at the end',
      "insert into audit_entry (id, at, address, request_id, action, outcome, details, seq, hash) values (gen_random_uuid(), '2026-01-01', '', '', 'auth.login', 'done', '{}', 8, 'none')",
      { line: 8, message: 'Line 8 was added by somebody else than the server.' },
    ],
    [
      'the end is removed',
      'delete from audit_chain',
      { line: null, message: 'The end of the chain is missing.' },
    ],
    [
      'the key is another',
      "update audit_chain set key = 'AAAA' || key",
      {
        line: null,
        message:
          'None of the secrets opens the key of the chain: it was changed, or APP_SECRET is another one.',
      },
    ],
    ...Object.entries({
      id: 'gen_random_uuid()',
      at: "at - interval '1 second'",
      actor_id: 'gen_random_uuid()',
      actor_email: "'x'",
      subject_id: 'null',
      subject_email: "'x'",
      via: "'session'",
      address: "'10.0.0.1'",
      device: "'x'",
      request_id: "'x'",
      action: "'admin.removeRole'",
      target: "'x'",
      outcome: "'denied'",
      details: `'{"role": "none", "by": "somebody"}'`,
      hash: "'x'",
      adopted: 'true',
    }).map(
      ([column, value]) =>
        [
          `${column} of a line is another`,
          `update audit_entry set ${column} = ${value} where seq = 4`,
          changed(4),
        ] as const,
    ),
  ];
  test.each(damages)('says where %s', async (_what, damage, problem) => {
    await sayMany(em(), 7);
    for (const statement of damage.split('; ')) await em().execute(statement);
    expect(await problemOf(em())).toEqual(problem);
  });

  test('that was put back as a whole is known by the end that an earlier check gave', async () => {
    await sayMany(em(), 3);
    await em().execute('create table kept_chain as select * from audit_chain');
    await sayMany(em(), 3);
    const { place } = await verifyAudit(em());
    expect((await verifyAudit(em(), place)).problem).toBeNull();
    await em().execute('delete from audit_entry where seq > 3');
    await em().execute('delete from audit_chain');
    await em().execute('insert into audit_chain select * from kept_chain');
    await em().execute('drop table kept_chain');
    expect((await verifyAudit(em())).problem).toBeNull();
    expect((await verifyAudit(em(), place)).problem).toEqual({
      line: 6,
      message:
        'Line 6 is not the one that the earlier check saw: the log was put back, or written again.',
    });
  });

  test('has no line of a transaction that was rolled back, and those of one that was committed', async () => {
    await expect(
      em().transactional(async (within) => {
        await say(within, 'in vain');
        throw new Error('changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    await em().transactional(async (within) => {
      await say(within, 'first');
      await say(within, 'second');
    });
    expect(await em().execute('select seq::int, target from audit_entry order by seq')).toEqual([
      { seq: 1, target: 'first' },
      { seq: 2, target: 'second' },
    ]);
    expect(await problemOf(em())).toBeNull();
  });

  /** Lines as a version without the chain wrote them, or somebody who has the database. */
  const writeBeside = async (targets: readonly (readonly [second: number, target: string])[]) => {
    for (const [second, target] of targets)
      await em().execute(
        "insert into audit_entry (id, at, address, request_id, action, target, outcome, details) values (?, ?, '', '', 'admin.assignRole', ?, 'done', '{}')",
        [randomUUID(), new Date(second * 1000), target],
      );
  };
  const sealed = () =>
    em().execute('select seq::int, target, adopted, details from audit_entry order by seq');
  const three = [
    [3, 'third'],
    [1, 'first'],
    [2, 'second'],
  ] as const;
  const adoptedFrom = (seq: number) => [
    ...['first', 'second', 'third'].map((target, i) => ({
      seq: seq + i,
      target,
      adopted: true,
      details: {},
    })),
    { seq: seq + 3, target: null, adopted: false, details: { lines: '3' } },
  ];

  test('takes in the lines of versions without it where it begins, in order of time and marked, and says so', async () => {
    await em().execute('delete from audit_chain');
    await writeBeside(three);
    await openChain(em(), secrets, systemClock, log);
    expect(await sealed()).toEqual(adoptedFrom(1));
    expect(await verifyAudit(em())).toMatchObject({ last: 4, unsealed: 0, problem: null });
    await em().execute('update audit_entry set adopted = false where seq = 2');
    expect(await problemOf(em())).toEqual(changed(2));
  });

  test('takes in no line that was written beside it later, unless the operator says so', async () => {
    await say(em(), 'sealed');
    await writeBeside(three);
    const beside = {
      line: null,
      message: expect.stringMatching(/^3 lines have no place in the chain: somebody wrote/),
    };
    expect(await verifyAudit(em())).toMatchObject({ last: 1, unsealed: 3, problem: beside });
    await openChain(em(), secrets, systemClock, log);
    expect(await verifyAudit(em())).toMatchObject({ last: 1, unsealed: 3, problem: beside });
    expect(await adoptLines(em(), systemClock)).toBe(3);
    expect(await sealed()).toEqual([
      {
        seq: 1,
        target: 'sealed',
        adopted: false,
        details: { role: 'admin', by: 'somebody' },
      },
      ...adoptedFrom(2),
    ]);
    expect(
      await em().execute("select via from audit_entry where action = 'audit.adopted'"),
    ).toEqual([{ via: 'command' }]);
    expect(await verifyAudit(em())).toMatchObject({ last: 5, unsealed: 0, problem: null });
    expect(await adoptLines(em(), systemClock)).toBe(0);
  });

  test('survives a change of APP_SECRET with every hash', async () => {
    await sayMany(em(), 3);
    const { place } = await verifyAudit(em());
    const fresh = 'the next secret of this installation';
    const changing = deriveSecrets(fresh, ['the secret of this installation, long enough']);
    await openChain(em(), changing, systemClock, log);
    await rotateSecret(em(), changing);
    await openChain(em(), deriveSecrets(fresh), systemClock, log);
    await say(em(), 'after');
    expect(await verifyAudit(em(), place)).toMatchObject({ first: 1, last: 4, problem: null });
  });

  test('goes on after its last number where somebody deleted its end, and takes in no line written meanwhile', async () => {
    await sayMany(em(), 3);
    await em().execute('delete from audit_chain');
    await say(em(), 'without a place');
    await openChain(em(), secrets, systemClock, log);
    await say(em(), 'after');
    expect(
      await em().execute(
        'select seq::int, action, target, details from audit_entry where seq is null or seq > 3 order by seq',
      ),
    ).toMatchObject([
      { seq: 4, action: 'audit.newKey', details: { before: '3' } },
      { seq: 5, target: 'after' },
      { seq: null, target: 'without a place' },
    ]);
    expect(await verifyAudit(em())).toMatchObject({
      first: 4,
      last: 5,
      unsealed: 1,
      problem: { line: null, message: expect.stringMatching(/^1 line has no place/) },
    });
  });

  test('gives no number twice where lines were added and its secret is lost as well', async () => {
    await sayMany(em(), 3);
    await em().execute(
      "insert into audit_entry (id, at, address, request_id, action, outcome, details, seq, hash) values (gen_random_uuid(), '2026-01-01', '', '', 'auth.login', 'done', '{}', 9, 'none')",
    );
    await openChain(
      em(),
      deriveSecrets('another secret altogether, long enough'),
      systemClock,
      log,
    );
    expect(await em().execute('select seq::int, details from audit_entry where seq > 9')).toEqual([
      { seq: 10, details: { before: '9' } },
    ]);
  });

  test('goes on under a new key where its secret is lost, and says that the lines before cannot be checked', async () => {
    await sayMany(em(), 3);
    await openChain(
      em(),
      deriveSecrets('another secret altogether, long enough'),
      systemClock,
      log,
    );
    await say(em(), 'after');
    expect(await verifyAudit(em())).toMatchObject({ first: 4, last: 5, problem: null });
    expect(await em().execute('select action, details from audit_entry where seq = 4')).toEqual([
      { action: 'audit.newKey', details: { before: '3' } },
    ]);
  });
});

describe('the chain on PostgreSQL', () => {
  let database: TestDatabase;
  let replicas: Orm[];
  beforeAll(async () => {
    database = await createTestDatabase('PostgreSQL');
    replicas = [await openOrm(database.url), await openOrm(database.url)];
    await Promise.all(replicas.map(({ em }) => openChain(em.fork(), secrets, systemClock, log)));
  });
  afterAll(async () => {
    for (const orm of replicas) await orm.close();
    await database.drop();
  });

  test('is one chain of two replicas that write at once, by themselves and in transactions', async () => {
    await Promise.all(
      replicas.flatMap(({ em }, replica) =>
        Array.from({ length: 150 }, (_, i) =>
          i % 3 === 0
            ? em.fork().transactional((within) => say(within, `${replica} ${i}`))
            : say(em.fork(), `${replica} ${i}`),
        ),
      ),
    );
    const [first] = replicas;
    expect(await verifyAudit(first?.em.fork() ?? expect.fail())).toMatchObject({
      first: 1,
      last: 300,
      unsealed: 0,
      problem: null,
    });
    expect(
      await first?.em.fork().execute('select count(distinct target)::int as n from audit_entry'),
    ).toEqual([{ n: 300 }]);
  });

  test('is locked last: who says a line first and waits for a row then, holds up nobody', async () => {
    const [one, other] = replicas;
    if (one === undefined || other === undefined) throw new Error('There are two.');
    await one.em
      .fork()
      .execute("insert into throttle (subject, started_at, attempts) values ('row', now(), 0)");
    const touch = (em: EntityManager) =>
      em.execute("update throttle set attempts = attempts + 1 where subject = 'row'");
    const [said, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await Promise.all([
      one.em.fork().transactional(async (within) => {
        await say(within, 'says, then waits for the row');
        said.resolve();
        await held.promise;
        await touch(within);
      }),
      other.em.fork().transactional(async (within) => {
        await said.promise;
        await touch(within);
        held.resolve();
        await say(within, 'has the row, then says');
      }),
    ]);
    expect(await problemOf(one.em.fork())).toBeNull();
    expect(
      await one.em.fork().execute("select attempts from throttle where subject = 'row'"),
    ).toEqual([{ attempts: 2 }]);
  });

  test('of a server whose secret is not the current one any more loses no line', async () => {
    const [leaked, fresh] = replicas;
    if (leaked === undefined || fresh === undefined) throw new Error('There are two.');
    await openChain(
      fresh.em.fork(),
      deriveSecrets('another secret altogether, long enough'),
      systemClock,
      log,
    );
    await say(leaked.em.fork(), 'by the server that is being replaced');
    const { unsealed, problem } = await verifyAudit(fresh.em.fork());
    expect([unsealed, problem?.message]).toEqual([
      1,
      expect.stringMatching(/^1 line has no place in the chain/),
    ]);
    expect(await adoptLines(fresh.em.fork(), systemClock)).toBe(1);
    expect(await verifyAudit(fresh.em.fork())).toMatchObject({ unsealed: 0, problem: null });
  });
});
