import { comesTo } from './own-site.ts';
import type { Site } from './site.ts';

const matchOf = ({ server }: Pick<Site, 'server'>, email: string, subject: string, more: string) =>
  new RegExp(`Mail to ${email}: ${subject}[^\\n]*${more}`).exec(server.output());

/** Waits for a message of this subject. */
export const comesMail = (
  site: Pick<Site, 'server'>,
  email: string,
  subject: string,
): Promise<void> =>
  comesTo(`a message: ${subject}`, () => matchOf(site, email, subject, '') !== null);

/** The link of a message of this subject, when it has been sent. */
export async function mailed(
  site: Pick<Site, 'server'>,
  email: string,
  subject: string,
): Promise<URL> {
  const link = (): string | undefined =>
    matchOf(site, email, subject, '\\n\\s+its link: (\\S+)')?.[1];
  await comesTo(`the link of a message: ${subject}`, () => link() !== undefined);
  return new URL(link() ?? '');
}
