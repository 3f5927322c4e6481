import { createEngine } from '@columnist/workers';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeFigures } from './verified.ts';
import { nist, nistTable, type NistRow } from './bench/nist-table.ts';
import { fixtureCases, proceduresTable, referenceCases } from './bench/accuracy-cases.ts';
import { accuracyDocument, shown, versions } from './bench/accuracy-document.ts';

/**
 * How many digits of every figure are right, against NIST's certified values and against R, SciPy
 * and mpmath:
 *   pnpm bench:accuracy            prints the tables; fails where a row does not reach its mark
 *   pnpm bench:accuracy --write    also writes docs/validation.md and what the validation page shows
 */
const root = resolve(import.meta.dirname, '..');

/** What the validation page shows. */
const page = join(root, 'apps/web/src/features/validation/figures.json');

/** What was found with NIST's files when they were here. */
function lastSets(): readonly NistRow[] {
  const { sets }: { readonly sets: readonly NistRow[] } = JSON.parse(readFileSync(page, 'utf8'));
  return sets;
}

const folder = mkdtempSync(join(tmpdir(), 'columnist-accuracy-'));
const engine = createEngine({ tempDir: join(folder, 'temp'), workers: 1 });
try {
  const sets = existsSync(nist) ? await nistTable(engine, folder) : lastSets();
  const rows = proceduresTable([...fixtureCases(), ...(await referenceCases(engine, folder))]);
  if (!existsSync(nist))
    console.log('../shared/data/nist is not here: the first table is the one written last.');
  console.table(
    sets.map(({ set, figures, mark }) => ({
      set,
      ...Object.fromEntries(
        Object.entries(figures).map(([name, digits]) => [name, Number(digits.toFixed(1))]),
      ),
      mark,
    })),
  );
  console.table(
    rows.map(({ name, cases, difficult, statistics, p }) => ({
      name,
      cases,
      difficult,
      statistics: shown(statistics),
      p: shown(p),
    })),
  );
  if (process.argv.includes('--write')) {
    writeFigures(accuracyDocument(sets, rows));
    writeFileSync(page, `${JSON.stringify({ versions, sets, rows }, null, 2)}\n`);
  }
  const short = [
    ...sets
      .filter(({ figures, mark }) => Object.values(figures).some((digits) => digits < mark))
      .map(({ set }) => set),
    ...rows
      .filter(
        ({ name, statistics, p }) =>
          name !== 'sample_size' && ((statistics ?? 15) < 9 || (p ?? 15) < 7),
      )
      .map(({ name }) => name),
  ];
  console.log(
    short.length === 0 ? 'Every row reaches its mark.' : `Below their marks: ${short.join(', ')}`,
  );
  process.exitCode = short.length === 0 ? 0 : 1;
} finally {
  await engine.close();
  rmSync(folder, { recursive: true });
}
