import { sharedData } from '@columnist/testing';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pollockData } from './pollock.ts';
import type { Reader } from './reader.ts';
import type { AdmissionRow } from './row.ts';
import { spectrumData } from './spectrum.ts';

export const realFiles = sharedData('datasets');

/** A generator of its own, so that a run can be repeated. */
function* random(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    yield state / 4_294_967_296;
  }
}

/** Ten mutations of each file: bytes changed, cut, doubled. None may crash the reader. */
export async function crashesByMutation(reader: Reader, folder: string): Promise<AdmissionRow> {
  const generated = join(folder, 'generated.csv');
  execFileSync(process.execPath, [
    join(import.meta.dirname, '../../generate-csv.ts'),
    generated,
    '0.2',
  ]);
  const sources = [
    generated,
    ...[join(spectrumData.path, 'csvs'), realFiles.path].flatMap((part) =>
      existsSync(part)
        ? readdirSync(part)
            .filter((name) => name.endsWith('.csv'))
            .map((name) => join(part, name))
        : [],
    ),
  ];
  const numbers = random(20_261_121);
  const next = (below: number): number => Math.floor((numbers.next().value ?? 0) * below);
  const before = reader.crashes;
  let n = 0;
  for (const source of sources) {
    const bytes = readFileSync(source);
    for (let k = 0; k < 10; k++) {
      let changed = Buffer.from(bytes);
      for (let m = next(8); m >= 0; m--) {
        const at = next(changed.length);
        const kind = next(4);
        if (kind === 0) changed[at] = next(256);
        else if (kind === 1)
          changed = Buffer.concat([
            changed.subarray(0, at),
            Buffer.from(['"', ',', '\n', '\r', ';', '\\', '\t'][next(7)] ?? ''),
            changed.subarray(at),
          ]);
        else if (kind === 2)
          changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1 + next(20))]);
        else
          changed = Buffer.concat([
            changed.subarray(0, at),
            changed.subarray(Math.max(0, at - next(200))),
          ]);
      }
      const path = join(folder, 'mutation.csv');
      writeFileSync(path, changed);
      await reader.read(path, {});
      n += 1;
    }
  }
  return {
    measure: `Crashes over ${pollockData.isHere ? 'Pollock and ' : ''}${n} mutations; slowest answer`,
    elsewhere: '–',
    reached: `${reader.crashes - before}; ${(reader.slowest / 1000).toFixed(1)} s`,
    limit: '0; 5 s',
    holds: reader.crashes === 0 && reader.slowest < 5000,
  };
}
