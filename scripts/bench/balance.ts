import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import { z } from 'zod';

/** A proxy that hands requests to several servers in turn. */
export async function balance(
  targets: readonly string[],
): Promise<{ url: string; server: Server }> {
  let turn = 0;
  const server = createServer((req, res) => {
    const target = new URL(req.url ?? '/', targets[turn++ % targets.length]);
    const passed = request(
      target,
      { method: req.method ?? 'GET', headers: req.headers },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    passed.once('error', (error) => res.destroy(error));
    res.once('close', () => passed.destroy());
    req.pipe(passed);
  });
  // Longer than the clients keep theirs, which would else write to one that is being closed.
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`,
    server,
  };
}
