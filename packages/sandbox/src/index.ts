export { createCaptchaSandbox, type CaptchaSandbox } from './captcha/create-captcha-sandbox.ts';
export {
  createMailSandbox,
  type MailSandbox,
  type MailSandboxOptions,
} from './mail/create-mail-sandbox.ts';
export type { ReceivedMail } from './mail/mailbox.ts';
export {
  createStripeSandbox,
  type StripeSandbox,
  type StripeSandboxOptions,
} from './stripe/create-stripe-sandbox.ts';
