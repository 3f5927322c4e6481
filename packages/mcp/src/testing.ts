import {
  auth,
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { auth as olderAuth } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OlderHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

/** Where a server is: behind an address, or a command to start. */
export type Way =
  | {
      readonly url: string;
      readonly headers?: Record<string, string>;
      readonly signIn?: TestSignIn;
    }
  | { readonly command: string; readonly args: string[]; readonly env: Record<string, string> };

const answer = z.object({
  content: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('image'), data: z.base64(), mimeType: z.literal('image/png') }),
    ]),
  ),
  structuredContent: z.record(z.string(), z.unknown()).exactOptional(),
  isError: z.boolean().exactOptional(),
});
export type Answer = z.output<typeof answer>;

/**
 * An agent's client. It has read the list of tools, so it checks each answer against the tool's
 * output schema.
 */
export interface Agent {
  readonly instructions: string | undefined;
  readonly tools: readonly { readonly name: string }[];
  use(tool: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** One client of each protocol era. */
export const agents: readonly [era: string, connect: (way: Way) => Promise<Agent>][] = [
  ['2026-07-28', connectCurrent],
  ['2025-11-25', connectOlder],
];

const optionsOf = ({
  headers = {},
  signIn,
}: {
  readonly headers?: Record<string, string>;
  readonly signIn?: TestSignIn;
}) => ({ requestInit: { headers }, ...(signIn === undefined ? {} : { authProvider: signIn }) });
const info = { name: 'columnist-test', version: '1.0.0' };

async function connectCurrent(way: Way): Promise<Agent> {
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(
    'url' in way
      ? new StreamableHTTPClientTransport(new URL(way.url), optionsOf(way))
      : new StdioClientTransport({ ...way, stderr: 'ignore' }),
  );
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions(),
    tools,
    use: async (name, input, signal) =>
      answer.parse(
        await client.callTool({ name, arguments: input }, signal === undefined ? {} : { signal }),
      ),
    close: () => client.close(),
  };
}

async function connectOlder(way: Way): Promise<Agent> {
  const client = new OlderClient(info);
  await client.connect(
    'url' in way
      ? new OlderHttpTransport(new URL(way.url), optionsOf(way))
      : new OlderStdioTransport({ ...way, stderr: 'ignore' }),
  );
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions(),
    tools,
    use: async (name, input, signal) =>
      answer.parse(
        await client.callTool(
          { name, arguments: input },
          undefined,
          signal === undefined ? {} : { signal },
        ),
      ),
    close: () => client.close(),
  };
}

/** What a client of the SDKs has to know, and what it keeps, while its user lets it in. */
export class TestSignIn implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:33418/callback';
  #asked: URL | null = null;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;
  readonly clientMetadata: OAuthClientMetadata;

  constructor(scope?: string) {
    this.clientMetadata = {
      client_name: 'Test agent',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope === undefined ? {} : { scope }),
    };
  }

  clientInformation = () => this.#client;
  saveClientInformation = (client: StoredOAuthClientInformation): void =>
    void (this.#client = client);
  tokens = () => this.#tokens;
  saveTokens = (tokens: StoredOAuthTokens): void => void (this.#tokens = tokens);
  redirectToAuthorization = (url: URL): void => void (this.#asked = url);
  /** Where it would have opened a browser. */
  asked(): URL {
    if (this.#asked === null) throw new Error('It has not asked for anything.');
    return this.#asked;
  }
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState): void => void (this.#discovered = state);
  discoveryState = () => this.#discovered;
}

/**
 * Lets a client of each era in; `decide` acts for the user and answers what came back to the
 * redirect address.
 */
export const signIns: readonly [
  era: string,
  letIn: (
    url: string,
    signIn: TestSignIn,
    decide: (url: URL) => Promise<URLSearchParams>,
  ) => Promise<void>,
][] = [
  [
    '2026-07-28',
    async (url, signIn, decide) => {
      await auth(signIn, { serverUrl: url });
      const params = await decide(signIn.asked());
      await auth(signIn, {
        serverUrl: url,
        authorizationCode: params.get('code') ?? '',
        iss: params.get('iss') ?? '',
      });
    },
  ],
  [
    '2025-11-25',
    async (url, signIn, decide) => {
      await olderAuth(signIn, { serverUrl: url });
      await olderAuth(signIn, {
        serverUrl: url,
        authorizationCode: (await decide(signIn.asked())).get('code') ?? '',
      });
    },
  ],
];
