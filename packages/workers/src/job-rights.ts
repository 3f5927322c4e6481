/** What one user may have of the workers. */
export interface JobRights {
  /**
   * Of the workers' time, beside that of other users: a share of 2 is served twice as much as one
   * of 1.
   */
  readonly share: number;
  /** Jobs that may run at once; all workers but one are never exceeded. */
  readonly running: number;
  /** Jobs that may wait. */
  readonly waiting: number;
  /** Seconds one job may take. */
  readonly seconds: number;
  /** Name of the plan that says so, for the text of a refusal. */
  readonly plan?: string | undefined;
  /** What to do about a job that took too long, and about too many that wait. */
  readonly remedies?: { readonly late: string; readonly crowded: string } | undefined;
}

interface LaneLoad {
  readonly waiting: number;
  readonly running: number;
  /** Jobs refused because too many waited, since the start. */
  readonly refused: number;
}

/** Worker processes, those that work, and jobs that wait for one, in all and by lane. */
export interface EngineLoad {
  readonly workers: number;
  readonly busy: number;
  readonly waiting: number;
  readonly lanes: { readonly fast: LaneLoad; readonly slow: LaneLoad };
  /** Jobs that a worker began, since the start. */
  readonly started: number;
  /** Jobs that took too long for the fast lane and were moved to the slow one, since the start. */
  readonly moved: number;
}
