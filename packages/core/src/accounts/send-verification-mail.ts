import { v7 as uuid } from 'uuid';
import type { ServiceContext } from '../context.ts';
import { hashToken, randomToken } from './secrets.ts';
import { EmailToken } from './session.entity.ts';
import type { User } from './user.entity.ts';

const verificationHours = 24;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A new single-use link; it makes earlier ones void. */
export async function sendVerificationMail(ctx: ServiceContext, user: Pick<User, 'id' | 'email' | 'fullName'>): Promise<void> {
  const token = randomToken();
  const now = ctx.clock.now();
  await ctx.em.fork().transactional(async (em) => {
    await em.nativeUpdate(EmailToken, { user: user.id, purpose: 'verify', usedAt: null }, { usedAt: now });
    em.create(EmailToken, { id: uuid(), user: user.id, purpose: 'verify', tokenHash: hashToken(token), expiresAt: new Date(now.getTime() + verificationHours * 3_600_000), usedAt: null });
  });
  const link = `${ctx.settings.publicUrl}/api/v1/auth/verify-email?token=${token}`;
  await ctx.ports.mail.send({
    to: user.email,
    subject: 'Verify your email address',
    text: `Hello ${user.fullName},\n\nplease verify your email address for Columnist by opening this link within 24 hours:\n\n${link}\n\nIf you did not create an account, ignore this message.\n`,
    html:
      `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;color:#111c1d;line-height:1.5;max-width:34em;margin:2em auto;padding:0 1em">` +
      `<p>Hello ${escapeHtml(user.fullName)},</p><p>please verify your email address for Columnist. The link works for 24 hours.</p>` +
      `<p><a href="${link}" style="display:inline-block;background:#111c1d;color:#fff;padding:10px 16px;border-radius:4px;text-decoration:none;font-weight:600">Verify email address</a></p>` +
      `<p style="color:#5e6b6d;font-size:13px">Or open ${link}</p><p style="color:#5e6b6d;font-size:13px">If you did not create an account, ignore this message.</p></body></html>`,
  });
}
