import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '@columnist/contract';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { generateSync } from 'otplib';

/** What a browser with an authenticator answers. */
export interface TestAuthenticator {
  create(options: CreationOptions, origin: string): RegistrationResponse;
  get(options: RequestOptions, origin: string): AuthenticationResponse;
  /** What it has signed so far; a test sets it back to play a copy. */
  counter: number;
  /** Whether it knows its owner, by a PIN or a finger. */
  verifies: boolean;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** CBOR of what a new credential needs: texts, bytes and maps of few members (RFC 8949). */
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 24
      ? Buffer.from([0x40 + bytes.length])
      : Buffer.concat([Buffer.from([0x59]), uint16(bytes.length)]),
    bytes,
  ]);

/** A key on P-256 as COSE (RFC 9053, 7.1): kty 2, alg -7, crv 1, x, y. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (label: number, value: string): Buffer =>
    Buffer.concat([Buffer.from([label]), Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ]);
}

/**
 * An authenticator in software with one credential, as WebAuthn Level 3 describes it in section 6.
 */
export function createTestAuthenticator(): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticator: TestAuthenticator = {
    counter: 0,
    verifies: true,
    create: ({ challenge, rp }, origin) => {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        uint16(credentialId.length),
        credentialId,
        coseOf(publicKey),
      ]);
      const data = Buffer.concat([
        sha256(rp.id ?? ''),
        Buffer.from([flags() | 0x40]),
        uint32(authenticator.counter),
        attested,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get: ({ challenge, rpId = '' }, origin) => {
      authenticator.counter += 1;
      const data = Buffer.concat([
        sha256(rpId),
        Buffer.from([flags()]),
        uint32(authenticator.counter),
      ]);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
  /** User present, and verified where it can. */
  const flags = (): number => (authenticator.verifies ? 0x05 : 0x01);
  return authenticator;
}

/** What an authenticator app shows, now or some steps of half a minute ahead. */
export const totpCode = (secret: string, stepsAhead = 0, now: Date = new Date()): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + 30 * stepsAhead });
