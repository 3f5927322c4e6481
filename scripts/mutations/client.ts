// One table of all mutations of the client, and so one file.
/**
 * What the client does for the specification, broken in one place each: the tests of that sentence
 * must turn red. Run by scripts/mutate-client.ts.
 */
export interface Mutation {
  /** The sentence, as docs/specification-coverage.md numbers them. */
  readonly id: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly before: string;
  readonly after: string;
  /** The test files of which a test that names the sentence must fail. */
  readonly tests: readonly string[];
  /** Whether it is one of those that no test noticed when they were tried by hand. */
  readonly wasMissed?: boolean;
}

const web = 'apps/web/src';
const browser = (...names: string[]): string[] =>
  names.map((name) => `apps/web/browser/${name}.test.ts`);
const specification = browser('specification');
const session = browser('session-rules');
const shell = browser('shell');
const subscription = browser('subscription');
const cards = [`${web}/features/billing/plan-cards.test.tsx`];

const at =
  (file: string, tests: readonly string[]) =>
  (id: string, before: string, after: string): Mutation => ({
    id,
    file: `${web}/${file}`,
    before,
    after,
    tests,
  });

const router = at('app/router.tsx', specification);
const refresh = at('lib/stored-tokens.ts', session);
const tokens = at('lib/stored-tokens.ts', specification);
const sessions = at('lib/session.tsx', session);
const header = at('app/page-header.tsx', shell);
const menu = at('app/user-menu.tsx', shell);
const footer = at('app/page-footer.tsx', shell);
const banner = at('features/accounts/verification-banner.tsx', shell);
const resend = at('features/accounts/resend-control.tsx', shell);
const login = at('pages/login-page.tsx', specification);
const register = at('pages/register-page.tsx', specification);
const forgot = at('pages/forgot-password-page.tsx', specification);
const reset = at('pages/reset-password-page.tsx', specification);
const denied = at('pages/unauthorized-page.tsx', shell);
const access = at('features/agents/api-access.tsx', shell);
const page = at('pages/subscription-page.tsx', subscription);
const plan = at('features/billing/current-plan.tsx', cards);
const comparison = at('features/billing/plans-comparison.tsx', cards);
const usage = at('features/billing/usage-statistics.tsx', cards);
const warning = at('features/datasets/usage-warning.tsx', [
  `${web}/features/datasets/usage-warning.test.tsx`,
]);
const actions = at('features/billing/use-subscription-actions.ts', subscription);
const figures = at('features/datasets/usage-figures.tsx', subscription);
const defaults = (file: string, text: string, id = 'S8.1'): Mutation =>
  at(file, subscription)(id, `'${text}'`, `'${text} now'`);
const admin = at('features/admin/user-management.tsx', specification);
const adminActions = at('features/admin/user-actions.tsx', specification);
const profile = at('pages/profile-page.tsx', specification);

/** One of the places that no test noticed when they were broken by hand. */
const missed = (mutation: Mutation): Mutation => ({ ...mutation, wasMissed: true });

export const mutations: readonly Mutation[] = [
  // Routes and the session.
  router(
    'S2.7',
    '<Route path="*" element={<Navigate to="/dashboard"',
    '<Route path="*" element={<Navigate to="/settings"',
  ),
  router('S2.4', "if (entered === 'authenticated') return", "if (entered === 'loading') return"),
  router('S2.8', 'state={left ? null : rememberedIn(location)}', 'state={null}'),
  router(
    'S2.10',
    '<Navigate to="/unauthorized" replace />',
    '<Navigate to="/dashboard" replace />',
  ),
  { ...router('S2.10', 'path="/admin/*"', 'path="/admin/:tab"'), tests: shell },
  { ...router('S2.13', 'if (unchecked) check();', ''), tests: session },
  missed({
    ...router('S2.12', 'className="full-screen" role="status"', 'role="status"'),
    tests: session,
  }),
  { ...router('S2.12', '<Spin size="large" />', ''), tests: session },
  sessions(
    'S2.13',
    "onSignInElsewhere(() => setHeld('tokens'))",
    'onSignInElsewhere(() => undefined)',
  ),
  sessions(
    'S4.3',
    'const failed = me.data === undefined && error !== null;',
    'const failed = me.data === undefined && isRefusal(error);',
  ),
  refresh('S4.3', '  clearTokens();\n  endedListeners', '  endedListeners'),
  sessions(
    'S4.4',
    '          .catch(() => undefined);\n        clearTokens();',
    '          .catch(() => undefined);',
  ),
  tokens('S4.2', 'localStorage.setItem(refreshKey, tokens.refresh_token);', ''),
  missed(tokens('S3.13', "const refreshKey = 'refreshToken';", "const refreshKey = 'refresh';")),
  refresh('S4.5', '  if (tokens !== null) {\n    storeTokens(tokens);', '  if (tokens !== null) {'),
  at('lib/refresh-link.ts', session)(
    'S4.5',
    'else if (!left) call = next(op).subscribe(observer);',
    'else fail();',
  ),
  at('lib/refresh-link.ts', session)(
    'S4.5',
    'if (final.has(op.path) ||',
    'if (used === null || final.has(op.path) ||',
  ),
  at('lib/trpc.ts', browser('odd-answers'))('S8.6', '    answerLink,\n', ''),
  at('lib/trpc.ts', session)('S7.3', '`Bearer ${token}`', '`Token ${token}`'),
  at('lib/upload-file.ts', session)(
    'S7.3',
    "if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);",
    '',
  ),
  missed(
    at('lib/login-notice.ts', session)(
      'S2.36',
      'sessionStorage.setItem(flag, notice)',
      'localStorage.setItem(flag, notice)',
    ),
  ),
  at('lib/login-notice.ts', session)('S2.36', 'sessionStorage.removeItem(flag)', 'undefined'),
  at('lib/login-notice.ts', session)(
    'S2.36',
    'Your password has been reset successfully. Please log in with your new password.',
    'Your password has been reset.',
  ),
  missed({
    ...router(
      'S2.25',
      "navigate('/login', { replace: true, state })",
      "navigate('/login', { state })",
    ),
    tests: session,
  }),

  // The shell.
  at('app/main-pages.ts', shell)(
    'S2.20',
    "{ to: '/settings', name: 'Settings' }",
    "{ to: '/settings', name: 'Options' }",
  ),
  header(
    'S2.20',
    "...(admin ? [{ to: '/admin', name: 'Admin' }] : [])",
    "...(admin ? [{ to: '/admin/users', name: 'Admin' }] : [])",
  ),
  missed(
    header(
      'S2.22',
      'const follow = () => setScrolled(scrollY > 4);',
      'const follow = () => setScrolled(false);',
    ),
  ),
  at('styles/pages.css', shell)(
    'S2.22',
    'background: color-mix(in srgb, var(--paper) 92%, transparent);\n',
    '',
  ),
  at('lib/initial-of.ts', [`${web}/lib/initial-of.test.ts`])(
    'S2.23',
    "user.full_name || user.email || '?'",
    "user.email || user.full_name || '?'",
  ),
  missed(menu('S2.23', '{initialOf(user)}', '?')),
  menu('S2.24', '<TierTag tier={user.subscription_tier} />', '<TierTag tier="free" />'),
  menu('S2.24', '<b>{user.full_name || user.email}</b>', '<b>{user.email}</b>'),
  footer(
    'S1.4',
    'professionals with powerful dataset tools.',
    'everybody with powerful dataset tools.',
  ),
  footer('S1.5', 'href={`mailto:${supportEmail}`}', 'href="mailto:support@columnist.example"'),
  at('features/agents/mcp-server.tsx', shell)(
    'S1.3',
    "{repositoryUrl !== '' && (",
    "{repositoryUrl === '' && (",
  ),
  missed(banner('S2.27', 'if (user.email_verified) return null;', '')),
  banner('S2.28', '<b>Email Verification Required</b>', '<b>Email verification required</b>'),
  banner('S2.29', 'to access all features', 'to reach all features'),
  resend('S2.30', 'resend.submit({ email })', "resend.submit({ email: 'x' })"),
  banner('S2.53', "get('verify') === 'true'", "get('verify') === 'yes'"),
  access('S2.53', 'to="/profile?verify=true"', 'to="/profile"'),
  access('S2.52', 'state="apikey"', 'state="security"'),
  {
    ...profile(
      'S2.52',
      "typeof state === 'string'\n      ? state",
      "typeof state === 'string'\n      ? null",
    ),
    tests: [...specification, ...shell],
  },
  at('features/accounts/resend-cooldown.ts', shell)(
    'S4.7',
    'cooldownSeconds = 60',
    'cooldownSeconds = 30',
  ),
  at('features/accounts/resend-cooldown.ts', shell)(
    'S4.7',
    'localStorage.setItem(key, JSON.stringify({ email, until: Date.now() + seconds * 1000 }));',
    'localStorage.setItem(key, JSON.stringify({ email: 1 }));',
  ),
  at('features/accounts/resend-cooldown.ts', shell)(
    'S4.7',
    '  localStorage.removeItem(key);\n',
    '',
  ),
  resend('S4.7', 'disabled={resend.busy || left > 0 ||', 'disabled={resend.busy ||'),
  resend('S4.7', '`Resend in ${left}s`', '`Wait ${left}s`'),
  missed(denied('S2.55', 'onClick={back}', 'onClick={() => undefined}')),
  denied('S2.55', "canGoBack() ? navigate(-1) : navigate('/dashboard')", 'navigate(-1)'),
  missed(
    denied('S2.55', "onClick={() => void navigate('/dashboard')}", 'onClick={() => undefined}'),
  ),
  denied('S2.56', 'please contact an\n        administrator', 'please ask\n        somebody'),
  missed(
    at('features/admin/system-statistics.tsx', shell)(
      'S7.25',
      'refetchInterval: refreshMinutes * 60_000',
      'refetchInterval: refreshMinutes * 600_000',
    ),
  ),
  at('features/admin/system-statistics.tsx', shell)(
    'S7.25',
    'refetchInterval: refreshMinutes * 60_000',
    'refetchInterval: refreshMinutes * 6_000',
  ),

  // Forms.
  login(
    'S5.3',
    "value === '' ? 'Password is required' : null",
    "value === '' ? 'Password missing' : null",
  ),
  at('features/accounts/account-form.tsx', specification)(
    'S5.3',
    "disabled={busy || (waits && fields.some(({ name }) => (values[name] ?? '') === ''))}",
    'disabled={busy}',
  ),
  at('features/accounts/account-form.tsx', specification)(
    'S5.2',
    "disabled={busy || (waits && fields.some(({ name }) => (values[name] ?? '') === ''))}",
    'disabled={busy}',
  ),
  at('features/accounts/account-form.tsx', specification)(
    'S5.4',
    "value === '' ? 'Email is required' : null",
    'null',
  ),
  at('features/accounts/verification-notice.tsx', specification)(
    'S2.34',
    'Your email has been verified successfully. You can now log in.',
    'Your email has been verified successfully.',
  ),
  at('features/accounts/verification-notice.tsx', specification)(
    'S2.35',
    '        {error}\n',
    '        failed\n',
  ),
  register('S2.38', 'Registration Successful!', 'Registration successful'),
  register('S2.38', 'Your account has been created.', 'Your account is there.'),
  register('S2.39', '      session.signIn(answer);\n', ''),
  forgot('S2.41', '<h1>Email Sent</h1>', '<h1>Email sent</h1>'),
  forgot(
    'S2.41',
    'Password reset link has been sent to your email.',
    'A password reset link has been sent to your email.',
  ),
  forgot('S2.41', 'onClick={() => setSent(false)}', 'onClick={() => undefined}'),
  reset(
    'S2.43',
    'Invalid or missing reset token. Please request a new password reset link.',
    'Invalid reset token.',
  ),
  reset('S2.43', "(query.get('token') ?? '').trim()", "query.get('token') ?? ''"),
  reset('S5.5', "'Passwords do not match'", "'The passwords do not match'"),
  { ...reset('S2.44', 'const redirectSeconds = 3;', 'const redirectSeconds = 2;'), tests: shell },
  { ...reset('S2.44', '<h1>Success!</h1>', '<h1>Done!</h1>'), tests: shell },
  at('features/profile/profile-form.tsx', specification)(
    'S5.7',
    'No changes were made to your profile.',
    'No changes were made.',
  ),
  at('features/profile/password-form.tsx', specification)(
    'S5.6',
    "message: 'New password must be at least 8 characters long'",
    "message: 'Too short'",
  ),
  at('features/profile/notifications.tsx', specification)(
    'S3.11',
    '  security_alerts: true,\n};',
    '  security_alerts: false,\n};',
  ),
  at('ui/theme-mode.tsx', specification)('S4.17', "localStorage.setItem('theme', next);", ''),
  at('app/error-boundary.tsx', specification)(
    'S2.17',
    'You can try refreshing the\n          page',
    'Try refreshing the\n          page',
  ),

  // The dashboard.
  access('S2.46', "{shown === null ? 'Show' : 'Hide'}", 'Show'),
  missed(
    access(
      'S2.46',
      "      okText: 'Regenerate',\n      onOk: () => regenerate.mutate({}),",
      "      okText: 'Regenerate',\n      onOk: () => undefined,",
    ),
  ),
  access('S9.9', 'masked.slice(-4)', 'masked.slice(-5)'),
  missed(at('ui/use-copy.ts', shell)('S9.8', 'setCopied(false), 2000)', 'setCopied(false), 3000)')),
  at('ui/use-copy.ts', shell)('S9.8', 'setCopied(false), 2000)', 'setCopied(false), 1000)'),
  figures('S6.9', "' (Free Tier)'", "' (Free)'"),
  at('features/datasets/drop-card.tsx', subscription)(
    'S9.4',
    'const full = limit > 0 && used >= limit;',
    'const full = limit > 0 && used > limit;',
  ),
  at('features/datasets/drop-card.tsx', subscription)(
    'S9.4',
    'disabled={full}',
    'disabled={false}',
  ),
  at('features/datasets/uploads.tsx', browser('uploads'))(
    'S5.8',
    '/\\.csv$/i.test(file.name)',
    '/\\.\\w+$/i.test(file.name)',
  ),
  at('features/datasets/dataset-card.tsx', specification)(
    'S2.49',
    '{fileTypeOf(dataset)} · {formatBytes(dataset.file_size)}',
    '{dataset.name} · {formatBytes(dataset.file_size)}',
  ),
  at('lib/formats.ts', specification)(
    'S9.10',
    '`${formatFixed(bytes / 1024, 1)} KB`',
    '`${formatFixed(bytes / 1024, 2)} KB`',
  ),

  // The subscription page.
  page(
    'S2.61',
    'Manage your subscription plan and view usage statistics',
    'Manage your plan and view usage statistics',
  ),
  missed(page('S2.62', 'Loading subscription details...', 'Loading your subscription details...')),
  page('S2.62', '<Spin size="small" />', ''),
  page(
    'S7.26',
    'usage={usage.data ?? assumedUsage(tier)}',
    'usage={usage.data ?? { ...assumedUsage(tier), max_datasets: 0 }}',
  ),
  page('S7.27', 'subscription.data ?? assumed(tier)', "subscription.data ?? assumed('paid')"),
  page('S7.28', 'plans.data ?? Object.values(builtIn)', 'plans.data ?? []'),
  page('S8.6', 'text="Could not load usage data"', 'text="Could not load the usage data"'),
  page(
    'S8.7',
    'Failed to load subscription information. Please try again later.',
    'Failed to load subscription information.',
  ),
  page('S2.63', '{actions.error !== null && (', '{actions.error === null && ('),
  missed(plan('S2.65', '<TierTag tier={plan.tier} />', '<TierTag tier="free" />')),
  at('ui/tier-tag.tsx', cards)(
    'S2.65',
    "tier === 'paid' ? 'pro' : 'out'",
    "tier === 'paid' ? 'pro' : 'ok'",
  ),
  plan('S2.68', 'Upgrade to Pro', 'Upgrade'),
  missed(
    plan(
      'S2.69',
      '<button type="button" className="btn" disabled={actions.busy} onClick={actions.cancel}>',
      '<button type="button" className="btn" onClick={actions.cancel}>',
    ),
  ),
  missed(
    plan(
      'S2.70',
      "['Max Datasets', limitOf(plan.max_datasets)]",
      "['Datasets', limitOf(plan.max_datasets)]",
    ),
  ),
  missed(comparison('S2.76', "name: 'Max File Size (MB)'", "name: 'Max file size (MB)'")),
  comparison(
    'S2.76',
    "{ name: 'Priority Support', value: proOnly }",
    "{ name: 'Priority Support', value: () => 'Yes' }",
  ),
  missed(
    comparison(
      'S2.77',
      '<span className="tag out">Current Plan</span>',
      '<span className="tag out">Yours</span>',
    ),
  ),
  comparison('S2.77', 'if (tier === current.tier) return', "if (tier === 'free') return"),
  missed({
    ...comparison(
      'S4.10',
      '<button type="button" className="btn sml" disabled={actions.busy} onClick={actions.cancel}>',
      '<button type="button" className="btn sml" disabled={actions.busy} onClick={() => undefined}>',
    ),
    tests: subscription,
  }),
  usage('S2.72', 'const highAbove = 0.8;', 'const highAbove = 0.81;'),
  usage('S2.73', 'Math.min(1, used / limit)', 'used / limit'),
  usage('S2.74', 'const unlimitedWidth = 5;', 'const unlimitedWidth = 10;'),
  usage('S2.71', 'Last reset: {formatDay', 'Reset: {formatDay'),
  warning('S9.5', 'const warnAt = 0.9;', 'const warnAt = 0.91;'),
  missed(warning('S9.5', 'used >= limit * warnAt', 'used >= limit * warnAt && used < limit')),
  warning('S2.50', 'Upgrade Now', 'Upgrade now'),
  at('lib/plan-words.ts', cards)('S9.11', '`$${dollars.toFixed(2)}`', '`$${dollars.toFixed(0)}`'),
  at('ui/premium-notice.tsx', cards)(
    'S6.7',
    'This feature requires a paid subscription ($29/month).',
    'This feature requires a paid subscription.',
  ),
  at('features/billing/premium-gate.tsx', subscription)(
    'S6.6',
    "requires === 'free' || tier === 'paid'",
    "requires === 'free'",
  ),
  at('features/billing/premium-gate.tsx', subscription)(
    'S6.6',
    "requires === 'free' || tier === 'paid'",
    'tier === requires',
  ),
  missed(actions('S4.13', '    });\n    setBusy(false);', '    });')),
  missed(actions('S4.13', '    setBusy(true);\n', '')),
  actions('S4.11', 'await reloadAfter(cancel.mutateAsync({}));', 'await cancel.mutateAsync({});'),
  actions(
    'S8.8',
    "'Failed to initiate checkout process. Please try again later.'",
    "'Failed to start the checkout.'",
  ),
  actions(
    'S8.9',
    "'Failed to manage subscription. Please try again later.'",
    "'Failed to manage your subscription. Please try again later.'",
  ),

  // What fails.
  missed(defaults('pages/login-page.tsx', 'Failed to login')),
  defaults('pages/register-page.tsx', 'Failed to register'),
  defaults('pages/forgot-password-page.tsx', 'Failed to send password reset email'),
  defaults('pages/reset-password-page.tsx', 'Failed to reset password'),
  defaults('features/accounts/resend-control.tsx', 'Failed to resend verification email'),
  defaults('features/profile/password-form.tsx', 'Failed to change password'),
  missed(defaults('features/agents/api-access.tsx', 'Failed to regenerate API key')),
  defaults(
    'features/profile/profile-form.tsx',
    'Failed to update profile. Please try again.',
    'S8.4',
  ),
  at('features/accounts/use-protected.ts', subscription)(
    'S8.1',
    'setError(detailOf(failure, fallback));',
    'setError(fallback);',
  ),
  adminActions('S8.5', "settled('Failed to assign user role')", "settled('Failed to assign role')"),
  adminActions('S8.5', "settled('Failed to remove user role')", "settled('Failed to remove role')"),
  admin('S8.5', '[users, roles].filter', '[users].filter'),
  missed(admin('S8.5', 'text="Failed to load users and roles"', 'text="Failed to load users"')),
  at('features/admin/system-statistics.tsx', specification)(
    'S8.5',
    'text="Failed to load system statistics"',
    'text="Failed to load the system statistics"',
  ),
  at('features/datasets/dataset-grid.tsx', specification)(
    'S8.3',
    'text="Failed to load datasets"',
    'text="Failed to load your datasets"',
  ),
  at('features/datasets/upload-card.tsx', specification)(
    'S8.3',
    '<b>Failed to upload file</b>',
    '<b>Failed to upload the file</b>',
  ),
  at('ui/use-delete-dataset.tsx', specification)(
    'S8.3',
    "failed('Failed to delete dataset')",
    "failed('Failed to delete the dataset')",
  ),
  at('features/accounts/solve-captcha.ts', specification)(
    'S8.2',
    'reCAPTCHA verification failed. Please refresh and try again.',
    'reCAPTCHA verification failed.',
  ),
];
