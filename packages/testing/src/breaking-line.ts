import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line between client and server that can be made to break. */
export interface BreakingLine {
  readonly url: string;
  /** Bytes that clients have sent, headers and all. */
  sent(): number;
  /** Ends each of the next connections after so many bytes of its client. */
  breakAfter(bytes: readonly number[]): void;
  /** Passes nothing on after so many bytes of the next client; answers once they have passed. */
  stallAfter(bytes: number): Promise<void>;
  /** How many breaks have not happened yet. */
  left(): number;
  close(): Promise<void>;
}

/** Passes bytes on to a server, counts those of clients, and breaks connections as it is asked to. */
export async function openBreakingLine(target: string): Promise<BreakingLine> {
  const { port } = new URL(target);
  let sent = 0;
  let breaks: number[] = [];
  let stall: { readonly bytes: number; readonly reached: () => void } | null = null;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    let passed = 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket
        .on('error', () => {})
        .once('close', () => {
          open.delete(socket);
          client.destroy();
          // What has passed arrives.
          upstream.destroySoon();
        });
    }
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      passed += chunk.length;
      if (!upstream.write(chunk)) {
        client.pause();
        upstream.once('drain', () => client.resume());
      }
      if (stall !== null && passed >= stall.bytes) {
        client.pause();
        upstream.removeAllListeners('drain');
        stall.reached();
        stall = null;
      }
      const [limit = Infinity] = breaks;
      if (passed < limit) return;
      breaks = breaks.slice(1);
      client.destroy();
    });
    upstream.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens at no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent: () => sent,
    breakAfter: (bytes) => {
      breaks = [...bytes];
    },
    stallAfter: (bytes) =>
      new Promise((reached) => {
        stall = { bytes, reached };
      }),
    left: () => breaks.length,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
