import { colors as themes } from '@columnist/design';
import type { MailMessage } from '../ports/mail.ts';

/** Programs that read mail know no theme. */
const colors = themes.light;

/** Every message there is. */
export const mailKinds = [
  'verify',
  'reset',
  'password_changed',
  'new_sign_in',
  'api_key_created',
  'api_key_regenerated',
  'agent_connected',
  'second_factor_changed',
  'codes_guessed',
  'account_deleted',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** What can become of somebody's second factors. */
const factorChanges = {
  totp_added: 'An authenticator app was added',
  totp_removed: 'The authenticator app was removed',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  recovery_codes_made: 'New recovery codes were made, and those before work no more',
  recovery_code_used: 'A recovery code was used to log in',
  recovery_code_shown: 'A recovery code was used to confirm a change',
  all_removed: 'Every second factor was removed by the operator of the server',
};
export type FactorChange = keyof typeof factorChanges;
const sayChange = (change: string | undefined): string =>
  Object.entries(factorChanges).find(([name]) => name === change)?.[1] ?? 'Something was changed';

export interface MailFacts {
  /** Empty where the address is not verified. */
  readonly fullName: string;
  readonly publicUrl: string;
  /** For verify and reset. */
  readonly link: string;
  /** When it happened, as a person reads it. */
  readonly at: string;
  readonly facts: Readonly<Record<string, string>>;
}

interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly link: string };
  readonly end: string;
}

const writers: Readonly<Record<MailKind, (facts: MailFacts) => Words>> = {
  verify: ({ link }) => ({
    subject: 'Verify your email address',
    paragraphs: [
      'Please verify your email address for Columnist. The link works for 24 hours, once.',
    ],
    button: { label: 'Verify email address', link },
    end: 'If you did not create an account, ignore this message.',
  }),
  reset: ({ link }) => ({
    subject: 'Reset your password',
    paragraphs: [
      'Somebody, most likely you, asked for a new password for your Columnist account. The ' +
        'link works for one hour, once.',
    ],
    button: { label: 'Choose a new password', link },
    end: 'If it was not you, ignore this message: your password stays as it is.',
  }),
  password_changed: ({ at, facts, publicUrl }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your Columnist account was changed on ${at}. Every other session was signed out${facts['ended'] === 'all' ? ', and the API keys, connected agents, upload links and shared results have ended' : ''}.`,
    ],
    end: `If it was not you, choose a new password at once: ${publicUrl}/app/forgot-password`,
  }),
  new_sign_in: ({ at, facts, publicUrl }) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your Columnist account was signed in to on ${at}, from ${facts['device'] ?? 'an unknown device'} at the address ${facts['address'] ?? 'unknown'}.`,
    ],
    end: `If it was not you, change your password: ${publicUrl}/app/profile`,
  }),
  api_key_created: ({ at, facts, publicUrl }) => ({
    subject: 'An API key was created',
    paragraphs: [
      `An API key${facts['name'] === undefined ? '' : ` with the name “${facts['name']}”`} was made for your Columnist account on ${at}. Anyone who has it can read what it is allowed to.`,
    ],
    end: `If it was not you, change your password and end all other access: ${publicUrl}/app/profile?tab=security`,
  }),
  api_key_regenerated: ({ at, publicUrl }) => ({
    subject: 'Your API key was regenerated',
    paragraphs: [
      `A new API key was made for your Columnist account on ${at}. The key before it no longer works.`,
    ],
    end: `If it was not you, change your password and make another key: ${publicUrl}/app/profile`,
  }),
  agent_connected: ({ at, publicUrl }) => ({
    subject: 'An agent was connected to your account',
    paragraphs: [
      `An agent was given access to your Columnist account on ${at}. Your profile shows which one, what it may do and what it has called.`,
    ],
    // Its name and address are its own words, so they are not in here.
    end: `If it was not you, end its access and change your password: ${publicUrl}/app/profile?tab=apikey`,
  }),
  second_factor_changed: ({ at, facts, publicUrl }) => ({
    subject:
      facts['change']?.startsWith('recovery_code_') === true
        ? 'A recovery code of your account was used'
        : 'Your second factors were changed',
    paragraphs: [`${sayChange(facts['change'])}: your Columnist account, on ${at}.`],
    end: `If it was not you, change your password and end all other access: ${publicUrl}/app/profile?tab=security`,
  }),
  codes_guessed: ({ at, publicUrl }) => ({
    subject: 'Somebody may know your password',
    paragraphs: [
      `Somebody typed the password of your Columnist account and several wrong codes in place of the one of your authenticator app, the last on ${at}. Nobody was let in.`,
    ],
    end: `If it was not you, choose a new password: ${publicUrl}/app/forgot-password`,
  }),
  account_deleted: ({ at }) => ({
    subject: 'Your account was deleted',
    paragraphs: [
      `Your Columnist account was deleted on ${at}, with its datasets, files, keys and sessions.`,
    ],
    end: 'This is the last message you get from us.',
  }),
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const paragraph = (text: string, style = ''): string =>
  `<p${style === '' ? '' : ` style="${style}"`}>${escapeHtml(text)}</p>`;

/** A message as text and as HTML that mail programs show alike. */
export function writeMail(kind: MailKind, to: string, facts: MailFacts): MailMessage {
  const { subject, paragraphs, button, end } = writers[kind](facts);
  const greeting = facts.fullName === '' ? 'Hello,' : `Hello ${facts.fullName},`;
  const small = `color:${colors.ink3};font-size:13px;line-height:18px`;
  const link =
    button === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(button.link)}" style="display:inline-block;background:${colors.ink};color:${colors.paper};padding:10px 16px;border-radius:4px;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>${paragraph(`Or open ${button.link}`, `${small};word-break:break-all`)}`;
  return {
    to,
    subject,
    text: [
      greeting,
      ...paragraphs,
      ...(button === undefined ? [] : [button.link]),
      end,
      'Columnist',
    ].join('\n\n'),
    html:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>` +
      `<body style="margin:0;background:${colors.well}"><div style="max-width:520px;margin:0 auto;padding:32px 24px;background:${colors.paper};font:15px/23px system-ui,-apple-system,'Segoe UI',sans-serif;color:${colors.ink}">` +
      `<p style="margin:0 0 24px;padding-bottom:12px;border-bottom:2px solid ${colors.ink};font-weight:600;font-size:17px">Columnist</p>` +
      `${paragraph(greeting)}${paragraphs.map((text) => paragraph(text)).join('')}${link}${paragraph(end, small)}</div></body></html>`,
  };
}
