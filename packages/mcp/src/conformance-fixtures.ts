// What the conformance suite prescribes, word by word, and so one file.
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  completable,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  ResourceTemplate,
  type InputRequests,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ServerOptions } from './make-server.ts';

/**
 * What the conformance runner of the protocol asks of a server beside its own tools. Mounted in its
 * test alone, on the same transport.
 */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const states = createRequestStateCodec<{
  tool: string;
  round?: number;
  name?: string;
  nonce: string;
}>({ key: randomBytes(32) });

const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const nothing = z.object({});
const description = 'Of the conformance test.';

type Tool = (ctx: ServerContext) => ReturnType<Parameters<McpServer['registerTool']>[2]>;
const asked = (message: string, name: string, type: 'string' | 'boolean') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [name]: type === 'string' ? { type } : { type } },
      required: [name],
    },
  });
const said = (words: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens: 50,
  });
const accepted = (ctx: ServerContext, key: string, name: string): unknown =>
  acceptedContent(ctx.mcpReq.inputResponses, key)?.[name];
const responseTo = (ctx: ServerContext, key: string): unknown => ctx.mcpReq.inputResponses?.[key];
const spoken = z.object({ content: z.object({ text: z.string() }) });
const declaration = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z
    .looseObject({ elicitation: z.unknown(), sampling: z.unknown() })
    .partial()
    .optional(),
});
const rooted = z.object({ roots: z.array(z.object({ uri: z.string() })) });
const mint = (tool: string, more: { round?: number; name?: string } = {}) =>
  states.mint({ tool, nonce: randomUUID(), ...more });

const options = ['option1', 'option2', 'option3'];
const titled = options.map((name, i) => ({ const: name, title: `Option ${i + 1}` }));

type ElicitedFields = Extract<
  Parameters<ServerContext['mcpReq']['elicitInput']>[0],
  { requestedSchema: unknown }
>['requestedSchema']['properties'];

async function elicit(
  ctx: ServerContext,
  message: string,
  properties: ElicitedFields,
  required: string[] = [],
) {
  const { action, content } = await ctx.mcpReq.elicitInput({
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties, required },
  });
  return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
}

const tools: Readonly<Record<string, Tool>> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded(
        'test://mixed-content-resource',
        'application/json',
        JSON.stringify({ test: 'data', value: 123 }),
      ),
    ],
  }),
  test_error_handling: () => {
    throw new Error('This tool intentionally returns an error for testing');
  },
  test_tool_with_logging: async (ctx) => {
    for (const data of [
      'Tool execution started',
      'Tool processing data',
      'Tool execution completed',
    ]) {
      await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    }
    return text('Tool with logging executed successfully');
  },
  test_tool_with_progress: async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await ctx.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken ?? '', progress, total: 100 },
      });
    }
    return text(String(progressToken ?? 'no token'));
  },
  test_logging_tool: async (ctx) => {
    await ctx.mcpReq.log('info', 'It ran.');
    return text('logged');
  },
  test_streaming_elicitation: () => text('only results on this stream'),
  test_missing_capability: (ctx) =>
    responseTo(ctx, 'llm_answer') === undefined
      ? inputRequired({ inputRequests: { llm_answer: said('Reply with one word: pong') } })
      : text('answered'),
  test_input_required_result_elicitation: (ctx) => {
    const name = accepted(ctx, 'user_name', 'name');
    return typeof name === 'string'
      ? text(`Hello, ${name}!`)
      : inputRequired({
          inputRequests: { user_name: asked('What is your name?', 'name', 'string') },
        });
  },
  test_input_required_result_sampling: (ctx) => {
    const answer = spoken.safeParse(responseTo(ctx, 'capital_question'));
    return answer.success
      ? text(`Sampling response: ${answer.data.content.text}`)
      : inputRequired({
          inputRequests: { capital_question: said('What is the capital of France?') },
        });
  },
  test_input_required_result_list_roots: (ctx) => {
    const answer = rooted.safeParse(responseTo(ctx, 'client_roots'));
    return answer.success
      ? text(`Roots: ${answer.data.roots.map(({ uri }) => uri).join(', ')}`)
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
  test_input_required_result_request_state: async (ctx) =>
    accepted(ctx, 'confirm', 'ok') !== undefined && ctx.mcpReq.requestState() !== undefined
      ? text('state-ok: requestState verified and confirmation received')
      : inputRequired({
          inputRequests: { confirm: asked('Please confirm', 'ok', 'boolean') },
          requestState: await mint('request_state'),
        }),
  test_input_required_result_tampered_state: async (ctx) =>
    accepted(ctx, 'confirm', 'ok') !== undefined && ctx.mcpReq.requestState() !== undefined
      ? text('integrity-ok: requestState verified')
      : inputRequired({
          inputRequests: { confirm: asked('Please confirm', 'ok', 'boolean') },
          requestState: await mint('tampered_state'),
        }),
  test_input_required_result_multiple_inputs: async (ctx) => {
    const [name, greeting, roots] = [
      accepted(ctx, 'user_name', 'name'),
      spoken.safeParse(responseTo(ctx, 'greeting')),
      rooted.safeParse(responseTo(ctx, 'client_roots')),
    ];
    if (typeof name === 'string' && greeting.success && roots.success)
      return text(`${greeting.data.content.text} ${name}, ${roots.data.roots.length} roots`);
    return inputRequired({
      inputRequests: {
        user_name: asked('What is your name?', 'name', 'string'),
        greeting: said('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await mint('multiple_inputs'),
    });
  },
  test_input_required_result_multi_round: async (ctx) => {
    const state = ctx.mcpReq.requestState<{ round?: number; name?: string }>();
    if (state?.round === undefined)
      return inputRequired({
        inputRequests: { step1: asked('Step 1: What is your name?', 'name', 'string') },
        requestState: await mint('multi_round', { round: 1 }),
      });
    if (state.round === 1)
      return inputRequired({
        inputRequests: { step2: asked('Step 2: What is your favorite color?', 'color', 'string') },
        requestState: await mint('multi_round', {
          round: 2,
          name: String(accepted(ctx, 'step1', 'name')),
        }),
      });
    return text(
      `Multi-round complete: ${state.name ?? ''} likes ${String(accepted(ctx, 'step2', 'color'))}`,
    );
  },
  test_input_required_result_capabilities: (ctx) => {
    if (ctx.mcpReq.inputResponses !== undefined)
      return text('Capability-aware input requests fulfilled');
    const declared = declaration.parse(ctx.mcpReq.envelope ?? {})[CLIENT_CAPABILITIES_META_KEY];
    const inputRequests: InputRequests = {
      ...(declared?.elicitation === undefined
        ? {}
        : { user_name: asked('What is your name?', 'name', 'string') }),
      ...(declared?.sampling === undefined ? {} : { greeting: said('Generate a short greeting') }),
    };
    return Object.keys(inputRequests).length === 0
      ? text('nothing to ask for')
      : inputRequired({ inputRequests });
  },
};

/** They ask the client something while they run, which takes a session. */
const askingTools: Readonly<Record<string, Tool>> = {
  test_sampling: async (ctx) => {
    const answer = await ctx.mcpReq.requestSampling({
      messages: [{ role: 'user', content: { type: 'text', text: 'Test prompt for sampling' } }],
      maxTokens: 100,
    });
    return text(`LLM response: ${JSON.stringify(answer.content)}`);
  },
  test_elicitation: (ctx) =>
    elicit(
      ctx,
      'Tell me about yourself',
      {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      ['username', 'email'],
    ),
  test_elicitation_sep1034_defaults: (ctx) =>
    elicit(ctx, 'Review the fields with defaults', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  test_elicitation_sep1330_enums: (ctx) =>
    elicit(ctx, 'Select options', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: { type: 'string', enum: options, enumNames: ['One', 'Two', 'Three'] },
      untitledMulti: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        items: { type: 'string', enum: options },
      },
      titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled } },
    }),
};

/** A field that is sent in a header too: more than JSON Schema knows. */
const region = { type: 'string', 'x-mcp-header': 'Region' } as const;
const withHeader = { type: 'object', properties: { region, level: { type: 'integer' } } } as const;

const user = (
  content: ReturnType<typeof embedded> | typeof image | { type: 'text'; text: string },
) => ({ role: 'user' as const, content });
const words = (sentence: string) => user({ type: 'text', text: sentence });

function register(server: McpServer, registered: Readonly<Record<string, Tool>>): void {
  for (const [name, run] of Object.entries(registered))
    server.registerTool(name, { description, inputSchema: nothing }, (_input, ctx) => run(ctx));
  server.registerTool(
    'test_x_mcp_header',
    { description, inputSchema: fromJsonSchema<{ region?: string }>(withHeader) },
    ({ region }) => text(`region=${region ?? 'none'}`),
  );

  server.registerResource(
    'static-text',
    'test://static-text',
    { mimeType: 'text/plain' },
    ({ href }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'text/plain',
          text: 'This is the content of the static text resource.',
        },
      ],
    }),
  );
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { mimeType: 'image/png' },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'image/png', blob: png }] }),
  );
  server.registerResource(
    'watched',
    'test://watched-resource',
    { mimeType: 'text/plain' },
    ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text: 'Watched resource content' }],
    }),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );

  server.registerPrompt('test_simple_prompt', { description }, () => ({
    messages: [words('This is a simple prompt for testing.')],
  }));
  const argument = completable(z.string(), () => []);
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: z.object({ arg1: argument, arg2: argument }) },
    ({ arg1, arg2 }) => ({
      messages: [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        words('Please process the embedded resource above.'),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description }, () => ({
    messages: [user(image), words('Please analyze the image above.')],
  }));
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description, argsSchema: nothing },
    (_input, ctx) => {
      const context = accepted(ctx, 'user_context', 'context');
      return typeof context === 'string'
        ? { messages: [words(`Use the following context: ${context}`)] }
        : inputRequired({
            inputRequests: {
              user_context: asked('What context should the prompt use?', 'context', 'string'),
            },
          });
    },
  );

  server.server.setRequestHandler('logging/setLevel', () => Promise.resolve({}));
  server.server.setRequestHandler('resources/subscribe', () => Promise.resolve({}));
  server.server.setRequestHandler('resources/unsubscribe', () => Promise.resolve({}));
}

type Fixtures = NonNullable<ServerOptions['fixtures']>;
const serverOptions: Fixtures['options'] = {
  capabilities: {
    tools: { listChanged: false },
    resources: { listChanged: false, subscribe: true },
    prompts: { listChanged: false },
    logging: {},
    completions: {},
  },
  requestState: { verify: (...args) => states.verify(...args) },
};

export const conformanceFixtures: Fixtures = {
  options: serverOptions,
  register: (server) => register(server, tools),
};
export const askingFixtures: Fixtures = {
  options: serverOptions,
  register: (server) => register(server, { ...tools, ...askingTools }),
};
