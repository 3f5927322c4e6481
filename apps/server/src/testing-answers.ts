import type { openApiDocument } from '@columnist/api';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { z } from 'zod';

type Content = { readonly [type: string]: { readonly schema?: unknown } };
const documented = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.looseObject({
            $ref: z.string().optional(),
            content: z.record(z.string(), z.looseObject({})).optional(),
          }),
        ),
      }),
    ),
  ),
  components: z.object({
    responses: z.record(
      z.string(),
      z.looseObject({ content: z.record(z.string(), z.looseObject({})).optional() }),
    ),
  }),
});

const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);
const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Holds every answer of a server against its OpenAPI document: path, status, content type and body.
 */
export class AnswerCheck {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });
  readonly #document: z.output<typeof documented>;
  readonly #routes: readonly { readonly path: string; readonly pattern: RegExp }[];
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #problems = new Set<string>();

  constructor(document: ReturnType<typeof openApiDocument>) {
    this.#document = documented.parse(document);
    this.#ajv.addSchema(document, 'document');
    // A name in the path is any one part of it; fixed parts go before names.
    const paths = Object.keys(this.#document.paths).toSorted(
      (a, b) => a.split('{').length - b.split('{').length,
    );
    this.#routes = paths.map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }));
  }

  /** Every way in which an answer was not as documented. */
  problems = (): readonly string[] => [...this.#problems];

  /** Looks at the answer of a request once it has been sent. */
  watch(req: IncomingMessage, res: ServerResponse): void {
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown): void => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    };
    const write = res.write.bind(res);
    const end = res.end.bind(res);
    Object.assign(res, {
      write: (...args: Parameters<typeof write>) => (keep(args[0]), write(...args)),
      end: (...args: Parameters<typeof end>) => (keep(args[0]), end(...args)),
    });
    const method = (req.method ?? '').toLowerCase();
    const path = new URL(req.url ?? '/', 'http://localhost').pathname;
    res.once('finish', () => {
      const problem = this.#problemOf(method, path, res, Buffer.concat(chunks));
      if (problem !== null) this.#problems.add(problem);
    });
  }

  #problemOf(method: string, path: string, res: ServerResponse, body: Buffer): string | null {
    const route = this.#routes.find(
      ({ path: known, pattern }) =>
        pattern.test(path) && this.#document.paths[known]?.[method] !== undefined,
    );
    // A method that a path does not have, and paths that are none of the API's, are not in the
    // document.
    if (route === undefined || !methods.has(method)) return null;
    const where = `${method.toUpperCase()} ${route.path} ${res.statusCode}`;
    const response = this.#document.paths[route.path]?.[method]?.responses[String(res.statusCode)];
    if (response === undefined) return `${where}: the document has no such status`;
    const shared = response.$ref?.split('/').at(-1);
    const content: Content =
      (shared === undefined
        ? response.content
        : this.#document.components.responses[shared]?.content) ?? {};
    const type =
      String(res.getHeader('Content-Type') ?? '')
        .split(';')[0]
        ?.trim() ?? '';
    if (body.length === 0) return null;
    if (content[type] === undefined)
      return type === 'application/octet-stream' ? null : `${where}: the document has no ${type}`;
    if (!type.endsWith('json')) return null;
    const pointer =
      shared === undefined
        ? `paths/${escaped(route.path)}/${method}/responses/${res.statusCode}`
        : `components/responses/${shared}`;
    const validate = this.#validator(`document#/${pointer}/content/${escaped(type)}/schema`);
    const value: unknown = JSON.parse(
      decoded(body, String(res.getHeader('Content-Encoding') ?? '')).toString(),
    );
    return validate(value)
      ? null
      : `${where}: ${this.#ajv.errorsText(validate.errors?.slice(0, 3))}`;
  }

  #validator($ref: string): ValidateFunction {
    const known = this.#compiled.get($ref) ?? this.#ajv.compile({ $ref });
    this.#compiled.set($ref, known);
    return known;
  }
}

function decoded(body: Buffer, encoding: string): Buffer {
  if (encoding === 'gzip') return gunzipSync(body);
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'deflate' ? inflateSync(body) : body;
}
