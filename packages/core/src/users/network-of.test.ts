import { expect, test } from 'vitest';
import { networkOf, wideNetworkOf } from './throttle.ts';

test.each([
  ['127.0.0.1', '127.0.0.1', '127.0.0.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64', '2001:db8:0::/48'],
  ['1:2:3::5:6:7:8', '1:2:3:0::/64', '1:2:3::/48'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64', '0:2:3::/48'],
  ['1::', '1:0:0:0::/64', '1:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
])('%s belongs to the network %s, and more widely to %s', (address, network, wide) => {
  expect([networkOf(address), wideNetworkOf(address)]).toEqual([network, wide]);
});
