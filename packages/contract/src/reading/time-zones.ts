import { nearestNames } from '../nearest-names.ts';

/** As the IANA time zone database writes places: Europe/Berlin, America/Port-au-Prince. */
const form = /^(?:UTC|[A-Z][A-Za-z]+(?:\/[A-Z][\w+-]*)+)$/;

const placeIn = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();

/** Whether it is the name of a zone, old ones such as US/Eastern among them. */
export function isTimeZone(name: string): boolean {
  if (!form.test(name)) return false;
  const known = zones();
  if (known.includes(name)) return true;
  // Other programs tell capitals from small letters, which is not done here.
  if (known.some((zone) => zone.toLowerCase() === name.toLowerCase())) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Names of zones that somebody may mean: those of a place of this name, else those written nearly so. */
export function nearestZones(name: string): string[] {
  const place = placeIn(name.trim().replaceAll(/\s+/g, '_'));
  const known = zones();
  const same = known.filter((zone) => placeIn(zone) === place);
  return same.length > 0 ? same.slice(0, 3) : nearestNames(name.slice(0, 60), known);
}

/** How zones are named, for who wrote another name. */
export const zonesAreNamed =
  "Zones are named as in the IANA time zone database: 'Europe/Berlin', 'America/New_York', 'UTC'.";

const zones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];
