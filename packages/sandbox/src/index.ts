export { createMailSandbox, type MailSandbox, type ReceivedMail } from './mail-sandbox.ts';
