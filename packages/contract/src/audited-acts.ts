import type { AuditKind, AuditedAct } from './audit.ts';
import { allOperations, type operations } from './operations.ts';

/** Acts that are no operation, or that a service names more exactly than by its operation. */
const otherActs = {
  'auth.askSecondFactor': { kind: 'sign_in', said: 'Password accepted and second factor asked' },
  'auth.removeFactors': { kind: 'account', said: 'Second factors removed by the operator' },
  'auth.changePassword': { kind: 'account', said: 'Password change' },
  'auth.replay': { kind: 'sign_in', said: 'Session ended: its sign-in token may have been copied' },
  'auth.showApiKey': { kind: 'keys', said: 'API key shown in clear' },
  'auth.grantAgent': { kind: 'agents', said: 'Agent let in' },
  'auth.refuseAgent': { kind: 'agents', said: 'Agent not let in' },
  'auth.endAgent': { kind: 'agents', said: 'Agent signed out' },
  'datasets.makeLink': { kind: 'data', said: 'Download link made' },
  'usage.planChanged': { kind: 'plan', said: 'Subscription changed, as the payment provider says' },
  'usage.subscriptionEnded': { kind: 'plan', said: 'Subscription ended by the server' },
  'admin.activate': { kind: 'administration', said: 'Activation of a user' },
  'admin.deactivate': { kind: 'administration', said: 'Deactivation of a user' },
  'admin.backUp': { kind: 'administration', said: 'Backup' },
  'admin.rotateSecret': {
    kind: 'administration',
    said: 'Change of the server’s secret, APP_SECRET',
  },
  'audit.adopted': { kind: 'administration', said: 'Lines without a place taken into the chain' },
  'audit.newKey': { kind: 'administration', said: 'Audit log begun under a new key' },
  'audit.limited': { kind: 'administration', said: 'Further failures of this hour not written' },
} satisfies Readonly<Record<string, AuditedAct>>;

/** Paths of the operations that name themselves for the log. */
type AuditedPath = {
  [Router in keyof typeof operations]: PathsIn<(typeof operations)[Router]>;
}[keyof typeof operations];
type PathsIn<Router> = {
  [Name in keyof Router]: Router[Name] extends {
    readonly path: infer Path;
    readonly audit: AuditedAct;
  }
    ? Path
    : never;
}[keyof Router];

/** What services may write of: no act without words. */
export type AuditAction = AuditedPath | keyof typeof otherActs;

const acts: ReadonlyMap<string, AuditedAct> = new Map([
  ...allOperations.flatMap(({ path, audit }): [string, AuditedAct][] =>
    audit === undefined || 'not' in audit ? [] : [[path, audit]],
  ),
  ...Object.entries(otherActs),
]);

const kindsOfRouters: Readonly<Record<string, AuditKind>> = {
  auth: 'account',
  datasets: 'data',
  usage: 'plan',
  admin: 'administration',
};

/**
 * How an action of the log is said. Any operation may be denied, also one that is not written when
 * it is done: of that, the first part of its summary.
 */
export function actOf(action: string): AuditedAct {
  const known = acts.get(action);
  if (known !== undefined) return known;
  const operation = allOperations.find(({ path }) => path === action);
  return {
    kind: kindsOfRouters[action.split('.')[0] ?? ''] ?? 'administration',
    said: operation?.summary.split(/[.:;](?: |$)/)[0] ?? action,
  };
}

const everyAction: readonly string[] = [
  ...new Set([...allOperations.map(({ path }) => path), ...acts.keys()]),
];

/** All actions of a kind. */
export const actionsOf = (kind: AuditKind): string[] =>
  everyAction.filter((action) => actOf(action).kind === kind);
