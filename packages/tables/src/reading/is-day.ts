/**
 * SQL condition that a day exists. The database would make a date of it faster, but for one that
 * does not exist it throws, which takes a hundred times longer.
 */
export const isDay = (year: string, month: string, day: string): string =>
  `(${month} between 1 and 12 and ${day} between 1 and ${daysOf(year, month)})`;

const daysOf = (year: string, month: string): string =>
  `(case when ${month} in (4, 6, 9, 11) then 30 when ${month} <> 2 then 31 ` +
  `when ${year} % 4 = 0 and (${year} % 100 <> 0 or ${year} % 400 = 0) then 29 else 28 end)`;
