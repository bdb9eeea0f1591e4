// Renders docs/errors.md from sql/errors.sql and GATEWAY_ERRORS. tools/refusals.ts determines which routes return
// which error.
import { GATEWAY_ERRORS, type GatewayError } from '../gateway/http/errors.ts';
import type { Route } from '../gateway/routes/row.ts';
import { ROUTES } from '../gateway/routes/table.ts';
import { createRefusalFinder, gatewayErrorText, type RouteRefusal, routeLabel } from './refusals.ts';
import { refusedByFunction, sqlErrors } from './sql_refusals.ts';

const INTRODUCTION = `# Errors

<!-- Generated from sql/, gateway/routes/table.ts and gateway/http/errors.ts by tools/write_errors_doc.ts. A test checks that this page is up to date. -->

This page lists every error with its status, code, text and the routes that return it. Clients should rely on the code. \`%s\` in a text stands for a value.

- Without the header \`X-Supabase-Api-Version\`, the body of an error is \`{"code": <status>, "error_code": "<code>", "msg": "<text>"}\`. With a status of 500 or above, it also has
  the request's id as \`error_id\`.
- If this header has \`2024-01-01\` or a later date, the body is \`{"code": "<code>", "message": "<text>"}\`.
- In both cases, the header \`x-sb-error-code\` has the code. The body of \`weak_password\` has the member \`weak_password.reasons\`.
- A redirect passes code and text as \`error_code\` and \`error_description\` to its target.

The name identifies the error within Postern. It is the argument of \`auth_lib.refusal()\` and \`refuse()\`.
`;

type RoutesByError = ReadonlyMap<string, ReadonlySet<string>>;

const keyOf = ({ from, name }: Pick<RouteRefusal, 'from' | 'name'>): string => `${from} ${name}`;
const REDIRECTED = ', by a redirect';

/** Returns the labels of the routes that return each error. */
function routesByError(): RoutesByError {
  const refusals = createRefusalFinder();
  const routes = new Map<string, Set<string>>();
  for (const route of ROUTES as readonly Route[]) {
    for (const refusal of refusals(route)) {
      const label = `${routeLabel(route)}${refusal.by_redirect ? REDIRECTED : ''}`;
      routes.set(keyOf(refusal), (routes.get(keyOf(refusal)) ?? new Set()).add(label));
    }
  }
  return routes;
}

/** Describes routes in words, with names for whole groups of routes. */
function describeRoutes(labels: ReadonlySet<string> = new Set()): string {
  const called = (ROUTES as readonly Route[]).filter(({ calls }) => calls.length > 0);
  const groups = (['admin', 'user'] as const).map((auth) => ({
    title: auth === 'admin' ? 'the admin API' : "every route with a user's token",
    labels: called.filter((route) => route.auth === auth).map(routeLabel),
  }));
  const whole = groups.filter((group) => group.labels.every((label) => labels.has(label)));
  const grouped = new Set(whole.flatMap((group) => group.labels));
  const rest = [...labels]
    .filter((label) => !grouped.has(label))
    .map((label) => {
      return label.endsWith(REDIRECTED) ? `\`${label.slice(0, -REDIRECTED.length)}\` by a redirect` : `\`${label}\``;
    });
  return [...whole.map(({ title }) => title), ...rest].join(', ');
}

/**
 * Returns the errors of functions that no route calls. The page names the command line for those that no route
 * returns.
 */
function errorsWithoutRoute(): ReadonlySet<string> {
  const called = new Set(
    (ROUTES as readonly Route[]).flatMap(({ calls }): string[] => calls.map((call) => call.function)),
  );
  return new Set([...refusedByFunction()].flatMap(([name, errors]) => (called.has(name) ? [] : errors)));
}

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const HEAD = '| name | status | code | text | where |\n| --- | --- | --- | --- | --- |';

export function renderErrorsDocument(): string {
  const routes = routesByError();
  const commands = errorsWithoutRoute();
  const ofSql = sqlErrors().map(({ name, status, code, text }) => {
    const where =
      describeRoutes(routes.get(keyOf({ from: 'sql', name }))) || (commands.has(name) ? 'the command line' : '');
    return line([`\`${name}\``, String(status), `\`${code}\``, text, where]);
  });
  const ofGateway = (Object.keys(GATEWAY_ERRORS) as GatewayError[]).map((name) => {
    const [status, code, text] = GATEWAY_ERRORS[name];
    const where = gatewayErrorText(name) ?? describeRoutes(routes.get(keyOf({ from: 'gateway', name })));
    return line([`\`${name}\``, String(status), `\`${code}\``, text, where]);
  });
  return `${INTRODUCTION}
## Errors of SQL functions

${HEAD}
${ofSql.join('\n')}

## Errors of the gateway

${HEAD}
${ofGateway.join('\n')}
`;
}
