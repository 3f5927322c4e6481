import { rowsOf } from '@columnist/tables/admission/admit-file';
import { compareReadings } from '@columnist/tables/admission/compare-readings';
import { readCounted } from '@columnist/tables/admission/read-counted';
import { temporaryFiles } from '@columnist/tables/admission/temporary-files';
import { writeTable } from '@columnist/tables/admission/write-table';
import { profileTable } from '@columnist/tables/columns/profile-table';
import { withConnection } from '@columnist/tables/database/duckdb';
import { rm } from 'node:fs/promises';
import { median } from './report.ts';

/** Milliseconds, each the median of the rounds after the first. */
export interface SecondReaderCost {
  readonly admission: number;
  readonly second: number;
}

/**
 * What the second reader adds to the admission of a file: what a worker does of it, the reading, the
 * comparison and the description of the columns, timed one after the other in this process.
 */
export async function secondReaderCost(
  source: string,
  scratch: string,
  rounds = 5,
): Promise<SecondReaderCost> {
  const times = { admission: [] as number[], second: [] as number[] };
  for (let round = 0; round < rounds + 1; round++) {
    const temporary = temporaryFiles(scratch);
    try {
      await withConnection(
        { paths: [source, ...Object.values(temporary)], threads: 'all', memoryMb: 4096 },
        new AbortController().signal,
        async (connection, aside) => {
          const begin = performance.now();
          const { opened, result } = await readCounted(
            source,
            {},
            temporary,
            () => undefined,
            async (readable) => {
              const written = await writeTable(connection, readable, undefined, {}, temporary);
              return written === null
                ? null
                : { rows: await rowsOf(connection, temporary.part), result: written };
            },
          );
          const read = performance.now();
          await compareReadings(
            connection,
            aside,
            opened,
            temporary.part,
            result.columns,
            result.missingWords,
          );
          const end = performance.now();
          await profileTable(
            connection,
            aside,
            temporary.part,
            result.columns,
            opened.rows,
            () => undefined,
          );
          const profiled = performance.now();
          if (round === 0) return;
          times.admission.push(profiled - begin);
          times.second.push(end - read);
        },
      );
    } finally {
      await Promise.all(Object.values(temporary).map((path) => rm(path, { force: true })));
    }
  }
  return { admission: median(times.admission), second: median(times.second) };
}
