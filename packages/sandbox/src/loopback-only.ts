import type { RequestHandler } from 'express';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopbackAddress = (address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  return family !== 0 && loopback.check(plain, family === 4 ? 'ipv4' : 'ipv6');
};

/**
 * `localhost`, a 127.x address or [::1], with or without a port; a name that merely resolves there
 * is refused (DNS rebinding).
 */
const isLoopbackHost = (host: string): boolean => {
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return name === 'localhost' || isLoopbackAddress(name);
};

const forwardedHeaders: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'fastly-client-ip',
  'true-client-ip',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
]);

/**
 * Proxies, load balancers and content networks that add headers of their own, by the beginning of
 * these.
 */
const forwardedPrefixes = [
  'x-forwarded',
  'x-original-forwarded',
  'x-envoy-',
  'x-amzn-',
  'x-appengine-',
  'x-arr-',
  'x-azure-',
  'x-nf-',
  'x-vercel-',
  'cf-',
  'fly-',
];

const isFromProxy = (header: string): boolean =>
  forwardedHeaders.has(header) || forwardedPrefixes.some((prefix) => header.startsWith(prefix));

/**
 * Whether a proxy passed the request on: it says so in a header, or speaks HTTP/1.0, as no browser
 * does.
 */
const isForwarded = (httpVersion: string, headers: readonly string[]): boolean =>
  httpVersion === '1.0' || headers.some(isFromProxy);

/**
 * Stand-ins answer this machine alone: the connection and the Host header must both be loopback,
 * and nobody may have passed the request on.
 */
export const loopbackOnly: RequestHandler = (request, response, next) => {
  const isOfThisMachine =
    isLoopbackAddress(request.socket.remoteAddress ?? '') &&
    isLoopbackHost(request.headers.host ?? '');
  if (isOfThisMachine && !isForwarded(request.httpVersion, Object.keys(request.headers)))
    return next();
  response
    .status(403)
    .type('text')
    .send(
      'The sandbox answers only on this machine, without a proxy between: open it under ' +
        'http://localhost or http://127.0.0.1.\n',
    );
};
