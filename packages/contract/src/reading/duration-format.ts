const number = String.raw`([0-9]{1,12}(?:\.[0-9]{1,9})?)`;
/** `4 days`: a number with the name of its unit, which may be missing. */
const part = (units: string): string => `(?:${number} ?(?:${units})(?:, ?| )?)?`;

/**
 * How long something takes, as people and ISO 8601 write it: 1:30, 26:03:09.5, 2 days 3:00, 1h 30m,
 * 90 min, P1DT2H. A regular expression that means the same in RE2, R (perl = TRUE), Python and
 * JavaScript; its first group is the sign.
 */
export const durationForm = `(?i)^(-)?(?:(?:([0-9]{1,9}) ?(?:days?|d),? ?)?([0-9]{1,9}):([0-5][0-9])(?::([0-5][0-9](?:\\.[0-9]{1,9})?))?|P?${[
  part('weeks?|w'),
  part('days?|d'),
].join('')}T?${[part('hours?|hrs?|h'), part('minutes?|mins?|m'), part('seconds?|secs?|s')].join(
  '',
)})$`;

/** Seconds of the groups behind the sign; of a clock without seconds the hours come first. */
export const durationUnits: readonly number[] = [86_400, 3600, 60, 1, 604_800, 86_400, 3600, 60, 1];
