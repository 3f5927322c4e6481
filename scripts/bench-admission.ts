import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashesByMutation, realFiles } from './bench/admission/crashes.ts';
import {
  filesOfPrograms,
  mutationsOfKnownTruth,
  trapData,
  traps,
} from './bench/admission/known-files.ts';
import { pollock, pollockData } from './bench/admission/pollock.ts';
import { Reader } from './bench/admission/reader.ts';
import type { AdmissionRow } from './bench/admission/row.ts';
import { secondReader, speed } from './bench/admission/speed.ts';
import { spectrum, spectrumData } from './bench/admission/spectrum.ts';
import { report } from './bench/report.ts';

/**
 * How well admission reads the Pollock benchmark and csv-spectrum, against the figures of other
 * loaders:
 *   pnpm bench:admission [pollock spectrum crashes programs truth traps speed second] [--keep]
 * Needs python3 with dateutil. Both collections are others' work and lie in ../shared/data; what is
 * not there is named and left out.
 */
/** The parts that were asked for; all without words. */
const parts = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const runs = (part: string): boolean => parts.length === 0 || parts.includes(part);
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const reader = new Reader(folder);
const table: AdmissionRow[] = [];

try {
  for (const { isHere, note } of [pollockData, spectrumData, realFiles, trapData])
    if (!isHere) console.log(`Left out${note}.`);
  if (runs('pollock') && pollockData.isHere) table.push(...(await pollock(reader, folder)));
  if (runs('spectrum') && spectrumData.isHere) table.push(await spectrum(reader));
  if (runs('crashes')) table.push(await crashesByMutation(reader, folder));
  if (runs('programs')) table.push(await filesOfPrograms(folder));
  if (runs('truth')) table.push(...(await mutationsOfKnownTruth(folder)));
  if (runs('traps') && trapData.isHere) table.push(await traps());
  table.push({
    measure: 'Files that an upload reads with other rows than were compared above',
    elsewhere: '–',
    reached: String(reader.unlike),
    limit: '0',
    holds: reader.unlike === 0,
  });
  if (runs('speed')) table.push(await speed(folder));
  if (runs('second')) table.push(await secondReader(folder));
  report(
    'admission',
    table.map(({ measure, elsewhere, ...row }) => ({
      measure: `${measure} (elsewhere: ${elsewhere})`,
      ...row,
    })),
    parts.length > 0,
  );
} finally {
  if (process.argv.includes('--keep')) console.log(folder);
  else rmSync(folder, { recursive: true });
}
