import type { MailPort } from './mail.ts';
import type { ObjectStore } from './objects.ts';

/** Everything outside the process and the database. */
export interface Ports {
  readonly mail: MailPort;
  readonly objects: ObjectStore;
}
