/** What a command has around it: the process, or a test in its place. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  /** Columns of the terminal; left out where it is none or says nothing. */
  readonly width?: number | undefined;
  readonly version: string;
  readonly signal: AbortSignal;
  /** To stdout. */
  readonly print: (text: string) => void;
  /** To stderr. */
  readonly say: (text: string) => void;
}
