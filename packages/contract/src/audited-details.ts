import type { z } from 'zod';
import type { adminExportAuditInput } from './admin/operations.ts';
import { auditKindNames } from './audit.ts';
import { actOf } from './audited-acts.ts';
import type { TestQuestion } from './datasets/sharing.ts';
import type { SecondFactor } from './error-details.ts';
import { scopeNames, type RoleName } from './operation.ts';
import { sayTime } from './say-time.ts';

/** A value in words, for the line of this action; empty where the act says it already. */
type Say = (value: string, action: string) => string;

const silent: Say = () => '';
const wordFor = (words: Readonly<Record<string, string>>, value: string): string =>
  Object.entries(words).find(([name]) => name === value)?.[1] ?? value;
const from =
  (words: Readonly<Record<string, string>>): Say =>
  (value) =>
    wordFor(words, value);

/** Moments as people read them. */
const datesIn = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) =>
    Number.isNaN(Date.parse(moment)) ? moment : sayTime(moment),
  );

const factors: Readonly<Record<SecondFactor, string>> = {
  totp: 'with a code from the authenticator app',
  passkey: 'with a passkey',
  recovery_code: 'with a recovery code',
};
const roles: Readonly<Record<RoleName, string>> = { admin: 'administrator' };
const questions: Readonly<Record<TestQuestion['operation'], string>> = {
  compare_groups: 'a comparison of groups',
  analyze_association: 'an association',
  test_distribution: 'a test of a distribution',
  fit_regression: 'a regression',
  analyze_time_series: 'a time series',
  find_structure: 'a structure of columns or rows',
};
/** Why a session or a subscription was ended. */
const reasons = {
  'replay of a used refresh token': 'it was used twice',
  'refresh token with the cookie of another session': 'it came from another browser',
  'its account was deleted': 'its account was deleted',
  'it was a second one': 'it was a second one, and is credited to the next invoices',
};
const sayPlan = (value: string): string =>
  datesIn(value.replace(/^none/, 'no subscription').replaceAll('_', ' '));
const scopesIn = (value: string): string =>
  value
    .split(' ')
    .map((scope) => wordFor(scopeNames, scope))
    .map((name) => name.charAt(0).toLowerCase() + name.slice(1))
    .join(', ');

/** What an administrator chose of the log to download. */
const filters = {
  q: (value) => `with “${value}”`,
  person: (value) => `of ${value}`,
  kind: from(auditKindNames),
  outcome: from({ done: 'what was done', denied: 'what was denied' }),
  address: (value) => `from ${value}`,
  from: (value) => `since ${datesIn(value)}`,
  to: (value) => `before ${datesIn(value)}`,
} satisfies Readonly<Record<keyof z.infer<typeof adminExportAuditInput>, Say>>;

/**
 * The one table of what lines of the log may say beside their act, in the order in which it is
 * said.
 */
const words = {
  factor: from(factors),
  scopes: (value) => `may ${scopesIn(value)}`,
  datasets: (value) =>
    value === 'all' ? 'all datasets' : value === '1' ? '1 dataset' : `${value} datasets`,
  rows: from({ 'aggregates only': 'no single rows', 'as the scopes say': '' }),
  ends: (value) => (value === 'never' ? 'no end' : `until ${datesIn(value)}`),
  result: (value) => wordFor(questions, value.replaceAll(' ', '_')),
  'single values': from({ yes: 'with single values', no: 'without single values' }),
  format: from({ csv: 'as CSV', parquet: 'as Parquet' }),
  role: from(roles),
  by: (value) => `by the ${value}`,
  /** The act says which. */
  change: silent,
  ended: (value) => `ended with it: ${value}`,
  because: from(reasons),
  until: (value) => (value === 'ended' ? 'ended' : `until ${datesIn(value)}`),
  megabytes: (value) => (value === 'as the plan' ? value : `${value} MB a file`),
  before: (value, action) =>
    action === 'audit.newKey' ? `after line ${value}` : `before: ${sayPlan(value)}`,
  after: (value) => `now: ${sayPlan(value)}`,
  lines: (value) => (value === '1' ? '1 line' : `${value} lines`),
  action: (value) => actOf(value).said,
  ...filters,
  agent: (value) => `by the agent ${value}`,
  key: (value) => `by the API key ${value}`,
  /** The reason says it in words. */
  code: silent,
} satisfies Readonly<Record<string, Say>>;

/** What a line may say beside its act: nothing without words. */
export type AuditDetails = Readonly<Partial<Record<keyof typeof words | 'reason', string>>>;

/**
 * What a line of the log says beside its act, in plain words; what a later or earlier version
 * wrote, by its name.
 */
export function sayDetails(action: string, details: Readonly<Record<string, string>>): string {
  const { reason, ...facts } = details;
  const known = Object.entries<Say>(words).flatMap(([name, say]) => {
    const value = facts[name];
    return value === undefined ? [] : [say(value, action)];
  });
  const others = Object.entries(facts)
    .filter(([name]) => !Object.hasOwn(words, name))
    .map(([name, value]) => `${name}: ${value}`);
  const said = [...known, ...others].filter((part) => part !== '').join('; ');
  const sentence = said.charAt(0).toUpperCase() + said.slice(1);
  return [sentence, reason ?? ''].filter((part) => part !== '').join('. ');
}
