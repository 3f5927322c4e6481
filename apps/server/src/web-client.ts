import express, { type RequestHandler, type Router } from 'express';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface ClientFacts {
  readonly supportEmail: string;
  readonly repositoryUrl: string;
  readonly publicUrl: string;
  /** `altcha`, `off`, or `recaptcha` and its site key. */
  readonly captcha: string;
}

const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The built client: hashed files for good, the page itself with a new nonce for its styles. */
export function webClient(folder: string, facts: ClientFacts): Router {
  const router = express.Router();
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll('__SUPPORT_EMAIL__', escapeAttribute(facts.supportEmail))
    .replaceAll('__CAPTCHA__', escapeAttribute(facts.captcha))
    .replaceAll('__REPOSITORY_URL__', escapeAttribute(facts.repositoryUrl))
    .replaceAll('__PUBLIC_URL__', escapeAttribute(facts.publicUrl));
  const page = answerPage(
    template,
    facts.captcha.startsWith('recaptcha')
      ? ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/'
      : '',
  );
  router.get(['/', '/index.html'], page);
  router.use(
    '/assets',
    precompressed(join(folder, 'assets')),
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
    (_req, _res, next) => next('router'),
  );
  router.use(express.static(folder, { index: false, maxAge: '1h' }));
  // Who has the link of a shared result may read it; nobody is to find it by a search.
  router.get('/shared/{*path}', (_req, res, next) => {
    res.setHeader('X-Robots-Tag', 'noindex');
    next();
  });
  router.get('/{*path}', page);
  return router;
}

/** Turns to the file that the build has compressed, where there is one and the browser takes it. */
function precompressed(folder: string): RequestHandler {
  const files = new Set(
    readdirSync(folder)
      .filter((name) => name.endsWith('.br'))
      .map((name) => `/${name.slice(0, -'.br'.length)}`),
  );
  return (req, res, next) => {
    if (files.has(req.path)) {
      res.vary('Accept-Encoding');
      if (req.acceptsEncodings('br') === 'br') {
        res.type(extname(req.path)).setHeader('Content-Encoding', 'br');
        req.url = `${req.path}.br`;
      }
    }
    next();
  };
}

/** The page with a nonce of its own, in the policy and where antd finds it. */
function answerPage(template: string, captchaOrigins: string): RequestHandler {
  return (_req, res) => {
    const nonce = randomBytes(16).toString('base64');
    res.setHeader(
      'Content-Security-Policy',
      [
        "default-src 'none'",
        `script-src 'self'${captchaOrigins}`,
        `style-src 'self' 'nonce-${nonce}'`,
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        `connect-src 'self'${captchaOrigins}`,
        `frame-src ${captchaOrigins === '' ? "'none'" : captchaOrigins.trim()}`,
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join('; '),
    );
    res.setHeader('Cache-Control', 'no-cache');
    res.type('html').send(template.replaceAll('__CSP_NONCE__', nonce));
  };
}
