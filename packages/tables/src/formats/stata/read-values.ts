import { dateText, momentText, numberText } from '../canonical-text.ts';
import type { Cell } from '../typed-table.ts';
import { leapSecondsBefore } from './leap-seconds.ts';
import type { StataType } from './read-header.ts';

/** `.` is null; `.a` to `.z` are texts, as they are written in Stata. */
const extended = (place: number): Cell =>
  place === 0 ? null : `.${String.fromCharCode(96 + place)}`;

/** The value of a value label, of which the largest are missing values. */
export const codeText = (value: number): string =>
  value > 2_147_483_620 ? (extended(value - 2_147_483_621) ?? '.') : String(value);

/** Of floats and doubles the values from `.` on are missing: 27 of them, so far apart. */
function extendedOf(distance: number, apart: number): string | number | null {
  const place = distance / apart;
  return Number.isInteger(place) && place <= 26 ? extended(place) : Number.NaN;
}

const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);

/**
 * A number in the bytes of its type; null or `.a` to `.z` where it is missing, NaN where it is no
 * value of Stata, as infinity and numbers from 2^1023 (floats: 2^127) on.
 */
export function numberAt(
  bytes: Buffer,
  at: number,
  type: Exclude<StataType, 'strL' | { text: number }>,
  littleEndian: boolean,
): number | string | null {
  switch (type) {
    case 'byte': {
      const value = bytes.readInt8(at);
      return value > 100 ? extended(value - 101) : value;
    }
    case 'int': {
      const value = littleEndian ? bytes.readInt16LE(at) : bytes.readInt16BE(at);
      return value > 32_740 ? extended(value - 32_741) : value;
    }
    case 'long': {
      const value = littleEndian ? bytes.readInt32LE(at) : bytes.readInt32BE(at);
      return value > 2_147_483_620 ? extended(value - 2_147_483_621) : value;
    }
    case 'float': {
      const bits = littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
      if (bits >= 0x7f000000 && bits < 0x80000000) return extendedOf(bits - 0x7f000000, 0x800);
      return finite(littleEndian ? bytes.readFloatLE(at) : bytes.readFloatBE(at));
    }
    case 'double': {
      const high = littleEndian ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at);
      if (high >= 0x7fe00000 && high < 0x80000000) {
        const low = littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at + 4);
        return extendedOf(high - 0x7fe00000 + low / 2 ** 32, 0x100);
      }
      return finite(littleEndian ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at));
    }
  }
}

/** What numbers of a format mean; null where they are plain numbers. */
export type Period = 'c' | 'C' | 'd' | 'w' | 'm' | 'q' | 'h' | 'y';

export function periodOf(format: string): Period | null {
  const [, period] = /^%-?0?\d*\.?\d*(?:t([cCdwmqhy])|d)/.exec(format) ?? [];
  const found = (['c', 'C', 'd', 'w', 'm', 'q', 'h', 'y'] as const).find((one) => one === period);
  return found ?? (/^%-?\d*d/.test(format) ? 'd' : null);
}

const epoch = Date.UTC(1960, 0, 1);
const day = 86_400_000;

/** A number as the date or moment that it means; null where there is no such date. */
export function dated(value: number, period: Period): Cell {
  const whole = Math.floor(value);
  switch (period) {
    case 'c':
      return moment(value);
    case 'C':
      return moment(value - 1000 * leapSecondsBefore(value));
    case 'd':
      return dateText(epoch + whole * day);
    case 'w':
      return ofYear(whole, 52, (year, week) => firstOf(year, 0) + week * 7 * day);
    case 'm':
      return ofYear(whole, 12, firstOf);
    case 'q':
      return ofYear(whole, 4, (year, quarter) => firstOf(year, 3 * quarter));
    case 'h':
      return ofYear(whole, 2, (year, half) => firstOf(year, 6 * half));
    case 'y':
      return numberText(value);
  }
}

function moment(milliseconds: number): Cell {
  const whole = Math.floor(milliseconds);
  const seconds = Math.floor(whole / 1000);
  const micro = Math.round((milliseconds - whole) * 1000) + (whole - seconds * 1000) * 1000;
  return momentText(epoch / 1000 + seconds, micro);
}

/** Date.UTC takes the years 0 to 99 for those of the last century. */
const firstOf = (year: number, month: number): number => new Date(0).setUTCFullYear(year, month, 1);

const ofYear = (
  value: number,
  parts: number,
  begin: (year: number, part: number) => number,
): Cell => dateText(begin(1960 + Math.floor(value / parts), ((value % parts) + parts) % parts));
