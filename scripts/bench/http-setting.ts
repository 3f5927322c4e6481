import type { BenchRow } from './report.ts';
import type { Server } from './servers.ts';

/** What the measures of the server are given. */
export interface HttpSetting {
  readonly server: Server;
  readonly postgres: { readonly url: string; readonly log: () => string };
  readonly key: string;
  readonly session: string;
  /** A dataset of 1 MB, and a file of 99. */
  readonly id: string;
  readonly large: string;
  /** A folder for files of the measures. */
  readonly folder: string;
  /** How often each side is measured, after a first time that does not count. */
  readonly rounds: number;
  /** What was found. */
  readonly table: BenchRow[];
}
