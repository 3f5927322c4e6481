import type { Plan, Tier } from './plan.ts';

/** The price list. Plain data: pages show it before anything else is loaded. */
export const plans = {
  free: {
    tier: 'free',
    price: 0,
    max_datasets: 5,
    max_api_queries: 100,
    max_file_size_mb: 10,
    description: 'Basic access with limited features',
  },
  paid: {
    tier: 'paid',
    price: 29,
    max_datasets: 50,
    max_api_queries: 0,
    max_file_size_mb: 100,
    description: 'Full access to all premium features and higher usage limits',
  },
} as const satisfies Record<Tier, Plan>;

const MB = 1024 * 1024;

interface Allowance {
  readonly storageBytes: number;
  /** Of programs: API keys and agents. */
  readonly requestsPerMinute: number;
  /** Of sessions: several times what the busiest screens ask for. */
  readonly sessionRequestsPerMinute: number;
  /** Analyses and readings of files that may wait for a worker. */
  readonly waitingJobs: number;
  /** Seconds that one of them may take. */
  readonly jobSeconds: number;
  /**
   * Of the workers' time, beside other users: with 4 somebody is served twice as much as with 2.
   */
  readonly jobShare: number;
}

/** Limits that are not on the price list. */
export const allowances = {
  free: {
    storageBytes: 250 * MB,
    requestsPerMinute: 60,
    sessionRequestsPerMinute: 600,
    waitingJobs: 5,
    jobSeconds: 20,
    jobShare: 2,
  },
  paid: {
    storageBytes: 10 * 1024 * MB,
    requestsPerMinute: 600,
    sessionRequestsPerMinute: 1200,
    waitingJobs: 20,
    jobSeconds: 120,
    jobShare: 4,
  },
} as const satisfies Record<Tier, Allowance>;

/** Without a verified e-mail address: one job at a time, and the smallest share. */
export const unverifiedJobs = { running: 1, share: 1 } as const;

/** Versions that a dataset may have. */
export const mostVersions = 20;

/** Whose limits they are. */
export interface PlanHolder {
  readonly tier: Tier;
  /** Megabytes that an administrator lets a file of theirs have; null for those of the plan. */
  readonly raisedFileMb: number | null;
}

/** Between which an administrator may raise it, in megabytes. */
export const raisableFileMb = { least: 1, most: 16_384 } as const;

/** Megabytes that a file may have. */
export const maxFileMb = ({ tier, raisedFileMb: raised }: PlanHolder): number =>
  Math.max(plans[tier].max_file_size_mb, raised ?? 0);

export const maxFileBytes = (of: PlanHolder): number => maxFileMb(of) * MB;

/** Bytes that all files of one may take: room for ten of the largest, where that is more. */
export const maxStoredBytes = (of: PlanHolder): number =>
  Math.max(allowances[of.tier].storageBytes, 10 * maxFileBytes(of));

/** Seconds that a job may take: a tenth for each megabyte of the largest file, where that is more. */
export const maxJobSeconds = (of: PlanHolder): number =>
  Math.max(allowances[of.tier].jobSeconds, Math.ceil(maxFileMb(of) / 10));
