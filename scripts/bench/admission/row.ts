import type { BenchRow } from '../report.ts';

export interface AdmissionRow extends BenchRow {
  /** The best figure of another loader. */
  readonly elsewhere: string;
}
