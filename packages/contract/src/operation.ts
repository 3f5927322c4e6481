import { exportFormats } from './datasets/export-formats.ts';
import type { z } from 'zod';
import type { Audit } from './audit.ts';

/** How a caller proved who they are. */
export const vias = ['session', 'api-key', 'oauth'] as const;
export type Via = (typeof vias)[number];

/** What a call came through. */
export const doors = ['browser', 'api', 'agent'] as const;
export type Door = (typeof doors)[number];

/** What a key or token may be narrowed to; a session has all of them. */
export const scopes = ['read', 'rows', 'analyse', 'write'] as const;
export type Scope = (typeof scopes)[number];

export const scopeNames: Readonly<Record<Scope, string>> = {
  read: 'List datasets and their columns',
  rows: 'Read rows and download files',
  analyse: 'Compute statistics',
  write: 'Upload, rename and delete',
};

/** The roles there are. */
export const roleNames = ['admin'] as const;
export type RoleName = (typeof roleNames)[number];

export type Access =
  | 'public'
  | { readonly via: readonly Via[]; readonly scope?: Scope; readonly role?: RoleName };

/** Session, key and OAuth token alike; keys and tokens need the scope. */
export const anyone = (scope: Scope): Access => ({ via: vias, scope });
export const sessionOnly: Access = { via: ['session'] };
export const adminOnly: Access = { via: ['session'], role: 'admin' };

export interface RestRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Whole path with {parameters}, e.g. /api/v1/datasets/{id}. */
  readonly path: string;
  /** Further paths that answer the same. */
  readonly aliases?: readonly string[];
  /** Status of success; 200, or 204 where there is no output. */
  readonly status?: number;
  /** `multipart`: field `file`. `csv`: JSON, or the file itself as text/csv. */
  readonly body?: 'json' | 'multipart' | 'csv';
  /** `file`: the output is a FileDownload, answered as its bytes. */
  readonly answer?: 'json' | 'file';
  /** The output is a page; REST answers its items as a plain list with a Link header. */
  readonly list?: true;
  /** Further forms of the answer, for callers whose Accept asks for one of them. */
  readonly representations?: readonly Representation[];
  /** Answered with an ETag, so that a caller who has the answer is sent nothing. */
  readonly cacheable?: true;
}

/** Forms of an answer beside JSON, or beside the CSV of a file, with their media types. */
export const mediaTypes = {
  csv: 'text/csv',
  markdown: 'text/markdown',
  png: 'image/png',
  tsv: exportFormats.tsv.mediaType,
  xlsx: exportFormats.xlsx.mediaType,
  parquet: exportFormats.parquet.mediaType,
  arrow: exportFormats.arrow.mediaType,
  jsonl: exportFormats.jsonl.mediaType,
  sav: exportFormats.sav.mediaType,
  dta: exportFormats.dta.mediaType,
  zip: exportFormats.r.mediaType,
} as const;
export type Representation = keyof typeof mediaTypes;

/** Sets of tools that an agent may limit itself to, by what they are for. */
export const toolsets = ['data', 'describe', 'statistics', 'manage'] as const;
export type Toolset = (typeof toolsets)[number];

export interface McpTool {
  readonly name: string;
  readonly toolset: Toolset;
  /**
   * `one` dataset, or none; or `all` of them, which includes making and removing them. A connection
   * to one dataset has the tools of the first kind.
   */
  readonly about: 'one' | 'all';
  readonly title: string;
  /** When to use it and what comes back, for a model. */
  readonly description: string;
  /**
   * Shown behind the description: a call without the dataset's id. A test makes it, on a table that
   * has its columns.
   */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly destructive?: true;
  /** Whether it describes every part of a view, for all that take one. */
  readonly wholeView?: true;
  /** A field of the output that holds a PNG in base64: answered as an image, beside the rest. */
  readonly image?: string;
  /** Its answer is the same however much is wanted: it takes no `detail`. */
  readonly brief?: true;
  /** Fields that only agents must send. */
  readonly required?: readonly string[];
}

/** An operation as a verb of the command line. */
export interface CliVerb {
  /** Of operations that share one, the method that is named decides. */
  readonly verb: string;
  /** Fields of the input that are given by their place, after the dataset. */
  readonly operands: readonly string[];
}

/**
 * One thing the product can be asked. Served through tRPC, and through REST, MCP and the
 * command line where it says so.
 */
export interface Operation {
  /** router.name, e.g. datasets.create. */
  readonly path: `${'auth' | 'datasets' | 'usage' | 'admin'}.${string}`;
  readonly kind: 'query' | 'mutation';
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /**
   * The field of the input that holds values or the text of a file: as large as the door takes;
   * everything else is small.
   */
  readonly bulk?: string;
  readonly access: Access;
  /**
   * Whether a session must have been confirmed in the last five minutes, by password or passkey:
   * `always` is decided where every
   * call is admitted; `sometimes` by the service, which knows how much is asked for. `factor` is
   * `always`, and who has second factors must have shown one as well. Programs are never asked.
   */
  readonly confirm?: 'always' | 'factor' | 'sometimes';
  /** The plan it needs, where that is not every plan. */
  readonly tier?: 'paid';
  /** Methods of its input that every plan has all the same. */
  readonly freeMethods?: readonly string[];
  /** API queries one successful program call uses. */
  readonly cost: 0 | 1;
  /** Its answer holds a secret that is kept nowhere: no answer is kept for an Idempotency-Key. */
  readonly shownOnce?: true;
  /** It is given a password, code or token; its 401 says that this is wrong or has ended. */
  readonly takesCredential?: true;
  /** It writes files on the disk of the server, which may be full. */
  readonly writesFiles?: true;
  /**
   * It may answer 404 although its path names nothing: it looks for what its body names, what the
   * account may not have, or what is not in every installation.
   */
  readonly notFound?: true;
  /**
   * Of what changes access, shares, takes data out or deletes, and of every mutation: how the audit
   * log names it, or why it does not.
   */
  readonly audit?: Audit;
  readonly summary: string;
  readonly rest?: RestRoute;
  readonly mcp?: McpTool;
  readonly cli?: CliVerb;
}

export type InputOf<Op extends Operation> = z.output<Op['input']>;
export type OutputOf<Op extends Operation> = z.output<Op['output']>;

export const defineOperation = <const Op extends Operation>(operation: Op): Op => operation;
