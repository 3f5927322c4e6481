import type { Admission } from '@columnist/contract';
import { encodeText, judgeProgramFile, programFiles, sharedData } from '@columnist/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { admitCells } from '../admit.ts';
import { judgeMutations } from '../judge-mutations.ts';
import { listOf, runTraps, tableOf } from '../traps.ts';
import type { AdmissionRow } from './row.ts';

export const trapData = sharedData('traps');

/** Files with a trap each, by their own scorer. */
export async function traps(): Promise<AdmissionRow> {
  const scored = await runTraps([]);
  const n = (outcome: string): number => scored.filter((row) => row.outcome === outcome).length;
  console.table(tableOf(scored, 'group'));
  console.log(`Silently wrong:\n${listOf(scored, 'silent-wrong')}`);
  return {
    measure: 'Traps: silently wrong; right',
    elsewhere: 'uncounted',
    reached: `${n('silent-wrong')} of ${scored.length}; ${((100 * n('right')) / scored.length).toFixed(1)} %`,
    limit: '0; ≥ 95 %',
    holds: n('silent-wrong') === 0 && n('right') >= 0.95 * scored.length,
  };
}

/** Files as programs, banks, instruments and people write them. */
export async function filesOfPrograms(folder: string): Promise<AdmissionRow> {
  const found = { right: 0, said: 0, silent: 0 };
  const path = join(folder, 'program.csv');
  for (const file of programFiles) {
    writeFileSync(path, encodeText(file.text, file.encoding ?? 'utf-8'));
    const { columns, cells, admission } = await admitCells(path, {}, join(folder, 'program'));
    const verdict = judgeProgramFile(file, {
      names: columns.map(({ name }) => name),
      rows: cells,
      said: wordsOf(admission),
    });
    found[verdict] += 1;
    if (verdict === 'silent') console.error(`silent: ${file.name}`);
  }
  return {
    measure: `Files as ${programFiles.length} programs and people write them: silently wrong; right; said`,
    elsewhere: 'uncounted',
    reached: `${found.silent}; ${found.right}; ${found.said}`,
    limit: '0 silently wrong',
    holds: found.silent === 0,
  };
}

/** Everything that is said or asked of a table. */
const wordsOf = ({ notes, questions = [] }: Admission): string[] => [
  ...notes.map(({ column, message, examples }) =>
    [column ?? '', message, ...examples.map(({ before }) => before)].join(' '),
  ),
  ...questions.map(({ question }) => question),
];

/** Clean files of 25 kinds, as they are and with one fault each, against their known truth. */
export async function mutationsOfKnownTruth(folder: string): Promise<AdmissionRow[]> {
  const { clean, mutated } = await judgeMutations(folder);
  return [
    {
      measure: `Clean files of known truth (${clean.files}): silently wrong; questions put`,
      elsewhere: 'uncounted',
      reached: `${clean.silent}; ${((100 * clean.asked) / clean.files).toFixed(1)} %`,
      limit: '0; ≤ 2 %',
      holds: clean.silent === 0 && clean.asked <= 0.02 * clean.files,
    },
    {
      measure: `Mutations of them (${mutated.files}): silently wrong; right; noted; asked; refused`,
      elsewhere: 'uncounted',
      reached: [mutated.silent, mutated.right, mutated.noted, mutated.asked, mutated.refused].join(
        '; ',
      ),
      limit: '0 silently wrong',
      holds: mutated.silent === 0,
    },
  ];
}
