import type { AuditDetails } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';

/** A person as the log names them. */
export interface AuditPerson {
  readonly id: string;
  readonly email: string;
}

/** What services learn of a call for its line in the audit log. */
export interface AuditTrail {
  /** Whose account it is about, where that is not the caller's. */
  subject: AuditPerson | null;
  /** Who proved in this call that the account is theirs, such as by its password. */
  proved: AuditPerson | null;
  target: string | null;
  details: AuditDetails;
  /**
   * What a service has written of this call by itself; 'nothing' where the call changed nothing, so
   * that no line is due.
   */
  written: 'done' | 'denied' | 'nothing' | null;
}

export const newTrail = (): AuditTrail => ({
  subject: null,
  proved: null,
  target: null,
  details: {},
  written: null,
});

/**
 * Says more of this call for its line in the log: never a secret, nor anything of a file but names.
 */
export function noteAudit(
  { audit }: Pick<ServiceContext, 'audit'>,
  {
    subject,
    proved,
    target,
    details,
  }: Partial<Pick<AuditTrail, 'subject' | 'proved' | 'target' | 'details'>>,
): void {
  if (subject !== undefined) audit.subject = subject;
  if (proved !== undefined) audit.proved = audit.subject = proved;
  if (target !== undefined) audit.target = target;
  audit.details = { ...audit.details, ...details };
}
