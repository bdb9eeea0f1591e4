// Checks an error response against the table of errors by route (tools/refusals.ts). Status, code and message identify
// the error's name. The comment of the route's SQL function must list the name, unless the gateway returns the error.

import { GATEWAY_ERRORS } from '../../../gateway/http/errors.ts';
import { createRouter } from '../../../gateway/pipeline/router.ts';
import type { Route } from '../../../gateway/routes/row.ts';
import { ROUTES } from '../../../gateway/routes/table.ts';
import { createRefusalFinder, type RouteRefusal, unmatchedRefusals } from '../../../tools/refusals.ts';
import { type SqlError, sqlErrors } from '../../../tools/sql_refusals.ts';
import { matchingErrorNames } from '../../support/database/seen_errors.ts';

export interface ReceivedError {
  status: number;
  /** Null for a SCIM error, which has none of this server's error codes. */
  code: string | null;
  text: string;
  by_redirect: boolean;
}

/** A response, with the body of its request. */
export interface CheckedResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Request body. */
  sent?: string | undefined;
}

/** Returns the deviation of an error from the table; empty if there is none. */
export type RefusalCheck = (method: string, path: string, answer: CheckedResponse) => string[];

const KNOWN: readonly SqlError[] = [
  ...sqlErrors(),
  ...Object.entries(GATEWAY_ERRORS).map(([name, [status, code, text]]) => ({ name, status, code, text })),
];

/** Errors whose message consists only of variables. A SCIM error with any message can be one of them. */
const WORDLESS: ReadonlySet<string> = new Set(
  KNOWN.filter(({ text }) => !/\w/.test(text.replaceAll('%s', ''))).map(({ name }) => name),
);

/**
 * Returns the names of the known errors that match. Ignores the status if `by_redirect` is set, because errors in a
 * redirect have no status of their own.
 */
function errorNames({ status, code, text, by_redirect }: ReceivedError): string[] {
  if (code === null) {
    const codes = new Set(KNOWN.filter((one) => one.status === status).map((one) => one.code));
    return [...codes].flatMap((one) => matchingErrorNames(KNOWN, { code: one, text, status }));
  }
  return matchingErrorNames(KNOWN, { code, text, ...(by_redirect ? {} : { status }) });
}

/** Returns the error in a response body or redirect, or null. */
function toReceivedError({ status, headers, text }: CheckedResponse): ReceivedError | null {
  if (status === 303) {
    const location = headers.get('location') ?? '';
    const fragment = new URLSearchParams(location.slice(location.lastIndexOf('#') + 1));
    const code = fragment.get('error_code');
    if (code === null) return null;
    return { status, code, text: fragment.get('error_description') ?? '', by_redirect: true };
  }
  if (status < 400) return null;
  const body = JSON.parse(text) as {
    code: unknown;
    error_code?: string;
    msg?: string;
    message?: string;
    error?: string;
    error_description?: string;
    detail?: string;
  };
  if (body.detail !== undefined) return { status, code: null, text: body.detail, by_redirect: false };
  // A response with an OAuth error has Postern's own code in a header.
  if (body.error !== undefined)
    return {
      status,
      code: headers.get('x-sb-error-code') ?? body.error,
      text: body.error_description ?? '',
      by_redirect: false,
    };
  const code = typeof body.code === 'string' ? body.code : (body.error_code ?? '');
  return { status, code, text: body.msg ?? body.message ?? '', by_redirect: false };
}

/** Creates the check. The check calls `saw` for each received error that a SQL function lists. */
export function createRefusalCheck(saw: (name: string, error: string) => void): RefusalCheck {
  const refusals = createRefusalFinder();
  const find = createRouter<Route>(ROUTES);
  const unmatched = unmatchedRefusals();
  const listed = new Map<Route, readonly RouteRefusal[]>();
  const ofRoute = (route: Route): readonly RouteRefusal[] => {
    const made = listed.get(route) ?? refusals(route);
    listed.set(route, made);
    return made;
  };
  return (method, path, answer) => {
    const received = toReceivedError(answer);
    if (received === null) return [];
    const [bare = '', query = ''] = path.split('?', 2);
    const found = find(method, bare);
    const route = found !== null && 'routes' in found ? findRoute(found.routes, query) : undefined;
    // Routes with `bearer` errors refuse a token with another status than the listed one. `by_redirect` makes
    // errorNames() ignore the status.
    const names = errorNames(route?.errors === 'bearer' ? { ...received, by_redirect: true } : received);
    const allowed = (route === undefined ? unmatched : ofRoute(route)).filter(
      (one) => one.by_redirect === received.by_redirect && names.includes(one.name),
    );
    for (const one of allowed) if (one.function !== undefined) saw(one.function, one.name);
    // An application's trigger and its hooks return messages of their own, and no code of this server.
    const unknown = names.every((name) => received.code === null && WORDLESS.has(name));
    const open = unknown && route && (route.creates_user || route.confirms_user || route.asks_hooks);
    if (allowed.length > 0 || open) return [];
    return [`${names.join(' or ') || `"${received.text}"`} is not listed as a refusal of this route`];
  };
}

function findRoute(rows: readonly Route[], query: string): Route | undefined {
  const grant = new URLSearchParams(query).get('grant_type') ?? '';
  return rows.length === 1 ? rows[0] : (rows.find((row) => row.grant_type === grant) ?? rows.at(-1));
}
