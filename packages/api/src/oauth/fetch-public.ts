import { lookup as lookUp } from 'node:dns/promises';
import { request } from 'node:https';
import { BlockList, isIP, isIPv4 } from 'node:net';

const mostBytes = 64 * 1024;
const mostMilliseconds = 5000;

/**
 * Special-purpose IPv4 addresses of the IANA registry (RFC 6890 and later): nothing of the internet
 * is there.
 */
const special = new BlockList();
const ranges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
for (const [network, bits] of ranges) special.addSubnet(network, bits, 'ipv4');

/**
 * Of IPv6 only global unicast is the internet, without the parts that are for documentation, or
 * that carry an IPv4 address or a protocol.
 */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');

/**
 * Whether an address is one of the internet: not of this machine, of a network behind it, of
 * documentation, or reserved.
 */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !special.check(address, 'ipv4')
    : isIP(address) === 6 && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');

export interface PublicFetchOptions {
  /**
   * Which addresses may be connected to; those of the internet unless a test has a server of its
   * own.
   */
  readonly isAllowed?: (address: string) => boolean;
  /** Certificates to trust instead of the usual ones, in PEM. */
  readonly ca?: string;
}

/**
 * A fetch for addresses that a stranger names: GET over https alone, no redirect followed, at most
 * 64 KB in at most 5 seconds.
 * The name is resolved once, every address of it must be public, and the connection goes to the
 * address that was checked, so
 * that a name which changes between the check and the connection (DNS rebinding) gains nothing.
 * Rejects with what was refused.
 */
export function publicFetch({
  isAllowed = isPublicAddress,
  ca,
}: PublicFetchOptions = {}): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'https:') throw new Error('Only https addresses are fetched.');
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const signal = AbortSignal.any([
      AbortSignal.timeout(mostMilliseconds),
      ...(init?.signal instanceof AbortSignal ? [init.signal] : []),
    ]);
    const found =
      isIP(host) === 0
        ? await untilAborted(lookUp(host, { all: true }), signal)
        : [{ address: host, family: isIP(host) }];
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isAllowed(address)))
      throw new Error('This address is not one of the internet.');
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method: 'GET',
          agent: false,
          signal,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), host: url.host },
          ...(ca === undefined ? {} : { ca }),
          lookup: (_name, { all }, done) =>
            all === true ? done(null, [first]) : done(null, first.address, first.family),
        },
        (response) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > mostBytes) sent.destroy(new Error('The document is longer than 64 KB.'));
            else chunks.push(chunk);
          });
          response.once('error', reject);
          response.once('end', () => {
            const { statusCode: status = 502 } = response;
            // Statuses without a body take none.
            const body =
              status === 204 || status === 205 || status === 304 ? null : Buffer.concat(chunks);
            const headers = Object.entries(response.headersDistinct).flatMap(
              ([name, values = []]) => values.map((value): [string, string] => [name, value]),
            );
            try {
              resolve(new Response(body, { status, headers }));
            } catch (error) {
              reject(error instanceof Error ? error : new Error('The answer is not one of HTTP.'));
            }
          });
        },
      );
      sent.once('error', reject);
      sent.end();
    });
  };
}

/** A look-up of a name cannot be interrupted: it is no longer waited for. */
const untilAborted = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('The address took too long to be resolved.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
