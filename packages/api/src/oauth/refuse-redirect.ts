const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Schemes by which editors with agents are opened. */
const editors: ReadonlySet<string> = new Set([
  'cursor:',
  'vscode:',
  'vscode-insiders:',
  'windsurf:',
  'zed:',
]);

/**
 * Why an agent's answer may not be sent to this address; null where it may. Allowed are https, http
 * on this computer (RFC 8252,
 * section 7.3), private-use schemes that are a domain turned round, such as com.example.app
 * (section 7.1), and those of
 * editors that people connect, which are older than that rule.
 */
export function refuseRedirect(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return 'is no address';
  const { protocol, hostname, username, password } = url;
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  if (address.includes('#')) return 'must not contain a fragment';
  if (protocol === 'https:') return null;
  if (protocol === 'http:')
    return loopback.has(hostname)
      ? null
      : 'must use https, or http on localhost, 127.0.0.1 or [::1]';
  return protocol.includes('.') || editors.has(protocol)
    ? null
    : 'must use https, http on this computer, the scheme of a known editor, or a private ' +
        'scheme with a dot, such as com.example.app:/callback';
}

/** Whether an address is that of a site, and of no program on the person's own machine. */
export const leavesMachine = (address: string): boolean =>
  URL.parse(address)?.protocol === 'https:';
