import { createEngine, type TableRef } from '@columnist/workers';
import { everyMethod } from '@columnist/contract';
import type { Compared } from '@columnist/procedures/references/compare';
import { fixtureFiles, referenceAnswers } from '@columnist/procedures/references/fixtures';
import { questions } from '@columnist/procedures/references/questions';
import { tables } from '@columnist/procedures/references/tables';
import { comparedAnswer } from '@columnist/procedures/testing-coverage';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeSection } from './verified.ts';

/**
 * Every number in the answers of every method beside its reference:
 *   pnpm coverage:figures [METHOD …]   prints numbers without a reference and those that differ; fails where there are any
 *   pnpm coverage:figures --write      also writes docs/validation.md and what the validation page shows
 */
const root = resolve(import.meta.dirname, '..');
const chosen = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const files = fixtureFiles();
const references = referenceAnswers(files);

interface Row {
  readonly name: string;
  readonly reference: string;
  readonly answers: number;
  readonly numbers: number;
  readonly compared: number;
  /** Kinds of numbers: places in lists left open. */
  readonly figures: number;
  /** Fewest digits of those that must agree in nine or seven. */
  readonly statistics: number | null;
  readonly p: number | null;
  /** Why some agree in fewer digits. */
  readonly reasons: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'columnist-coverage-'));
const engine = createEngine({ tempDir: join(folder, 'temp'), workers: 1 });
const worst = (some: readonly Compared[]): number | null =>
  some.length === 0 ? null : some.reduce((least, { digits }) => Math.min(least, digits), 15);

try {
  const admitted = new Map<string, TableRef>();
  for (const [name, text] of Object.entries(tables)) {
    const [source, parquet] = [join(folder, `${name}.csv`), join(folder, `${name}.parquet`)];
    writeFileSync(source, text);
    const { rowCount, columns } = await engine.admit({ source, parquet });
    const datasetId = '01900000-0000-7000-8000-000000000000';
    admitted.set(name, { parquet, datasetId, version: 1, rowCount, columns });
  }
  const rows: Row[] = [];
  for (const [operation, { method, title }] of everyMethod) {
    const key = `${operation}.${method}`;
    if (chosen.length > 0 && !chosen.some((part) => key.includes(part))) continue;
    const found: Compared[] = [];
    let answers = 0;
    for (const question of questions.filter((one) => `${one.operation}.${one.method}` === key)) {
      const compared = await comparedAnswer(
        engine,
        admitted.get(question.table),
        references,
        question,
      );
      if (compared === null) continue;
      answers += 1;
      found.push(...compared);
      for (const { place, ours, wanted, digits, least } of compared)
        if (digits < least)
          console.log(
            `${question.id} ${place}: ${String(ours)} against ${JSON.stringify(wanted) ?? 'no reference'}`,
          );
    }
    const strict = found.filter(({ reason }) => reason === '');
    rows.push({
      name: operation === 'calculatePower' ? `power of: ${title}` : title,
      reference: [...new Set(files.flatMap(({ by }) => by[key] ?? []))].join('; '),
      answers,
      numbers: found.length,
      compared: found.filter(({ wanted }) => wanted !== undefined).length,
      figures: new Set(found.map(({ figure }) => figure)).size,
      statistics: worst(strict.filter(({ isP }) => !isP)),
      p: worst(strict.filter(({ isP }) => isP)),
      reasons: [
        ...new Set(
          found.map(({ reason }) => reason).filter((one) => one !== '' && one !== 'rounding'),
        ),
      ],
    });
  }
  const total = (of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  const [numbers, compared] = [total((row) => row.numbers), total((row) => row.compared)];
  const digits = (value: number | null): string => (value === null ? '–' : value.toFixed(1));
  console.table(
    rows.map(({ name, answers, numbers: n, compared: of, statistics, p }) => ({
      name,
      answers,
      numbers: n,
      compared: of,
      statistics: digits(statistics),
      p: digits(p),
    })),
  );
  console.log(`${compared} of ${numbers} numbers are compared.`);
  const written = new Date().toISOString().slice(0, 10);
  if (process.argv.includes('--write') && chosen.length === 0) {
    const dates = files.map((file) => file.written).toSorted();
    writeSection('## Figure coverage', [
      `Every number in the answers of every method, in all its forms, of four tables: ${compared.toLocaleString('en')} of ${numbers.toLocaleString('en')} are compared with a reference program that is no part of the product (\`reference.py\` and \`reference.R\` beside each family of procedures; their answers are of ${dates[0] ?? ''} to ${dates.at(-1) ?? ''}). Counts, levels, tables, pictures and numbers in sentences are among them; a number without a reference fails the gate. Digits are the fewest of any number, of those to which no note applies. Written by \`pnpm coverage:figures --write\` on ${written}.`,
      '',
      '| Method | Reference | Answers | Kinds of numbers | Numbers | Compared | Statistics | p | Fewer digits |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows.map(
        (row) =>
          `| ${row.name} | ${row.reference} | ${row.answers} | ${row.figures} | ${row.numbers} | ${row.compared} | ${digits(row.statistics)} | ${digits(row.p)} | ${row.reasons.join('; ')} |`,
      ),
    ]);
    writeFileSync(
      join(root, 'apps/web/src/features/validation/coverage.json'),
      `${JSON.stringify({ written, numbers, compared, rows }, null, 1)}\n`,
    );
  }
  const isWhole = rows.every(
    (row) => row.compared === row.numbers && (row.statistics ?? 15) >= 9 && (row.p ?? 15) >= 7,
  );
  process.exitCode = isWhole ? 0 : 1;
} finally {
  await engine.close();
  rmSync(folder, { recursive: true });
}
