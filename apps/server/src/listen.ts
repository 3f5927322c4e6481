import type { Server } from 'node:http';
import type { Config } from './config.ts';

/** Listens as the settings say, and answers the port. */
export function listen(server: Server, config: Config): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(config.PORT, config.HOST, () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : config.PORT);
    });
  });
}
