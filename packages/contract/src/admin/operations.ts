// One table of operations with their inputs, and so one file.
import { z } from 'zod';
import { auditKinds } from '../audit.ts';
import { csvDownload } from '../files.ts';
import { adminOnly, defineOperation, sessionOnly } from '../operation.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { raisableFileMb } from '../plans.ts';
import { role, user } from '../accounts/user.ts';
import { adminUser, systemStats } from './admin-user.ts';
import { auditCheck, auditEntry } from './audit-entry.ts';

const q = z.string().max(200).optional().describe('Part of the name or e-mail, any case.');
/** In one answer. Where there are more, it names the next page. */
export const mostRoleUsers = 10_000;
const roleChange = z.strictObject({ user_id: z.uuid(), role_id: z.uuid() });
const userId = z.uuid();

export const adminUsersInput = z.strictObject({
  ...pageInput,
  q,
  role: z.string().max(50).optional(),
  tier: z.enum(['free', 'paid']).optional(),
  status: z.enum(['active', 'inactive', 'unverified']).optional(),
  sort: z
    .enum(['created_at', 'last_login_at', 'email', 'full_name', 'stored_bytes'])
    .default('created_at'),
  direction: z.enum(['ascending', 'descending']).default('descending'),
});
const auditFilter = {
  q: z.string().max(200).optional().describe('Part of an e-mail, target or action.'),
  person: z
    .string()
    .max(254)
    .optional()
    .describe('The e-mail of who did it, or of whose account it is about.'),
  kind: z.enum(auditKinds).optional().describe('Only acts about this.'),
  outcome: z.enum(['done', 'denied']).optional(),
  address: z.string().max(100).optional().describe('The whole network address it came from.'),
  from: z.iso.datetime().optional().describe('Not before this instant.'),
  to: z.iso.datetime().optional().describe('Before this instant.'),
};
export const adminAuditInput = z.strictObject({ ...pageInput, ...auditFilter });
export const adminExportAuditInput = z.strictObject(auditFilter);
export const adminCheckAuditInput = z.strictObject({
  cursor: z.string().max(200).optional().describe('The next_cursor of the part before.'),
});

export const adminSetUpInput = z.strictObject({
  token: z
    .string()
    .trim()
    .min(1, { error: 'The token is required' })
    .max(200)
    .describe('As the server printed it at its start.'),
});

export const adminOperations = {
  setUp: defineOperation({
    path: 'admin.setUp',
    kind: 'mutation',
    input: adminSetUpInput,
    output: user,
    access: sessionOnly,
    confirm: 'always',
    cost: 0,
    audit: { kind: 'administration', said: 'First administrator' },
    summary:
      'Become the first administrator, by the one-time token that the server prints at its start while there is none.',
    rest: { method: 'post', path: '/api/v1/admin/setup' },
  }),
  roles: defineOperation({
    path: 'admin.roles',
    kind: 'query',
    input: z.strictObject(pageInput),
    output: pageOf(role),
    access: adminOnly,
    cost: 0,
    summary: 'The roles there are.',
    rest: { method: 'get', path: '/api/v1/roles', list: true },
  }),
  roleUsers: defineOperation({
    path: 'admin.roleUsers',
    kind: 'query',
    input: z.strictObject({
      ...pageInput,
      limit: z
        .int()
        .min(1)
        .max(200)
        .optional()
        .describe(`How many, 1 to 200; without it all of them, ${mostRoleUsers} at most.`),
      q,
    }),
    output: pageOf(user),
    access: adminOnly,
    cost: 0,
    summary: 'All users with their roles, newest first.',
    rest: { method: 'get', path: '/api/v1/roles/users', list: true },
  }),
  assignRole: defineOperation({
    path: 'admin.assignRole',
    kind: 'mutation',
    input: roleChange,
    output: user,
    access: adminOnly,
    confirm: 'always',
    cost: 0,
    notFound: true,
    audit: { kind: 'administration', said: 'Role given' },
    summary: 'Give a user a role.',
    rest: { method: 'post', path: '/api/v1/roles/assign' },
  }),
  removeRole: defineOperation({
    path: 'admin.removeRole',
    kind: 'mutation',
    input: roleChange,
    output: user,
    access: adminOnly,
    confirm: 'always',
    cost: 0,
    notFound: true,
    audit: { kind: 'administration', said: 'Role taken' },
    summary: 'Take a role from a user; the last administrator keeps theirs.',
    rest: { method: 'post', path: '/api/v1/roles/remove' },
  }),
  users: defineOperation({
    path: 'admin.users',
    kind: 'query',
    input: adminUsersInput,
    output: pageOf(adminUser),
    access: adminOnly,
    cost: 0,
    summary: 'Users, searched, filtered and sorted by the server.',
    rest: { method: 'get', path: '/api/v1/admin/users' },
  }),
  setActive: defineOperation({
    path: 'admin.setActive',
    kind: 'mutation',
    input: z.strictObject({ id: userId, is_active: z.boolean() }),
    output: adminUser,
    access: adminOnly,
    confirm: 'always',
    cost: 0,
    audit: { kind: 'administration', said: 'Activation or deactivation' },
    summary: 'Deactivate a user, whose sessions and key stop at once, or activate them again.',
    rest: { method: 'put', path: '/api/v1/admin/users/{id}/active' },
  }),
  grantPro: defineOperation({
    path: 'admin.grantPro',
    kind: 'mutation',
    input: z.strictObject({
      id: userId,
      until: z.iso.datetime().nullable().describe('null ends it.'),
    }),
    output: adminUser,
    access: adminOnly,
    confirm: 'always',
    cost: 0,
    audit: { kind: 'plan', said: 'Pro granted or ended' },
    summary: 'Give Pro until a day, or end it; payments are not touched.',
    rest: { method: 'put', path: '/api/v1/admin/users/{id}/pro' },
  }),
  raiseFileSize: defineOperation({
    path: 'admin.raiseFileSize',
    kind: 'mutation',
    input: z.strictObject({
      id: userId,
      megabytes: z
        .int()
        .min(raisableFileMb.least)
        .max(raisableFileMb.most)
        .nullable()
        .describe('Of a file; null for the size that the plan has.'),
    }),
    output: adminUser,
    access: adminOnly,
    confirm: 'always',
    cost: 0,
    audit: { kind: 'plan', said: 'Size of files raised or put back' },
    summary:
      'Let a user upload larger files than their plan, or no longer; a job of theirs may take a ' +
      'tenth of a second for each megabyte, and their files the room of ten such, where that is ' +
      'more than the plan has.',
    rest: { method: 'put', path: '/api/v1/admin/users/{id}/file-size' },
  }),
  stats: defineOperation({
    path: 'admin.stats',
    kind: 'query',
    input: z.strictObject({}),
    output: systemStats,
    access: adminOnly,
    cost: 0,
    summary: 'The six figures of the system and their last 30 days.',
    rest: { method: 'get', path: '/api/v1/admin/stats' },
  }),
  audit: defineOperation({
    path: 'admin.audit',
    kind: 'query',
    input: adminAuditInput,
    output: pageOf(auditEntry),
    access: adminOnly,
    cost: 0,
    summary: 'What was done by whom, and what was denied, newest first.',
    rest: { method: 'get', path: '/api/v1/admin/audit' },
  }),
  exportAudit: defineOperation({
    path: 'admin.exportAudit',
    kind: 'query',
    input: adminExportAuditInput,
    output: csvDownload,
    access: adminOnly,
    cost: 0,
    audit: { kind: 'administration', said: 'Download of the audit log' },
    summary: 'The audit log as CSV, newest first.',
    rest: { method: 'get', path: '/api/v1/admin/audit/export', answer: 'file' },
  }),
  checkAudit: defineOperation({
    path: 'admin.checkAudit',
    kind: 'query',
    input: adminCheckAuditInput,
    output: auditCheck,
    access: adminOnly,
    cost: 0,
    summary:
      'Check the chain of the audit log, some thousand lines at a time: whether a line is missing or was changed.',
    rest: { method: 'get', path: '/api/v1/admin/audit/check' },
  }),
};
