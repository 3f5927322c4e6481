import express from 'express';
import { createServer } from 'node:http';
import { z } from 'zod';

export interface CaptchaSandbox {
  /** Takes what Google's siteverify takes. */
  readonly verifyUrl: string;
  /** A token as the browser's script would give it; each is good once. */
  tokenFor(action: string, score: number): string;
  /** While true, nothing is answered but errors. */
  down: boolean;
  close(): Promise<void>;
}

const form = z.object({ secret: z.string(), response: z.string() });

/**
 * A stand-in for reCAPTCHA v3's siteverify on loopback: the same form, the same answers, the same
 * error codes.
 */
export async function createCaptchaSandbox(secret: string): Promise<CaptchaSandbox> {
  const issued = new Map<string, { action: string; score: number }>();
  const sandbox: Pick<CaptchaSandbox, 'down'> = { down: false };
  const app = express().post(
    '/recaptcha/api/siteverify',
    express.urlencoded({ extended: false }),
    (req, res) => {
      if (sandbox.down) return void res.status(503).end();
      const sent = form.safeParse(req.body);
      if (!sent.success)
        return void res.json({ success: false, 'error-codes': ['missing-input-response'] });
      if (sent.data.secret !== secret)
        return void res.json({ success: false, 'error-codes': ['invalid-input-secret'] });
      const token = issued.get(sent.data.response);
      issued.delete(sent.data.response);
      if (token === undefined)
        return void res.json({ success: false, 'error-codes': ['timeout-or-duplicate'] });
      return void res.json({
        success: true,
        ...token,
        challenge_ts: new Date().toISOString(),
        hostname: 'localhost',
      });
    },
  );
  const server = createServer({ keepAliveTimeout: 75_000 }, app);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.assign(sandbox, {
    verifyUrl: `http://127.0.0.1:${port}/recaptcha/api/siteverify`,
    tokenFor: (action: string, score: number) => {
      const token = crypto.randomUUID();
      issued.set(token, { action, score });
      return token;
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  });
}
