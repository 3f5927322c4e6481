import { expect, test } from 'vitest';
import { jobRights } from './job-rights.ts';

const settings = { throttleScale: 1 };

test.each([
  ['free', false, { share: 1, running: 1, waiting: 5, seconds: 20, plan: 'Free' }],
  ['free', true, { share: 2, running: Infinity, waiting: 5, seconds: 20, plan: 'Free' }],
  ['paid', true, { share: 4, running: Infinity, waiting: 20, seconds: 120, plan: 'Pro' }],
] as const)(
  'a user of the plan %s, verified: %s, has these rights [H1]',
  (tier, emailVerified, rights) => {
    expect(jobRights({ tier, emailVerified, raisedFileMb: null }, settings)).toMatchObject(rights);
  },
);

test('a refusal on Free names what Pro gives, one on Pro does not', () => {
  expect(
    jobRights({ tier: 'free', emailVerified: true, raisedFileMb: null }, settings).remedies,
  ).toEqual({
    late:
      'Ask for less at once: fewer columns or rows, or a smaller file; or upgrade to Pro, ' +
      'where a job may take 120 seconds.',
    crowded:
      'Wait for one of them to be answered before you ask for more, or upgrade to Pro, where 20 may wait.',
  });
  expect(
    jobRights({ tier: 'paid', emailVerified: true, raisedFileMb: null }, settings).remedies,
  ).toEqual({
    late: 'Ask for less at once: fewer columns or rows, or a smaller file.',
    crowded: 'Wait for one of them to be answered before you ask for more.',
  });
});

test('where an administrator lets files be larger, a job has a tenth of a second for each megabyte', () => {
  const of = (raisedFileMb: number) =>
    jobRights({ tier: 'paid', emailVerified: true, raisedFileMb }, settings).seconds;
  expect([of(500), of(1201), of(10_240)]).toEqual([120, 121, 1024]);
});
