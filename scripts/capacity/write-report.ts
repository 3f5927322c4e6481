import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawPicture } from '../bench/draw.ts';
import { assumptions } from './assumptions.ts';
import type { Compared } from './check-runs.ts';
import type { Costs } from './costs.ts';
import { kindNames, kinds } from './kinds.ts';
import { priceOf } from './price.ts';
import { limits, type Fleet } from './size-fleet.ts';
import { machineCores, meetWalls } from './walls.ts';

const page = resolve(import.meta.dirname, '../../docs/capacity.md');
const count = (n: number): string =>
  (n < 10 ? Number(n.toPrecision(2)) : Math.round(n)).toLocaleString('en-US');
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const heading = (...names: readonly string[]): string[] => [
  row(...names),
  row(...names.map(() => '---')),
];

/** Writes docs/capacity.md and its picture. */
export async function writeReport(
  costs: Costs,
  fleets: readonly Fleet[],
  compared: readonly Compared[] | null,
): Promise<void> {
  const largest = fleets.at(-1);
  if (largest === undefined) return;
  const walls = meetWalls(costs, largest);
  const { activeShare, busiestHour, aDay, programs, megabytes, prices } = assumptions;
  const text = [
    '# Capacity',
    '',
    'What a fleet needs for so many accounts, from costs that were measured and a simulation of its',
    'queues; written by `pnpm capacity`. A model, not a promise: what is supposed is said below.',
    '',
    '## Machines and dollars',
    '',
    `So large that in the busiest hour 95 of 100 questions and pages are answered within ${limits.question} s and`,
    `uploads within ${limits.upload} s, with two of each part at least.`,
    '',
    ...heading(
      'Accounts',
      'Calls a second',
      'Web servers',
      `Workers of ${machineCores.workers} processors`,
      'Processors of PostgreSQL',
      'Question, p95',
      'Upload, p95',
      'Dollars a month',
      'For each account',
    ),
    ...fleets.map((fleet) => {
      const price = priceOf(fleet, costs);
      return row(
        count(fleet.accounts),
        count(fleet.callsASecond),
        count(fleet.web / machineCores.web),
        count(Math.max(2, Math.ceil(fleet.workers / machineCores.workers))),
        count(fleet.database),
        `${(fleet.p95['question'] ?? 0).toFixed(2)} s`,
        `${(fleet.p95['upload'] ?? 0).toFixed(2)} s`,
        count(price.total),
        `$${(price.total / fleet.accounts).toFixed(3)}`,
      );
    }),
    '',
    '![Dollars a month over the number of accounts, by part](images/capacity.svg)',
    '',
    '## The next wall',
    '',
    'Of these things there is one for all, until somebody does what the last column says.',
    '',
    ...heading('Wall', 'Limit', 'Met at accounts', 'Remedy'),
    ...walls.map(({ name, limit, unit, source, accounts, remedy }) =>
      row(
        name,
        `${count(limit)}${unit === '' ? '' : ` ${unit}`} (${source})`,
        count(accounts),
        remedy,
      ),
    ),
    '',
    '## What was measured',
    '',
    `${costs.measured}, ${costs.machine}. Milliseconds of a processor for one call on a table of 1 MB, asked`,
    'one after the other of a web server, a worker, PostgreSQL and an S3 store.',
    '',
    ...heading(
      'Call',
      'Web server',
      'Worker',
      'PostgreSQL',
      'Transactions',
      'Reads and writes of the store',
    ),
    ...kindNames.map((name) => {
      const one = costs.of[name];
      const ms = (seconds = 0): string => (seconds * 1000).toFixed(1);
      return row(
        kinds[name].said,
        ms(one?.web),
        ms(one?.worker),
        ms(one?.database),
        (one?.transactions ?? 0).toFixed(1),
        `${(one?.store.get ?? 0).toFixed(1)}, ${(one?.store.put ?? 0).toFixed(1)}`,
      );
    }),
    '',
    '## Whether the simulation is right',
    '',
    'Against the formulas of queues (M/M/c, M/D/1, processor sharing) by a test. Against real runs: one',
    'server with one to three worker processes, asked by eight at once without a pause, median of five',
    'runs; the processor time of who asks is taken off what the processors do together.',
    '',
    ...(compared === null
      ? ['Not measured: `pnpm capacity --check` on a machine that does nothing else.']
      : [
          ...heading('Worker processes', 'Calls a second', 'Predicted', 'Difference'),
          ...compared.map(({ processes, measured, predicted }) =>
            row(
              String(processes),
              measured.toFixed(1),
              predicted.toFixed(1),
              `${(100 * (predicted / measured - 1)).toFixed(0)} %`,
            ),
          ),
        ]),
    '',
    '## What is supposed',
    '',
    `- On a working day ${(100 * activeShare).toFixed(0)} % of the accounts are active, and ${(100 * busiestHour).toFixed(0)} % of a day comes in its busiest hour.`,
    `- An active person makes ${kindNames.map((name) => `${aDay[name]} times “${kinds[name].said}”`).join(', ')} on a day.`,
    `- Programs of ${(100 * programs.share).toFixed(0)} % of the accounts ask ${programs.questions} questions a day.`,
    `- Files have a median of ${megabytes.median} MB and a standard deviation of the logarithm of ${megabytes.sigma}.`,
    `- Dollars: ${prices.coreHour} for an hour of a processor, ${prices.databaseCoreHour} of one of the database, ${prices.gigabyteMonth} for a gigabyte in a month, ${prices.thousandPuts} for a thousand writes of the store, ${prices.thousandGets} for a thousand reads. The fleet runs at the size of its busiest hour; traffic and people are not in it.`,
    '- Calls of one kind differ, and users do not wait for each other’s answers to ask.',
    '- Which worker has a file is not simulated; the fetches that were measured are those of one worker.',
    '',
  ].join('\n');
  writeFileSync(page, text);
  await drawPicture('capacity', {
    width: 520,
    height: 260,
    data: {
      values: fleets.flatMap((fleet) => {
        const price = priceOf(fleet, costs);
        return (
          [
            ['web servers and workers', price.machines],
            ['PostgreSQL', price.database],
            ['storage after a year', price.storage],
            ['requests to the store', price.requests],
          ] as const
        ).map(([part, dollars]) => ({ accounts: fleet.accounts, part, dollars }));
      }),
    },
    mark: { type: 'line', point: true },
    encoding: {
      x: {
        field: 'accounts',
        type: 'quantitative',
        scale: { type: 'log' },
        axis: { title: 'accounts', format: '~s' },
      },
      y: {
        field: 'dollars',
        type: 'quantitative',
        scale: { type: 'log' },
        axis: { title: 'dollars a month', format: '~s' },
      },
      color: { field: 'part', type: 'nominal', legend: { title: null, orient: 'top' } },
    },
  });
}
