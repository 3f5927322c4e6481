import { escapeHtml } from '../escape-html.ts';
import { allOperations, errors, type Operation } from '@columnist/contract';
import { isObject, type Json, type JsonObject } from './json-schemas.ts';

const titles: Readonly<Record<string, string>> = {
  auth: 'Account',
  datasets: 'Datasets and statistics',
  usage: 'Usage and plans',
};

/** The API reference as one page without scripts, from the OpenAPI document. Its styles stand at /api/docs.css. */
export function referencePage(document: JsonObject): string {
  const told = allOperations.filter(
    ({ rest, path }) => rest !== undefined && !path.startsWith('admin.'),
  );
  const groups = Map.groupBy(told, ({ path }) => path.split('.')[0] ?? '');
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
${told.map((operation) => articleOf(operation, paths, document)).join('\n')}
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

export const referenceStyles = `:root { color-scheme: light dark; --ink: #111c1d; --ink2: #435051; --paper: #fff; --well: #f5f7f7; --hair: #dbe1e1; --accent: #026e75; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ecec; --ink2: #adb8b9; --paper: #0c1415; --well: #141d1d; --hair: #2a3434; --accent: #5fc8d1; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 300px minmax(0, 1fr); background: var(--paper); color: var(--ink); font: 14px/21px "Archivo Variable", Archivo, ui-sans-serif, system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 20px 16px 40px 24px; border-right: 1px solid var(--hair); font-size: 12.5px; line-height: 18px; }
nav h2 { font-size: 12.5px; margin: 20px 0 6px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 3px 0; color: var(--ink2); text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { color: var(--accent); text-decoration: underline; }
nav li span { display: inline-block; min-width: 42px; font-size: 11px; font-weight: 600; color: var(--ink); }
a { color: var(--accent); }
main { padding: 28px 40px 80px; max-width: 980px; min-width: 0; }
h1 { font: 400 30px/38px "Source Serif 4 Variable", Georgia, serif; margin: 0 0 8px; }
article { border-top: 1px solid var(--ink); margin-top: 36px; padding-top: 10px; scroll-margin-top: 8px; }
article h2 { font-size: 16px; line-height: 24px; margin: 0 0 6px; max-width: 46em; }
.call { margin: 0; overflow-wrap: anywhere; }
.facts { color: var(--ink2); margin: 2px 0 10px; font-size: 12.5px; }
table { border-collapse: collapse; width: 100%; font-size: 12.5px; line-height: 18px; margin-bottom: 10px; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: 5px 14px 5px 0; border-bottom: 1px solid var(--hair); font-weight: 400; overflow-wrap: anywhere; }
thead th { color: var(--ink2); border-bottom-color: var(--ink); }
th:nth-child(1) { width: 24%; } th:nth-child(2) { width: 9%; } th:nth-child(3) { width: 25%; }
th i { color: var(--ink2); font-size: 11.5px; }
code, pre { font-family: "JetBrains Mono Variable", ui-monospace, monospace; font-size: 12px; }
pre { background: var(--well); border: 1px solid var(--hair); padding: 10px 12px; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 800px) { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--hair); } main { padding: 20px 16px 60px; } th:nth-child(1) { width: 30%; } th:nth-child(2) { width: 15%; } th:nth-child(3) { width: 20%; } th, td { padding-right: 8px; } }
`;
