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
    expect(jobRights({ tier, emailVerified }, settings)).toMatchObject(rights);
  },
);

test('a refusal on Free names what Pro gives, one on Pro does not', () => {
  expect(jobRights({ tier: 'free', emailVerified: true }, settings).remedies).toEqual({
    late:
      'Ask for less at once: fewer columns or rows, or a smaller file; or upgrade to Pro, ' +
      'where a job may take 120 seconds.',
    crowded:
      'Wait for one of them to be answered before you ask for more, or upgrade to Pro, where 20 may wait.',
  });
  expect(jobRights({ tier: 'paid', emailVerified: true }, settings).remedies).toEqual({
    late: 'Ask for less at once: fewer columns or rows, or a smaller file.',
    crowded: 'Wait for one of them to be answered before you ask for more.',
  });
});
