import { description } from '@columnist/contract';
import { rename, writeFile } from 'node:fs/promises';
import { statedReading } from '@columnist/tables/admission/stated-reading';
import { temporaryFiles } from '@columnist/tables/admission/temporary-files';
import type { AdmitInput, Admitted } from '@columnist/tables/admission/inputs';
import type { JobContext } from './job-context.ts';
import { profileFile, readFile, removeTemporary } from './read-file.ts';

/**
 * Reads a file into Parquet, describes its columns, and puts the files in their places when all is
 * done.
 */
export async function admit(job: AdmitInput, context: JobContext): Promise<Admitted> {
  const { part: asked, written, ...reading } = job.reading ?? {};
  const file = { ...job, reading: statedReading(reading), part: asked, written };
  const { part, repairs } = temporaryFiles(file.parquet);
  try {
    const admitted = await readFile(file, context);
    const { columns, profile } = await profileFile(part, admitted, context);
    await rename(part, file.parquet);
    if (file.repairs !== undefined && admitted.admission.repairs_file)
      await rename(repairs, file.repairs);
    // Of a wide table it is megabytes: written and checked here, it costs the server nothing.
    if (file.profile !== undefined)
      await writeFile(file.profile, JSON.stringify(description.parse(profile)));
    return { ...admitted, columns };
  } finally {
    await removeTemporary(file.parquet);
  }
}
