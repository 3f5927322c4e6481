import type { Note } from '../admission/column-notes.ts';
import { formatNote } from './typed-table.ts';

export const notANumber = (name: string, count: number): Note =>
  formatNote(
    'read_as_missing',
    `${count === 1 ? '1 cell is' : `${count} cells are`} NaN and read as missing.`,
    name,
    count,
  );

export const finerThanMicroseconds = (name: string, count: number): Note =>
  formatNote(
    'rounded',
    `${count === 1 ? '1 time is' : `${count} times are`} finer than a microsecond: what is beyond it is cut off.`,
    name,
    count,
  );

export const datesOutside = (name: string, count: number): Note =>
  formatNote(
    'read_as_missing',
    `${count === 1 ? '1 date is' : `${count} dates are`} not of the years 1 to 9999 and read as missing.`,
    name,
    count,
  );

export const partsOfDays = (name: string, count: number): Note =>
  formatNote(
    'rounded',
    `${count === 1 ? '1 date has a part of a day, which is' : `${count} dates have a part of a day, which is`} cut off.`,
    name,
    count,
  );

export const timesOutside = (name: string, count: number): Note =>
  formatNote(
    'read_as_missing',
    `${count === 1 ? '1 time is' : `${count} times are`} not within one day and read as missing.`,
    name,
    count,
  );

export const timesInSeconds = (name: string, count: number): Note =>
  formatNote(
    'read_as_number',
    'Times that are not all within one day are read as their seconds.',
    name,
    count,
  );

/** Moments of a zone other than UTC. */
export const keptInUtc = (name: string, zone: string): Note[] =>
  zone === '' || /^(?:utc|etc\/utc|z|\+00:?00)$/i.test(zone)
    ? []
    : [
        formatNote(
          'time_zone',
          `Its times are of the zone ${zone.slice(0, 60)} and kept in UTC.`,
          name,
          1,
        ),
      ];
