import { escapeHtml } from '../escape-html.ts';
import { allOperations, errors, type Operation } from '@columnist/contract';
import { isObject, type Json, type JsonObject } from './json-schemas.ts';

const titles: Readonly<Record<string, string>> = {
  auth: 'Account',
  datasets: 'Datasets and statistics',
  usage: 'Usage and plans',
};

/**
 * The API reference as one page without scripts, from the OpenAPI document. Its styles are at
 * /api/docs.css.
 */
export function referencePage(document: JsonObject): string {
  const listed = allOperations.filter(
    ({ rest, path }) => rest !== undefined && !path.startsWith('admin.'),
  );
  const groups = Map.groupBy(listed, ({ path }) => path.split('.')[0] ?? '');
  const paths = objectIn(document, 'paths');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Columnist API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<nav aria-label="Calls">
<p><a href="/app/">Columnist</a></p>
${[...groups].map(([name, of]) => `<h2>${escapeHtml(titles[name] ?? name)}</h2>\n<ul>${of.map(linkTo).join('')}</ul>`).join('\n')}
<h2>Beside the calls</h2>
<ul><li><a href="#errors">Errors</a></li><li><a href="/api/openapi.json">OpenAPI 3.1</a></li></ul>
</nav>
<main>
<h1>Columnist API</h1>
<p>JSON over HTTPS. Programs send their key in the header <code>API-Key</code>; the browser sends an access token as <code>Authorization: Bearer</code>. Answers to programs carry <code>RateLimit-*</code> and <code>Quota-*</code>. A POST with an <code>Idempotency-Key</code> is answered once; GET of datasets answers an <code>ETag</code>.</p>
${listed.map((operation) => articleOf(operation, paths, document)).join('\n')}
${errorsTable()}
</main>
</body>
</html>
`;
}

const anchor = ({ path }: Operation): string => path.replace('.', '-');
const linkTo = (operation: Operation): string =>
  `<li><a href="#${anchor(operation)}"><span>${operation.rest?.method.toUpperCase() ?? ''}</span> ${escapeHtml(operation.rest?.path.replace(/^\/api(\/v1)?/, '') ?? '')}</a></li>`;

const objectIn = (value: JsonObject, name: string): JsonObject => {
  const found = value[name];
  return isObject(found) ? found : {};
};
const textIn = (value: JsonObject, name: string): string =>
  typeof value[name] === 'string' ? value[name] : '';

function articleOf(operation: Operation, paths: JsonObject, document: JsonObject): string {
  const { rest } = operation;
  if (rest === undefined) return '';
  const call = objectIn(objectIn(paths, rest.path), rest.method);
  const parameters = Array.isArray(call['parameters']) ? call['parameters'].filter(isObject) : [];
  const content = objectIn(objectIn(call, 'requestBody'), 'content');
  const kind = Object.keys(content)[0] ?? '';
  const body = objectIn(objectIn(content, kind), 'schema');
  const rows = [
    ...parameters.map((one) =>
      row(
        textIn(one, 'name'),
        { description: one['description'] ?? '', ...objectIn(one, 'schema') },
        one['required'] === true,
        textIn(one, 'in'),
        document,
      ),
    ),
    ...fieldsOf(body).map(({ name, schema, required }) =>
      row(name, schema, required, kind === 'multipart/form-data' ? 'form' : 'body', document),
    ),
  ];
  return `<article id="${anchor(operation)}">
<h2>${escapeHtml(operation.summary)}</h2>
<p class="call"><b>${rest.method.toUpperCase()}</b> <code>${escapeHtml(rest.path)}</code>${(rest.aliases ?? []).map((alias) => ` <code>${escapeHtml(alias)}</code>`).join('')}</p>
<p class="facts">${escapeHtml(whoMay(operation))}</p>
${rows.length === 0 ? '' : `<table><thead><tr><th>Field</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`}
<pre><code>${escapeHtml(exampleOf(operation, body))}</code></pre>
</article>`;
}

function whoMay({ access, tier, cost, rest }: Operation): string {
  const by =
    access === 'public'
      ? 'Needs no credential'
      : access.via.length === 1
        ? 'Needs a signed-in session'
        : `Session, API key or agent${access.scope === undefined ? '' : `, scope ${access.scope}`}`;
  return [
    by,
    ...(tier === 'paid' ? ['Pro'] : []),
    cost === 1 ? 'one API query' : 'no API query',
    `answers ${rest?.status ?? 200}${rest?.answer === 'file' ? ' with a file' : ''}`,
  ].join(' · ');
}

interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** The fields of a body; of alternatives, those of all, required where every one needs them. */
function fieldsOf(schema: JsonObject): Field[] {
  const members = (Array.isArray(schema['oneOf']) ? schema['oneOf'] : [schema]).filter(isObject);
  const names = [
    ...new Set(members.flatMap((member) => Object.keys(objectIn(member, 'properties')))),
  ];
  const needs = (member: JsonObject, name: string): boolean =>
    Array.isArray(member['required']) && member['required'].includes(name);
  return names.map((name) => ({
    name,
    schema:
      members
        .map((member) => objectIn(objectIn(member, 'properties'), name))
        .find((one) => Object.keys(one).length > 0) ?? {},
    required: members.every((member) => needs(member, name)),
  }));
}

const row = (
  name: string,
  schema: JsonObject,
  required: boolean,
  where: string,
  document: JsonObject,
): string =>
  `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required ? ' <i>required</i>' : ''}</th><td>${escapeHtml(where)}</td><td>${escapeHtml(typeOf(schema))}</td><td>${escapeHtml([textIn(schema, 'description') || textIn(named(schema, document), 'description'), ...(schema['default'] === undefined ? [] : [`Usually ${JSON.stringify(schema['default'])}.`])].join(' '))}</td></tr>`;

function named(schema: JsonObject, document: JsonObject): JsonObject {
  const name = textIn(schema, '$ref').replace('#/components/schemas/', '');
  return name === '' ? {} : objectIn(objectIn(objectIn(document, 'components'), 'schemas'), name);
}

const plain = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function typeOf(schema: JsonObject): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].map(plain).join(', ');
  if (schema['const'] !== undefined) return plain(schema['const']);
  const reference = textIn(schema, '$ref');
  if (reference !== '') return reference.replace('#/components/schemas/', '');
  const members: Json[] = [schema['anyOf'], schema['oneOf']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  if (members.length > 0) return [...new Set(members.filter(isObject).map(typeOf))].join(' or ');
  if (schema['type'] === 'array') return `list of ${typeOf(objectIn(schema, 'items'))}`;
  // How many bits an integer has is for machines.
  const type = textIn(schema, 'type');
  return (type === 'integer' ? type : textIn(schema, 'format') || type) || 'any';
}

/** A call as a shell would make it, with the fields that it needs. */
function exampleOf({ access, rest }: Operation, body: JsonObject): string {
  const credential =
    access === 'public'
      ? ''
      : access.via.length === 1
        ? ' \\\n  -H "Authorization: Bearer $TOKEN"'
        : ' \\\n  -H "API-Key: $COLUMNIST_API_KEY"';
  const address = `"$COLUMNIST_URL${(rest?.path ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`;
  if (rest?.body === 'multipart') return `curl ${address}${credential} -F file=@table.csv`;
  const needed = fieldsOf(body).filter(({ required }) => required);
  const sent =
    rest?.method === 'get' || rest?.method === 'delete'
      ? ''
      : needed.length === 0
        ? Object.keys(body).length === 0
          ? ''
          : " \\\n  -H 'Content-Type: application/json' -d '{}'"
        : ` \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(Object.fromEntries(needed.map(({ name, schema }) => [name, sampleOf(schema)])))}'`;
  return `curl ${rest?.method === 'get' || (rest?.method === 'post' && sent !== '') ? '' : `-X ${rest?.method.toUpperCase() ?? ''} `}${address}${credential}${sent}`;
}

function sampleOf(schema: JsonObject): Json {
  if (schema['default'] !== undefined) return schema['default'];
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null;
  if (schema['type'] === 'array') return [sampleOf(objectIn(schema, 'items'))];
  return schema['type'] === 'number' || schema['type'] === 'integer'
    ? 1
    : schema['type'] === 'boolean'
      ? true
      : schema['type'] === 'object'
        ? {}
        : '…';
}

const errorsTable = (): string => `<article id="errors">
<h2>Errors</h2>
<p>Problem documents (RFC 9457) with <code>detail</code>, <code>code</code>, <code>fix</code> and <code>request_id</code>; of fields also <code>errors</code>, of columns <code>suggestions</code>.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>What to do</th></tr></thead><tbody>${Object.entries(
  errors,
)
  .map(
    ([code, { http, title, hint }]) =>
      `<tr><th scope="row"><code>${code}</code></th><td>${http}</td><td>${escapeHtml(title)}</td><td>${escapeHtml(hint)}</td></tr>`,
  )
  .join('')}</tbody></table>
</article>`;
