import type { KindName } from './kinds.ts';

/** What is not measured but supposed; to be changed here, and run again, by those who know better. */
export const assumptions = {
  /** Of all accounts, on a working day. */
  activeShare: 0.08,
  /** Of what happens on a day, in its busiest hour. */
  busiestHour: 0.15,
  /** Calls of each kind that an active person makes on a day. */
  aDay: { list: 4, page: 8, question: 25, test: 3, model: 0.5, upload: 1.5, export: 0.5 },
  /** Accounts whose programs or agents ask on a day, and how much each asks. */
  programs: { share: 0.01, questions: 400 },
  /**
   * Megabytes of an uploaded file are lognormal: this median and this standard deviation of their
   * logarithm, 100 at most. What costs by the size is scaled to the measured 1 MB.
   */
  megabytes: { median: 0.4, sigma: 1.6, most: 100 },
  /** How much calls of one kind differ: the standard deviation of the logarithm of their work. */
  sigma: 0.5,
  /** Dollars. On demand, in one zone, without discounts or traffic. */
  prices: {
    coreHour: 0.045,
    databaseCoreHour: 0.11,
    gigabyteMonth: 0.023,
    thousandPuts: 0.005,
    thousandGets: 0.0004,
  },
  /** Of each dataset with its versions and what is made of it, beside its file. */
  storedPerUploaded: 1.2,
  /** Share of uploads that are still there after a month. */
  kept: 0.3,
} as const satisfies {
  readonly aDay: Readonly<Record<KindName, number>>;
  readonly [name: string]: unknown;
};

/** The calls of each kind in a second of the busiest hour. */
export function callsASecond(accounts: number): Readonly<Record<KindName, number>> {
  const { activeShare, busiestHour, aDay, programs } = assumptions;
  const people = (accounts * activeShare * busiestHour) / 3600;
  const machines = (accounts * programs.share * programs.questions * busiestHour) / 3600;
  return {
    list: people * aDay.list,
    page: people * aDay.page,
    question: people * aDay.question + machines,
    test: people * aDay.test,
    model: people * aDay.model,
    upload: people * aDay.upload,
    export: people * aDay.export,
  };
}
