import { decimalOf } from '../table/table-column.ts';

/** The first round value above another one. */
export type Step = (value: number) => number;

/** Round values from the coarsest to the finest, and ones that no value lies below or reaches. */
export interface RoundSteps {
  readonly below: number;
  readonly above: number;
  readonly steps: readonly Step[];
}

/** Digits of a double that count. */
const digits = 15;

/** Multiples of 1 and 5 times the powers of ten, down to the unit of the storage. */
export function numberSteps(low: number, high: number, storage: string): RoundSteps {
  const largest = Math.max(Math.abs(low), Math.abs(high), 1);
  const most = Number.isFinite(largest) ? Math.ceil(Math.log10(largest)) : 300;
  const places = storage === 'BIGINT' ? 0 : (decimalOf(storage)?.scale ?? digits - most);
  const steps: Step[] = [];
  for (let power = most; power >= -places; power--) {
    steps.push(multiplesOf(1, power));
    if (power > -places) steps.push(multiplesOf(5, power - 1));
  }
  return {
    below: low >= 0 ? 0 : -powerFrom(-low),
    above: high < 0 ? 0 : powerAbove(high),
    steps,
  };
}

const multiplesOf =
  (factor: number, power: number): Step =>
  (value) => {
    const step = Number(`${factor}e${power}`);
    for (let times = Math.floor(value / step); ; times++) {
      const found = Number(`${factor * times}e${power}`);
      if (found > value || !Number.isSafeInteger(times)) return found;
    }
  };

const powerFrom = (value: number): number => {
  const power = Number(`1e${Math.max(0, Math.ceil(Math.log10(value)))}`);
  return power >= value ? power : power * 10;
};
const powerAbove = (value: number): number => {
  const power = value === 0 ? 1 : powerFrom(value);
  return power > value ? power : power * 10;
};

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const every =
  (unit: number): Step =>
  (value) =>
    (Math.floor(value / unit) + 1) * unit;
const clocks = [6 * hour, hour, 15 * minute, minute, second].map(every);

/** Times of a day in milliseconds. */
export const clockSteps = (): RoundSteps => ({ below: 0, above: day, steps: clocks });

const startOf = (year: number, month = 0): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return date.getTime();
};
const years =
  (many: number): Step =>
  (value) =>
    startOf((Math.floor(new Date(value).getUTCFullYear() / many) + 1) * many);
const months =
  (many: number): Step =>
  (value) => {
    const date = new Date(value);
    return startOf(date.getUTCFullYear(), (Math.floor(date.getUTCMonth() / many) + 1) * many);
  };

/** Milliseconds of UTC: decades, years, quarters, months, days, and parts of a day. */
export const dateSteps = (low: number, high: number, storage: string): RoundSteps => ({
  below: startOf(Math.floor(new Date(low).getUTCFullYear() / 10) * 10),
  above: years(10)(high),
  steps: [
    years(10),
    years(1),
    months(3),
    months(1),
    every(day),
    ...(storage === 'DATE' ? [] : clocks),
  ],
});
