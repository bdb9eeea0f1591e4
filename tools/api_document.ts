// Renders docs/api.md from the OpenAPI document, with a curl call for each operation except those with the tag `off`.
// test/house/api_document.test.ts runs every call.
import { buildOpenApiDocument } from '../gateway/openapi/document.ts';
import type { Route } from '../gateway/routes/row.ts';
import { ROUTES } from '../gateway/routes/table.ts';
import { EXAMPLE_VALUES, SHOWN_MEMBERS, VALUES_BY_OPERATION } from './api_examples.ts';

interface Schema {
  type?: string | string[];
  title?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  allOf?: Schema[];
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema & { enum?: string[] };
}
interface Operation {
  tags: string[];
  summary: string;
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { description: string }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string; description: string }[];
}

const INTRODUCTION = `# The API

<!-- Generated from the OpenAPI document by tools/write_errors_doc.ts. A test checks that this page is up to date, and runs every call. -->

This page lists every endpoint, with a call that you can paste. \`GET /openapi.json\` returns the endpoints as an OpenAPI document, and [errors.md](errors.md) lists all error codes. Each
path also works with the prefix \`/auth/v1\`, which \`@supabase/supabase-js\` uses.

The calls use variables. Set the URL of a running Postern, and a service key. The service key has all rights, so keep it on your servers:

\`\`\`sh
URL=http://localhost:8081
SERVICE_KEY=$(npx postern key issue --role service_role)
\`\`\`

Create a user:

\`\`\`sh
curl -s "$URL/admin/users" -H "Authorization: Bearer $SERVICE_KEY" -H 'Content-Type: application/json' \\
  -d '{"email":"ada@example.com","password":"correct horse battery","email_confirm":true}'
\`\`\`

Sign in as that user, and keep the tokens:

\`\`\`sh
SESSION=$(curl -s "$URL/token?grant_type=password" -H 'Content-Type: application/json' \\
  -d '{"email":"ada@example.com","password":"correct horse battery"}')
ACCESS_TOKEN=$(echo "$SESSION" | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')
REFRESH_TOKEN=$(echo "$SESSION" | sed -E 's/.*"refresh_token":"([^"]+)".*/\\1/')
\`\`\`

Names in capitals in a path, such as \`$USER_ID\`, are ids from the responses of other calls.
`;

const TITLES: Readonly<Record<string, string>> = {
  account: 'Accounts',
  session: 'Sessions',
  admin: 'Administration',
  service: 'The service',
};
const WHO: Readonly<Record<string, string>> = { user: 'ACCESS_TOKEN', admin: 'SERVICE_KEY' };

/** Returns the members of a complete call: all required ones, and the first alternative of each choice. */
function membersOfCompleteCall(schema: Schema): string[] {
  const choices = [schema, ...(schema.allOf ?? [])].flatMap(({ anyOf }) => anyOf?.[0]?.required ?? []);
  return [...(schema.required ?? []), ...choices];
}

function simplestValue({ type }: Schema): unknown {
  const [first] = [type].flat().filter((one) => one !== 'null');
  return { boolean: true, object: {}, array: [] }[first ?? ''] ?? 'text';
}

function exampleValue(name: string, key: string, schema: Schema): unknown {
  return VALUES_BY_OPERATION[key]?.[name] ?? EXAMPLE_VALUES[name] ?? simplestValue(schema);
}

/** Quotes text for the shell. Variables in the text are still expanded. */
const quoted = (text: string): string => `'${text.replace(/\$[A-Z_]+/g, (name) => `'"${name}"'`)}'`;

function curlExample(
  key: string,
  method: string,
  path: string,
  o: { operation: Operation; schema: Schema | null },
): string {
  const { operation, schema } = o;
  const shown = SHOWN_MEMBERS[key] ?? [];
  const own = operation.parameters.filter(({ $ref, in: place }) => $ref === undefined && place === 'query');
  const query = own
    .filter(({ name, required }) => (required || shown.includes(name)) && !path.includes(`?${name}=`))
    .map(({ name, schema: kind }) => `${name}=${encodeURIComponent(String(exampleValue(name, key, kind)))}`);
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const target = `"$URL${place}${query.length > 0 ? `${path.includes('?') ? '&' : '?'}${query.join('&')}` : ''}"`;
  const redirects = !Object.hasOwn(operation.responses, '200') && /30\d/.test(Object.keys(operation.responses).join());
  const [who] = operation.security.flatMap((one) => Object.keys(one));
  const members = schema?.properties ?? {};
  const names = [...new Set([...(schema ? membersOfCompleteCall(schema) : []), ...shown])].filter(
    (name) => name in members,
  );
  const body = Object.fromEntries(names.map((name) => [name, exampleValue(name, key, members[name] ?? {})]));
  const usual = schema !== null && method === 'POST';
  const head = `curl -s${redirects ? 'i' : ''}${usual || method === 'GET' ? '' : ` -X ${method}`} ${target}`;
  const parts = [
    ...(who === undefined ? [] : [`-H "Authorization: Bearer $${WHO[who]}"`]),
    ...(schema === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ];
  const [header, ...rest] = parts;
  const lines = [
    `${head}${header === undefined ? '' : ` ${header}`}`,
    ...(rest.length > 0 ? [`  ${rest.join(' ')}`] : []),
  ];
  return lines.join(' \\\n');
}

const typeOf = ({ type }: Schema): string =>
  [type ?? 'any']
    .flat()
    .filter((one) => one !== 'null')
    .join(' or ');

function bodyTable(schema: Schema): string[] {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, kind]) => `| \`${name}\` | ${typeOf(kind)} | ${required.has(name) ? 'yes' : ''} |`,
  );
  return rows.length === 0 ? [] : ['', '| member | type | required |', '|---|---|---|', ...rows];
}

function queryTable({ parameters }: Operation): string[] {
  const rows = parameters
    .filter(({ $ref, in: place }) => $ref === undefined && place === 'query')
    .map(
      ({ name, description = '', required }) =>
        `| \`${name}\` | ${description.replaceAll('|', '\\|')} | ${required ? 'yes' : ''} |`,
    );
  return rows.length === 0 ? [] : ['', '| parameter | meaning | required |', '|---|---|---|', ...rows];
}

function operationSection(method: string, path: string, operation: Operation): string[] {
  const schema = operation.requestBody?.content['application/json'].schema ?? null;
  const grants = schema?.anyOf?.filter(({ title }) => title !== undefined) ?? [];
  const good = Object.entries(operation.responses).filter(([status]) => /^[23]\d\d$/.test(status));
  const answers = good.map(([status, { description }]) => `${status}: ${description}`).join(' ');
  const variants = grants.length > 0 ? grants : [schema];
  return variants.flatMap((one) => {
    const target = one?.title === undefined ? path : `${path}?grant_type=${one.title}`;
    const key = `${method} ${target}`;
    const call = curlExample(key, method, target, { operation, schema: one });
    const table = one === null ? [] : bodyTable(one);
    const text = [
      `### ${key}`,
      '',
      `${operation.summary}.`,
      '',
      '```sh',
      call,
      '```',
      ...queryTable(operation),
      ...table,
    ];
    return [...text, '', `Responses: ${answers}`, ''];
  });
}

export function renderApiDocument(): string {
  const { paths, tags } = buildOpenApiDocument(ROUTES as readonly Route[], {
    version: '0.1.0',
    url: '/',
  }) as unknown as Document;
  const parts = tags
    .filter(({ name }) => name !== 'off')
    .flatMap(({ name, description }) => {
      const own = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, operation]) => operation.tags.includes(name))
          .flatMap(([method, operation]) => operationSection(method.toUpperCase(), path, operation)),
      );
      return own.length === 0 ? [] : [`## ${TITLES[name] ?? name}`, '', description, '', ...own];
    });
  return `${INTRODUCTION}\n${parts.join('\n').trimEnd()}\n`;
}
