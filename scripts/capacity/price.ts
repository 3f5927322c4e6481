import { assumptions, callsASecond } from './assumptions.ts';
import type { Costs } from './costs.ts';
import { kindNames } from './kinds.ts';
import type { Fleet } from './size-fleet.ts';

export interface Price {
  /** Dollars a month. */
  readonly machines: number;
  readonly database: number;
  readonly storage: number;
  readonly requests: number;
  readonly total: number;
  /** Gigabytes after a year. */
  readonly gigabytes: number;
}

const hoursAMonth = 730;
const workingDays = 22;

/** What a fleet costs in a month, with what is stored after a year; it runs at the size of its peak. */
export function priceOf({ accounts, web, workers, database }: Fleet, { of: costs }: Costs): Price {
  const { prices, megabytes, kept, storedPerUploaded, busiestHour } = assumptions;
  const rates = callsASecond(accounts);
  const aMonth = (rate: number): number => ((rate * 3600) / busiestHour) * workingDays;
  // The mean of the lognormal distribution; the few beyond the limit are refused.
  const mean = megabytes.median * Math.exp(megabytes.sigma ** 2 / 2);
  const gigabytes = (12 * aMonth(rates.upload) * mean * storedPerUploaded * kept) / 1000;
  const asked = (of: 'get' | 'put'): number =>
    kindNames.reduce((sum, name) => sum + aMonth(rates[name]) * (costs[name]?.store[of] ?? 0), 0);
  const price = {
    machines: (web + workers) * hoursAMonth * prices.coreHour,
    database: database * hoursAMonth * prices.databaseCoreHour,
    storage: gigabytes * prices.gigabyteMonth,
    requests: (asked('put') * prices.thousandPuts + asked('get') * prices.thousandGets) / 1000,
  };
  return {
    ...price,
    gigabytes,
    total: price.machines + price.database + price.storage + price.requests,
  };
}
