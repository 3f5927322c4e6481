import { z } from 'zod';
import { ownData } from '../audit.ts';
import { datasetId } from '../methods/dataset-id.ts';
import { anyone, defineOperation, sessionOnly } from '../operation.ts';
import { alertThresholds, alerts, alertsOptions, dismissal } from './alerts.ts';
import { answerIdGiven } from './provenance.ts';
import { overview } from './rows.ts';
import { sharedResult, sharedLink, shareQuestion } from './sharing.ts';
import { testResult } from './test-result.ts';

const id = datasetId;

export const datasetsAlertsInput = z.strictObject({ id, ...alertsOptions });
export const datasetsProfileInput = z.strictObject({ id, view: alertsOptions.view });
export const datasetsSetAlertThresholdsInput = z.strictObject({ id, ...alertThresholds.shape });
export const datasetsDismissAlertInput = z.strictObject({ id, ...dismissal });
export const datasetsRestoreAlertInput = z.strictObject({ id, key: dismissal.key });
export const datasetsShareInput = z.strictObject({ id, ...shareQuestion });
export const datasetsKeepTestInput = z.strictObject({ id, question: shareQuestion.question });
export const datasetsSharesInput = z.strictObject({ id });
export const datasetsRenewShareInput = z.strictObject({
  id,
  share_id: z.uuid().describe('Id of the shared link.'),
});
export const datasetsRevokeShareInput = z.strictObject({
  id,
  share_id: z.uuid().describe('Id of the shared link.'),
});
export const datasetsSharedInput = z.strictObject({
  token: z.string().min(1).max(100).describe('The last part of the link.'),
});

const profile = z
  .object({
    answer_id: answerIdGiven,
    overview: overview.omit({ answer_id: true }),
    alerts: alerts.pick({ thresholds: true, alerts: true }),
  })
  .meta({ id: 'Profile' });

/** What people do around the figures: look after the data, and pass results on. */
export const workbenchOperations = {
  alerts: defineOperation({
    path: 'datasets.alerts',
    kind: 'query',
    input: datasetsAlertsInput,
    output: alerts,
    access: anyone('analyse'),
    cost: 1,
    summary:
      'What in the data should be checked before it is analysed: missing, duplicate and mixed ' +
      'values, outlying shapes, personal data, with the rows of each.',
    cli: { verb: 'alerts', operands: [] },
    rest: { method: 'post', path: '/api/v1/datasets/{id}/alerts' },
  }),
  profile: defineOperation({
    path: 'datasets.profile',
    kind: 'query',
    input: datasetsProfileInput,
    output: profile,
    access: anyone('analyse'),
    cost: 1,
    summary:
      'The quality of a dataset in one answer: missing values and their patterns, complete ' +
      'and duplicate rows, and every alert.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/profile' },
    mcp: {
      name: 'profile_dataset',
      toolset: 'describe',
      about: 'one',
      title: 'Profile a dataset',
      description:
        'The quality of a dataset: missing values by column and pattern, complete and ' +
        'duplicate rows, and alerts: extreme and impossible values, mixed units, sudden ' +
        'changes, outlying groups, repeated keys, totals, broken texts, constant, unique, ' +
        'imbalanced, correlated, skewed, padded, differently spelled, mixed, id-like and ' +
        'personal values. Each has a severity, a count, why it matters, what to do, a view ' +
        "that does it, and in 'rows' a filter for get_rows. Call it before you trust an analysis.",
    },
  }),
  setAlertThresholds: defineOperation({
    path: 'datasets.setAlertThresholds',
    kind: 'mutation',
    input: datasetsSetAlertThresholdsInput,
    output: alertThresholds,
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Keep thresholds for the alerts of a dataset; those left out become the usual ones.',
    rest: { method: 'put', path: '/api/v1/datasets/{id}/alerts/thresholds' },
  }),
  dismissAlert: defineOperation({
    path: 'datasets.dismissAlert',
    kind: 'mutation',
    input: datasetsDismissAlertInput,
    output: z.object({ key: z.string(), reason: z.string() }),
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Dismiss an alert, with a reason for those who come after.',
    rest: { method: 'put', path: '/api/v1/datasets/{id}/alerts/dismissals/{key}' },
  }),
  restoreAlert: defineOperation({
    path: 'datasets.restoreAlert',
    kind: 'mutation',
    input: datasetsRestoreAlertInput,
    output: z.void(),
    access: anyone('write'),
    cost: 0,
    audit: ownData,
    summary: 'Take back the dismissal of an alert.',
    rest: { method: 'delete', path: '/api/v1/datasets/{id}/alerts/dismissals/{key}', status: 204 },
  }),
  keepTest: defineOperation({
    path: 'datasets.keepTest',
    kind: 'mutation',
    input: datasetsKeepTestInput,
    output: testResult,
    access: sessionOnly,
    cost: 0,
    audit: ownData,
    summary:
      'Keep a test that was looked at in the browser: it enters the list of tests, whose p are ' +
      'adjusted for all of them. Calls of programs enter it at once.',
  }),
  share: defineOperation({
    path: 'datasets.share',
    kind: 'mutation',
    input: datasetsShareInput,
    output: sharedLink.extend({
      url: z
        .string()
        .describe('Who has it can read the result, without an account. It is shown this once.'),
    }),
    access: anyone('write'),
    confirm: 'always',
    cost: 0,
    audit: { kind: 'sharing', said: 'Result shared by link' },
    summary: 'A link to one result that anybody can read for 30 days, without the data.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/shares', status: 201 },
  }),
  shares: defineOperation({
    path: 'datasets.shares',
    kind: 'query',
    input: datasetsSharesInput,
    output: z.array(sharedLink),
    access: anyone('read'),
    cost: 0,
    summary: 'The shared results of a dataset.',
    rest: { method: 'get', path: '/api/v1/datasets/{id}/shares', cacheable: true },
  }),
  renewShare: defineOperation({
    path: 'datasets.renewShare',
    kind: 'mutation',
    input: datasetsRenewShareInput,
    output: sharedLink,
    access: anyone('write'),
    confirm: 'always',
    cost: 0,
    audit: { kind: 'sharing', said: 'Shared link kept open' },
    summary: 'Keep a shared link open for 30 days from now.',
    rest: { method: 'post', path: '/api/v1/datasets/{id}/shares/{share_id}/renew' },
  }),
  revokeShare: defineOperation({
    path: 'datasets.revokeShare',
    kind: 'mutation',
    input: datasetsRevokeShareInput,
    output: z.void(),
    access: anyone('write'),
    cost: 0,
    audit: { kind: 'sharing', said: 'Shared link ended' },
    summary: 'End a shared link.',
    rest: { method: 'delete', path: '/api/v1/datasets/{id}/shares/{share_id}', status: 204 },
  }),
  shared: defineOperation({
    path: 'datasets.shared',
    kind: 'query',
    input: datasetsSharedInput,
    output: sharedResult,
    access: 'public',
    cost: 0,
    summary: 'A shared result, by the token of its link.',
    rest: { method: 'get', path: '/api/v1/shared/{token}', cacheable: true },
  }),
};
