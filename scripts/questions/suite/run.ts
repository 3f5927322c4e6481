import { startPostgres } from '@columnist/core/testing';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openAccount } from '../../bench/accounts.ts';
import { upload } from '../../bench/rest-calls.ts';
import { startServer } from '../../bench/servers.ts';
import {
  asked,
  callsFile,
  filledIn,
  isRight,
  pick,
  reference,
  type Asked,
  type Calls,
} from './calls.ts';
import { overCommandLine, overMcp, overRest, type Door, type Site } from './doors.ts';
import { report, type Found } from './report.ts';

/**
 * Plays a file of calls that answer the questions of the suite, over MCP, over REST and by the
 * command line, and compares with the answers of pandas, SciPy, statsmodels and scikit-learn:
 *   pnpm questions:suite [CALLS] [ID …] [--write]
 * The calls are those of calls.fixtures.json where no file is named; --write also writes the table
 * of docs/validation.md. Needs python3; tables of ../shared/data that are missing are named, and
 * their questions left out.
 */
const shared = resolve(import.meta.dirname, '../../../../shared/data/datasets');
const given = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const path =
  given.find((one) => one.endsWith('.json')) ?? join(import.meta.dirname, 'calls.fixtures.json');
const chosen = given.filter((one) => !one.endsWith('.json'));

/** What the calls of a question answer through one door. */
async function play({ calls, answers }: Calls, door: Door) {
  const all: unknown[] = [];
  const tokens: number[] = [];
  for (const { tool, input } of calls) {
    const { answer, text } = await door(tool, filledIn(input, all));
    all.push(answer);
    tokens.push(countTokens(text));
  }
  return {
    tokens,
    found: Object.fromEntries(
      Object.entries(answers).map(([name, expression]) => [name, pick(expression, all)]),
    ),
  };
}

async function ask(question: Asked, calls: Calls, doors: Record<string, Door>): Promise<Found> {
  const { answers: expected, close } = reference.answers[question.id] ?? { answers: {}, close: 0 };
  const byDoor: Record<string, Record<string, unknown> | string> = {};
  let tokens: number[] = [];
  for (const [name, door] of Object.entries(doors)) {
    try {
      const played = await play(calls, door);
      byDoor[name] = played.found;
      if (name === 'MCP') tokens = played.tokens;
    } catch (error) {
      byDoor[name] = error instanceof Error ? error.message : String(error);
    }
  }
  const right = Object.values(byDoor).every(
    (found) =>
      typeof found !== 'string' &&
      Object.entries(expected).every(([name, value]) => isRight(found[name], value, close)),
  );
  const { id, level } = question;
  const first = calls.refused.length === 0;
  const made = calls.refused.length + calls.calls.length;
  return { id, level, byDoor, right, first, calls: made, tokens };
}

/** The tables in this folder; gives the names of those that are missing. */
function makeTables(folder: string): string[] {
  execFileSync('python3', [join(import.meta.dirname, 'tables.py'), folder], { stdio: 'inherit' });
  for (const [name, digest] of Object.entries(reference.tables))
    if (
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex') !== digest
    )
      throw new Error(`${name} is another table than the one that was asked: run answer.py again.`);
  const missing: string[] = [];
  for (const name of new Set(asked.flatMap(({ tables }) => tables)))
    if (!(name in reference.tables)) {
      if (existsSync(join(shared, name)))
        copyFileSync(join(shared, name), join(folder, asCsv(name)));
      else missing.push(name);
    }
  return missing;
}

const asCsv = (name: string): string => name.replace(/\.tsv$/, '.csv');

/** A server with an account on Pro and these tables. */
async function openSite(
  folder: string,
  names: ReadonlySet<string>,
): Promise<{ site: Site; stop: () => Promise<void> }> {
  const database = mkdtempSync(join(tmpdir(), 'columnist-questions-postgres-'));
  const postgres = await startPostgres(database);
  const server = await startServer(postgres.url, join(folder, 'data'));
  const { url } = server;
  const { key } = await openAccount(url, server.output, 'suite@example.com', postgres.url);
  const tables = join(folder, 'tables');
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, await upload(url, key, join(tables, name), name));
  const stop = async (): Promise<void> => {
    await server.stop();
    await postgres.stop();
    rmSync(database, { recursive: true, force: true });
  };
  return { site: { url, key, ids, folder: tables }, stop };
}

async function main(): Promise<void> {
  const calls = callsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  const folder = mkdtempSync(join(tmpdir(), 'columnist-questions-'));
  const missing = makeTables(join(folder, 'tables'));
  const skipped = asked.filter(({ tables }) => tables.some((name) => missing.includes(name)));
  for (const { id, tables } of skipped)
    console.log(`${id} is skipped: ${tables.join(', ')} is not in ${shared}.`);
  const wanted = asked.filter(
    (one) =>
      !skipped.includes(one) && (chosen.length === 0 || chosen.some((id) => one.id.includes(id))),
  );
  const names = new Set(wanted.flatMap(({ tables }) => tables.map(asCsv)));
  const { site, stop } = await openSite(folder, names);
  try {
    const doors = { MCP: overMcp(site), REST: overRest(site), CLI: overCommandLine(site) };
    const found: Found[] = [];
    for (const question of wanted) {
      const one = await ask(
        question,
        calls[question.id] ?? { calls: [], answers: {}, refused: [] },
        doors,
      );
      found.push(one);
      if (!one.right) say(question, one);
    }
    const isWhole = chosen.length === 0 && skipped.length === 0;
    report(found, reference, isWhole && process.argv.includes('--write'));
    process.exitCode = found.every(({ right }) => right) ? 0 : 1;
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function say({ id, question }: Asked, { byDoor }: Found): void {
  console.log(`\n${id}: ${question}`);
  console.log(`  expected ${JSON.stringify(reference.answers[id]?.answers)}`);
  for (const [door, found] of Object.entries(byDoor))
    console.log(`  ${door}: ${typeof found === 'string' ? found : JSON.stringify(found)}`);
}

await main();
