import net from 'node:net';

/**
 * Stands for the internet: connections of this process to the address of ROUTED, such as
 * `93.184.215.14 4443`, reach that port
 * of this machine. The process itself, which looks at the address before, knows nothing of it.
 */
const [address, port] = (process.env.ROUTED ?? '').split(' ');
const { connect } = net.Socket.prototype;

net.Socket.prototype.connect = function routed(first, ...rest) {
  const options = Array.isArray(first) ? first[0] : first;
  if (options?.host !== address) return connect.call(this, first, ...rest);
  const there = { ...options, host: '127.0.0.1', port: Number(port) };
  const done = Array.isArray(first) ? first[1] : rest[0];
  return connect.call(this, there, ...(typeof done === 'function' ? [done] : []));
};
