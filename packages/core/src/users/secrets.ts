import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

/**
 * One key a purpose, derived from APP_SECRET (HKDF, RFC 5869). Where there are several, the first
 * is that of the current
 * secret, under which all is made; those of the fallbacks are taken too.
 */
export interface Secrets {
  /** Sign access tokens. */
  readonly jwtKeys: readonly [Uint8Array, ...Uint8Array[]];
  /** Seeds of the authorization server's signing keys. */
  readonly oauthKeys: readonly [Buffer, ...Buffer[]];
  /** HMACs by which an API key is found without being stored. */
  lookups(apiKey: string): readonly [string, ...string[]];
  /** The one token that a refresh token is exchanged for: asked twice, the same. */
  successors(refreshToken: string): readonly [string, ...string[]];
  /** AES-256-GCM, bound to the owner. */
  encrypt(text: string, owner: string): string;
  /** null where it was encrypted under another secret, for another owner, or was changed. */
  decrypt(ciphertext: string, owner: string): string | null;
  /** Whether the current secret opens it. */
  isCurrent(ciphertext: string, owner: string): boolean;
}

export function deriveSecrets(current: string, fallbacks: readonly string[] = []): Secrets {
  const first = deriveKeys(current);
  const others = fallbacks.map(deriveKeys);
  const all = [first, ...others];
  return {
    jwtKeys: [first.jwtKey, ...others.map(({ jwtKey }) => jwtKey)],
    oauthKeys: [first.oauthKey, ...others.map(({ oauthKey }) => oauthKey)],
    lookups: (apiKey) => [first.lookup(apiKey), ...others.map(({ lookup }) => lookup(apiKey))],
    successors: (refreshToken) => [
      first.successor(refreshToken),
      ...others.map(({ successor }) => successor(refreshToken)),
    ],
    encrypt: first.encrypt,
    decrypt: (ciphertext, owner) => {
      for (const { decrypt } of all) {
        const text = decrypt(ciphertext, owner);
        if (text !== null) return text;
      }
      return null;
    },
    isCurrent: (ciphertext, owner) => first.decrypt(ciphertext, owner) !== null,
  };
}

interface Keys {
  readonly jwtKey: Uint8Array;
  readonly oauthKey: Buffer;
  readonly lookup: (apiKey: string) => string;
  readonly successor: (refreshToken: string) => string;
  readonly encrypt: Secrets['encrypt'];
  readonly decrypt: Secrets['decrypt'];
}

function deriveKeys(appSecret: string): Keys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', appSecret, 'columnist', purpose, 32));
  const hmacKey = createSecretKey(derive('api-key look-up'));
  const cipherKey = derive('api-key encryption');
  const successorKey = createSecretKey(derive('refresh token successor'));
  return {
    jwtKey: derive('access token'),
    oauthKey: derive('authorization server'),
    lookup: (apiKey) => createHmac('sha256', hmacKey).update(apiKey).digest('base64url'),
    successor: (refreshToken) =>
      createHmac('sha256', successorKey).update(refreshToken).digest('base64url'),
    encrypt: (text, owner) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]).toString('base64url');
    },
    decrypt: (ciphertext, owner) => {
      const bytes = Buffer.from(ciphertext, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-16));
      const text = decipher.update(bytes.subarray(12, -16));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // The tag does not fit.
        return null;
      }
    },
  };
}

/** Signs the captchas that an installation makes itself. */
export const captchaSecret = (appSecret: string): string =>
  Buffer.from(hkdfSync('sha256', appSecret, 'columnist', 'captcha', 32)).toString('base64url');

/** 256 random bits for links and refresh tokens. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** Random tokens need no salt: SHA-256 suffices to make a stolen table useless. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
