import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

/** One key a purpose, derived from APP_SECRET (HKDF, RFC 5869). */
export interface Secrets {
  /** Signs access tokens. */
  readonly jwtKey: Uint8Array;
  /** Seed of the authorization server's signing key. */
  readonly oauthKey: Buffer;
  /** HMAC by which an API key is found without being stored. */
  lookup(apiKey: string): string;
  /** AES-256-GCM, bound to the owner. */
  encrypt(text: string, owner: string): string;
  decrypt(ciphertext: string, owner: string): string;
}

export function deriveSecrets(appSecret: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', appSecret, 'columnist', purpose, 32));
  const hmacKey = createSecretKey(derive('api-key look-up'));
  const cipherKey = derive('api-key encryption');
  return {
    jwtKey: derive('access token'),
    oauthKey: derive('authorization server'),
    lookup: (apiKey) => createHmac('sha256', hmacKey).update(apiKey).digest('base64url'),
    encrypt: (text, owner) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    decrypt: (ciphertext, owner) => {
      const bytes = Buffer.from(ciphertext, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, 12)).setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
    },
  };
}

/** Signs the captchas that an installation makes itself. */
export const captchaSecret = (appSecret: string): string => Buffer.from(hkdfSync('sha256', appSecret, 'columnist', 'captcha', 32)).toString('base64url');

/** 256 random bits for links and refresh tokens. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** Random tokens need no salt: SHA-256 suffices to make a stolen table useless. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
