import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { z } from 'zod';

/** A proxy of bytes that ends its connections at given places, and counts what it passes on. */
export interface BreakingProxy {
  readonly url: string;
  /** Bytes that clients have sent to the server. */
  readonly sent: () => number;
  readonly broken: () => number;
  readonly close: () => void;
}

/**
 * Passes bytes on to the server that `target` names at that time; each of the `places` is a number
 * of bytes, sent by clients since the start, after which every connection is broken without a word
 * and `onBreak` is awaited before the next is taken.
 */
export async function breakConnections(
  target: () => string,
  places: readonly number[],
  onBreak: (broken: number) => Promise<void>,
): Promise<BreakingProxy> {
  const open = new Set<Socket>();
  let [sent, broken] = [0, 0];
  let ready = Promise.resolve();
  const passOn = (client: Socket): void => {
    const { hostname, port } = new URL(target());
    const upstream = connect(Number(port), hostname)
      .on('error', () => client.destroy())
      .on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (sent < (places[broken] ?? Infinity)) {
        if (upstream.write(chunk)) return;
        client.pause();
        upstream.once('drain', () => client.resume());
        return;
      }
      broken += 1;
      ready = ready.then(() => onBreak(broken));
      for (const socket of open) socket.destroy();
    });
    upstream.pipe(client);
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    open.add(client.on('error', () => {}).on('close', () => open.delete(client)));
    void ready.then(() => {
      passOn(client);
      client.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`,
    sent: () => sent,
    broken: () => broken,
    close: () => void server.close(),
  };
}
