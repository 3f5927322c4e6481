import { accessChecks } from './access-checks.ts';
import { accountChecks } from './account-checks.ts';
import { auditChecks } from './audit-checks.ts';
import { agentChecks } from './agent-checks.ts';
import type { Check } from './check.ts';
import { credentialChecks } from './credential-checks.ts';
import { deploymentChecks } from './deployment-checks.ts';
import { exportChecks } from './export-checks.ts';
import { factorChecks } from './factor-checks.ts';
import { fileChecks } from './file-checks.ts';
import { fleetChecks } from './fleet-checks.ts';
import { formatChecks } from './format-checks.ts';
import { hijackChecks } from './hijack-checks.ts';
import { httpChecks } from './http-checks.ts';
import { injectionChecks } from './injection-checks.ts';
import { inputChecks } from './input-checks.ts';
import { installationChecks } from './installation-checks.ts';
import { loadChecks } from './load-checks.ts';
import { logChecks } from './log-checks.ts';
import { lowChecks } from './low-checks.ts';
import { pictureChecks } from './picture-checks.ts';
import { privacyChecks } from './privacy-checks.ts';
import { resourceChecks } from './resource-checks.ts';
import { sessionChecks } from './session-checks.ts';
import { shareChecks } from './share-checks.ts';
import { sqlChecks } from './sql-checks.ts';
import { storageChecks } from './storage-checks.ts';
import { throttleChecks } from './throttle-checks.ts';
import { turnChecks } from './turn-checks.ts';

/** Findings first: the checks of limits use up the registrations of an hour. */
export const checks: readonly Check[] = [
  accessChecks,
  accountChecks,
  agentChecks,
  auditChecks,
  credentialChecks,
  deploymentChecks,
  exportChecks,
  factorChecks,
  fileChecks,
  fleetChecks,
  formatChecks,
  hijackChecks,
  httpChecks,
  injectionChecks,
  inputChecks,
  installationChecks,
  loadChecks,
  logChecks,
  lowChecks,
  pictureChecks,
  privacyChecks,
  resourceChecks,
  sessionChecks,
  shareChecks,
  sqlChecks,
  storageChecks,
  throttleChecks,
  turnChecks,
]
  .flat()
  .toSorted(
    (a, b) =>
      Number(/^\d/.test(a.number)) - Number(/^\d/.test(b.number)) ||
      a.number.localeCompare(b.number, 'en', { numeric: true }),
  );
