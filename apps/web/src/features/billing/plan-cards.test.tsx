import { plans, type Subscription } from '@columnist/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { markupOf, partsOf, textOf } from '../../ui/testing.tsx';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import { TierTag } from '../../ui/tier-tag.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { PlansComparison } from './plans-comparison.tsx';
import { UsageStatistics } from './usage-statistics.tsx';
import type { SubscriptionActions } from './use-subscription-actions.ts';

const free: Subscription = {
  ...plans.free,
  status: null,
  period_ends_at: null,
  cancel_at_period_end: false,
  granted_until: null,
  billed: false,
};
const paid: Subscription = {
  ...free,
  ...plans.paid,
  status: 'active',
  period_ends_at: '2026-12-24T00:00:00.000Z',
  billed: true,
};
const granted: Subscription = {
  ...free,
  ...plans.paid,
  granted_until: '2027-01-31T00:00:00.000Z',
};

const nothing = () => Promise.resolve();
const actions: SubscriptionActions = {
  busy: false,
  error: null,
  done: null,
  upgrade: nothing,
  cancel: () => undefined,
  resume: nothing,
  openPortal: nothing,
};
const busy: SubscriptionActions = { ...actions, busy: true };

const buttonsOf = (markup: string): (readonly [text: string, disabled: boolean])[] =>
  [...markup.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, attributes = '', inner = '']) => [textOf(inner), attributes.includes('disabled')] as const,
  );

test('the badge of a tier is an outline for Free, and Pro for paid [S1.2 S2.65 S6.10]', () => {
  expect([
    renderToStaticMarkup(<TierTag tier="free" />),
    renderToStaticMarkup(<TierTag tier="paid" />),
  ]).toEqual(['<span class="tag out">Free</span>', '<span class="tag pro">Pro</span>']);
});

test('the notice of what a plan lacks [S6.7]', () => {
  expect(markupOf(<PremiumNotice />)).toBe(
    '<div class="premium" role="note"><b>Premium Feature</b><p>This feature requires a paid subscription ($29/month).</p><a class="btn pri sml" href="/subscription">Upgrade</a></div>',
  );
});

describe('the Current Plan card', () => {
  const read = (plan: Subscription, may = actions) => {
    const markup = markupOf(<CurrentPlan plan={plan} actions={may} />);
    return {
      headings: [...partsOf(markup, 'h2'), ...partsOf(markup, 'h3')],
      badge: /<span class="(tag [^"]*)">([^<]*)</.exec(markup)?.slice(1),
      description: textOf(partsOf(markup, 'p')[0] ?? ''),
      tiles: Object.fromEntries(
        partsOf(markup, 'dt').map((name, i) => [name, partsOf(markup, 'dd')[i]]),
      ),
      buttons: buttonsOf(markup),
    };
  };

  test('of a free user [S2.65 S2.66 S2.68 S2.70 S9.1 S9.2]', () => {
    expect(read(free)).toEqual({
      headings: ['Current Plan', 'Plan Details'],
      badge: ['tag out', 'Free'],
      description: 'Basic access with limited features',
      tiles: { 'Monthly Price': 'Free', 'Max Datasets': '5', 'API Queries/Month': '100' },
      buttons: [['Upgrade to Pro', false]],
    });
  });

  test('of a paid user [S2.65 S2.67 S2.68 S2.70 S9.2 S9.11]', () => {
    expect(read(paid)).toEqual({
      headings: ['Current Plan', 'Plan Details'],
      badge: ['tag pro', 'Pro'],
      description: 'Full access to all premium features and higher usage limits',
      tiles: { 'Monthly Price': '$29.00', 'Max Datasets': '50', 'API Queries/Month': 'Unlimited' },
      buttons: [
        ['Manage Subscription', false],
        ['Billing and invoices', false],
      ],
    });
  });

  test('has no working button while something is under way [S2.69]', () => {
    expect([read(free, busy).buttons, read(paid, busy).buttons]).toEqual([
      [['Upgrade to Pro', true]],
      [
        ['Manage Subscription', true],
        ['Billing and invoices', true],
      ],
    ]);
  });

  test('of granted Pro has nothing to cancel; of a canceled one, the way back', () => {
    expect(read(granted).buttons).toEqual([]);
    expect(read({ ...paid, cancel_at_period_end: true }).buttons[0]).toEqual(['Resume', false]);
  });
});

describe('the Plans Comparison table', () => {
  const rowsOf = (current: Subscription, may = actions) => {
    const markup = markupOf(
      <PlansComparison plans={Object.values(plans)} current={current} actions={may} />,
    );
    return {
      rows: partsOf(markup, 'tr').map((row) =>
        [...row.matchAll(/<(t[hd])(?: [^>]*)?>(.*?)<\/\1>|<td><\/td>/g)].map(([, , cell = '']) =>
          textOf(cell.replace(/ ?<span class="sm s2">.*?<\/span>/, '')),
        ),
      ),
      buttons: buttonsOf(markup),
    };
  };
  const same = [
    ['', 'Free', 'Pro'],
    ['Price', 'Free', '$29.00 a month'],
    ['Datasets Limit', '5', '50'],
    ['API Queries/Month', '100', 'Unlimited'],
    ['Max File Size (MB)', '10', '100'],
    ['Priority Support', 'No', 'Yes'],
    ['Advanced Analytics', 'No', 'Yes'],
  ];

  test('has its rows, and for a free user Upgrade under Pro [S2.75 S2.76 S2.77 S3.9 S9.1 S9.2]', () => {
    expect(rowsOf(free)).toEqual({
      rows: [...same, ['', 'Current Plan', 'Upgrade']],
      buttons: [['Upgrade', false]],
    });
  });

  test('has Downgrade under Free for a paid user [S2.77]', () => {
    expect(rowsOf(paid)).toEqual({
      rows: [...same, ['', 'Downgrade', 'Current Plan']],
      buttons: [['Downgrade', false]],
    });
  });

  test('has no Downgrade where nothing is to be canceled, and none that works while busy [S2.69 S2.77]', () => {
    expect([
      rowsOf(granted).buttons,
      rowsOf({ ...paid, cancel_at_period_end: true }).buttons,
      rowsOf(paid, busy).buttons,
      rowsOf(free, busy).buttons,
    ]).toEqual([[], [], [['Downgrade', true]], [['Upgrade', true]]]);
  });
});

const usage = {
  user_id: '01900000-0000-7000-8000-000000000000',
  daily_api_queries: [],
  datasets_uploaded: 4,
  api_queries: 81,
  max_datasets: 5,
  max_api_queries: 100,
  max_file_size_mb: 10,
  last_reset: '2026-11-01T00:00:00.000Z',
};

describe('Usage Statistics', () => {
  const read = (change: Partial<typeof usage>) => {
    const markup = markupOf(<UsageStatistics usage={{ ...usage, ...change }} />);
    return partsOf(markup, 'div')
      .filter((part) => part.includes('<b>'))
      .map((part) => [
        textOf(partsOf(part, 'b')[0] ?? ''),
        partsOf(part, 'span').map(textOf),
        /class="(bar[^"]*)"/.exec(part)?.[1],
        /width:([^"]*)"/.exec(part)?.[1],
      ]);
  };

  test('say how much of the limit is used, in the error colour above 80 percent [S2.71 S2.72 S9.6]', () => {
    expect(read({})).toEqual([
      ['Datasets', ['4 of 5', '80%'], 'bar', '80%'],
      ['API Queries', ['81 of 100', '81%'], 'bar err', '81%'],
    ]);
  });

  test('stop at 100 percent; a limit of 0 is Unlimited, with a bar of 5 percent [S2.73 S2.74 S9.6]', () => {
    expect(read({ datasets_uploaded: 7, max_api_queries: 0, api_queries: 12_345 })).toEqual([
      ['Datasets', ['7 of 5', '100%'], 'bar err', '100%'],
      ['API Queries', ['12,345 of Unlimited'], 'bar', '5%'],
    ]);
  });

  test('name the day of the last reset [S2.71]', () => {
    expect(
      partsOf(markupOf(<UsageStatistics usage={usage} />), 'p')
        .map(textOf)
        .filter((text) => text.startsWith('Last reset')),
    ).toEqual(['Last reset: 1 Nov 2026']);
  });
});
