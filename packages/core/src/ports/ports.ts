import type { CaptchaPort } from './captcha.ts';
import type { MailPort } from './mail.ts';
import type { PaymentsPort } from './payments.ts';
import type { ObjectStore } from './objects.ts';
import type { PartialFiles } from './partial-files.ts';

/** Everything outside the process and the database. */
export interface Ports {
  readonly mail: MailPort;
  readonly captcha: CaptchaPort;
  readonly payments: PaymentsPort;
  readonly objects: ObjectStore;
  readonly partials: PartialFiles;
}
