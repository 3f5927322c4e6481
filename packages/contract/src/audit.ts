/** What an act in the audit log is about; people filter by it. */
export const auditKinds = [
  'sign_in',
  'account',
  'keys',
  'agents',
  'sharing',
  'data',
  'plan',
  'administration',
] as const;
export type AuditKind = (typeof auditKinds)[number];

export const auditKindNames: Readonly<Record<AuditKind, string>> = {
  sign_in: 'Sign-in',
  account: 'Account',
  keys: 'API keys',
  agents: 'Agents',
  sharing: 'Sharing',
  data: 'Data',
  plan: 'Plan',
  administration: 'Administration',
};

/** An act as the audit log names it, whether it was done or denied. */
export interface AuditedAct {
  readonly kind: AuditKind;
  readonly said: string;
}

/** Whether a call is written in the audit log, as what, or why it is not. */
export type Audit = AuditedAct | { readonly not: string };

export const ownData: Audit = {
  not:
    'It changes the own data of its owner and gives nobody access; the lists of datasets, ' +
    'versions and views show it.',
};

/** Who did something, as the person it is about sees them. */
export const auditActors = ['you', 'key', 'agent', 'administrator', 'server', 'somebody'] as const;
export type AuditActor = (typeof auditActors)[number];

export const auditActorNames: Readonly<Record<AuditActor, string>> = {
  you: 'You',
  key: 'An API key',
  agent: 'An agent',
  administrator: 'An administrator',
  server: 'The server',
  somebody: 'Somebody not signed in',
};
