// Writes docs/errors.md out of sql/errors.sql and GATEWAY_ERRORS. Which routes answer an error is read off the functions.
import { readdirSync, readFileSync } from 'node:fs';
import { GATEWAY_ERRORS, type GatewayError } from '../gateway/http/errors.ts';
import type { Route } from '../gateway/route.ts';
import { ROUTES } from '../gateway/routes.ts';

const INTRODUCTION = `# Errors

<!-- Generated from sql/errors.sql and gateway/http/errors.ts by ci/write_errors_doc.ts; a test compares. -->

A refusal has a status, a code and a text; clients should go by the code. \`%s\` is filled in. Without the header \`X-Supabase-Api-Version\` a body is
\`{"code": <status>, "error_code": "<code>", "msg": "<text>"}\`, from status 500 on with the request's id as \`error_id\`; with \`2024-01-01\` or later it is
\`{"code": "<code>", "message": "<text>"}\`. Both carry the code in the header \`x-sb-error-code\`; \`weak_password\` has the member \`weak_password.reasons\`.
The name is ours: it is what \`auth_lib.refusal()\` and \`refuse()\` are called with. Where: the routes whose functions can come to it.
`;

/** Where the refusals of the gateway come from; those of features that are off are told by their routes. */
const GATEWAY_WHERE: Readonly<Record<GatewayError, string>> = {
  bad_json: 'every route with a body',
  bad_json_verification: '`POST /magiclink`',
  request_entity_too_large: 'every route with a body',
  request_timeout: 'every route, after SVC_API_MAX_REQUEST_DURATION',
  panic: 'every route',
  unexpected_failure: 'every route: a bug of ours, see the log',
  unavailable: 'every route: the database is away, slow or overloaded',
  captcha_missing: 'routes that ask for a captcha',
  captcha_refused: 'routes that ask for a captcha',
  captcha_unavailable: 'routes that ask for a captcha: the provider is away',
  web3_disabled: '',
  saml_disabled: '',
  manual_linking_disabled: '',
  mfa_disabled: '',
  passkeys_disabled: '',
  oauth_server_disabled: '',
  custom_providers_disabled: '',
  audience_too_long: 'every route that looks at X-JWT-AUD',
  not_found: 'paths that do not exist',
  method_not_allowed: 'paths that exist, with another method; the header Allow lists them',
  no_authorization: 'every route with a bearer token',
  bad_jwt: 'every route with a bearer token',
  missing_sub: 'every route with a bearer token',
  sub_not_uuid: 'every route with a bearer token',
  session_id_not_uuid: 'every route with a bearer token',
  not_admin: 'the admin API',
  validation_failed: 'query parameters that are no text',
  unsupported_grant_type: '`POST /token`',
  verify_type_missing: '`GET /verify`',
  verify_token_missing: '`GET /verify`',
  verify_type_not_email: '`GET /verify`, by a redirect',
  link_expired: '`GET /verify`, by a redirect',
  user_not_saved: "routes that create users: an application's trigger refused",
  user_not_confirmed: "`POST /verify`, and `GET /verify` by a redirect: an application's trigger refused",
  refresh_token_malformed: '`POST /token`',
  refresh_token_not_found: '`POST /token`',
};

interface SqlError {
  name: string;
  status: string;
  code: string;
  text: string;
}

/** A row of sql/errors.sql. */
const ERROR_ROW = /^ +\('(?<name>\w+)', +(?<status>\d{3}), '(?<code>\w+)', '(?<text>(?:[^']|'')*)'\)/gm;

const sqlFile = (path: string): string => readFileSync(new URL(`../sql/${path}`, import.meta.url), 'utf8');

export function sqlErrors(): SqlError[] {
  return [...sqlFile('errors.sql').matchAll(ERROR_ROW)].map(({ groups = {} }) => ({
    name: groups.name ?? '',
    status: groups.status ?? '',
    code: groups.code ?? '',
    text: (groups.text ?? '').replaceAll("''", "'"),
  }));
}

interface SqlFunction {
  calls: Set<string>;
  texts: Set<string>;
}

/** Every function with the functions it calls and the strings it holds. */
function sqlFunctions(): Map<string, SqlFunction> {
  const found = new Map<string, SqlFunction>();
  for (const folder of ['lib', 'api']) {
    const names = readdirSync(new URL(`../sql/${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((path) => path.endsWith('.sql'))) {
      const body = sqlFile(`${folder}/${name}`)
        .replace(/^comment on [\s\S]*/m, '')
        .replace(/--.*$/gm, '');
      const own = `auth_${folder}.${name.split(/[/\\]/).at(-1)?.replace('.sql', '')}`;
      const calls = [...body.matchAll(/\b(auth_(?:lib|api)\.\w+)\(/g)].map((call) => call[1] ?? '');
      const texts = [...body.matchAll(/'(\w+)'/g)].map((literal) => literal[1] ?? '');
      found.set(own, { calls: new Set(calls), texts: new Set(texts) });
    }
  }
  return found;
}

/** For each name of an error the routes whose function can come to it. */
function routesByError(errors: readonly SqlError[]): Map<string, Set<string>> {
  const functions = sqlFunctions();
  const names = new Set(errors.map(({ name }) => name));
  const reach = (start: string): Set<string> => {
    const open = [start];
    const done = new Set<string>();
    const reached = new Set<string>();
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (done.has(name)) continue;
      done.add(name);
      const known = functions.get(name);
      for (const text of known?.texts ?? []) if (names.has(text)) reached.add(text);
      open.push(...(known?.calls ?? []));
    }
    return reached;
  };
  const routes = new Map<string, Set<string>>();
  const add = (error: string, route: string): void => {
    routes.set(error, (routes.get(error) ?? new Set()).add(route));
  };
  for (const route of ROUTES) {
    const starts = [route.call?.function, route.limiter && 'take_limits'].filter((name) => name !== undefined);
    for (const error of starts.flatMap((start) => [...reach(`auth_api.${start}`)])) add(error, labelOf(route));
  }
  return routes;
}

function labelOf({ method, path, grant_type }: Route): string {
  const grant = grant_type === undefined || grant_type === '*' ? '' : `?grant_type=${grant_type}`;
  return `${method} ${path}${grant}`;
}

/** Groups instead of long lists. */
function wordsOf(labels: ReadonlySet<string>): string {
  const called = ROUTES.filter(({ call }) => call !== undefined);
  const groups = (['admin', 'user'] as const).map((auth) => ({
    title: auth === 'admin' ? 'the admin API' : "every route with a user's token",
    labels: called.filter((route) => route.auth === auth).map(labelOf),
  }));
  const whole = groups.filter((group) => group.labels.every((label) => labels.has(label)));
  const grouped = new Set(whole.flatMap((group) => group.labels));
  const rest = [...labels].filter((label) => !grouped.has(label)).map((label) => `\`${label}\``);
  return [...whole.map(({ title }) => title), ...rest].join(', ');
}

function gatewayWhere(name: GatewayError): string {
  const rows = ROUTES.filter(({ refuse }) => refuse === name).map(labelOf);
  return GATEWAY_WHERE[name] || [...new Set(rows)].map((label) => `\`${label}\``).join(', ');
}

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const HEAD = '| name | status | code | text | where |\n| --- | --- | --- | --- | --- |';

/** The whole document. */
export function errorsDocument(): string {
  const errors = sqlErrors();
  const routes = routesByError(errors);
  const ofSql = errors.map(({ name, status, code, text }) =>
    line([`\`${name}\``, status, `\`${code}\``, text, wordsOf(routes.get(name) ?? new Set())]),
  );
  const ofGateway = (Object.keys(GATEWAY_ERRORS) as GatewayError[]).map((name) => {
    const [status, code, text] = GATEWAY_ERRORS[name];
    return line([`\`${name}\``, String(status), `\`${code}\``, text, gatewayWhere(name)]);
  });
  return `${INTRODUCTION}
## Decided in SQL

${HEAD}
${ofSql.join('\n')}

## Answered by the gateway alone

${HEAD}
${ofGateway.join('\n')}
`;
}
