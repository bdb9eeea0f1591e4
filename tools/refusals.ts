// Determines the errors of each route from the route table and the comments of SQL functions. Used for
// docs/errors.md, for the OpenAPI document, and by the tests that check every response
// (test/house/openapi/responses.ts).
import { GATEWAY_ERRORS, type GatewayError } from '../gateway/http/errors.ts';
import { type StepList, uncheckedSteps } from '../gateway/pipeline/step.ts';
import { toRoutes } from '../gateway/routes/describe.ts';
import { GUARDED_SUBTREES } from '../gateway/routes/guarded_subtrees.ts';
import type { Route } from '../gateway/routes/row.ts';
import { ROUTES } from '../gateway/routes/table.ts';
import { captcha as captchaStep } from '../gateway/steps/captcha.ts';
import { limit } from '../gateway/steps/limit.ts';
import { isTokenError } from '../gateway/steps/oauth_userinfo.ts';
import { refusedByFunction, sqlErrors } from './sql_refusals.ts';

export interface RouteRefusal {
  from: 'sql' | 'gateway';
  name: string;
  status: number;
  code: string;
  text: string;
  /** True if the error is returned in a redirect and not with its own status. */
  by_redirect: boolean;
  /** The auth_api function that returns the error; absent if the gateway returns it. */
  function?: string;
}

/** Returns the name of the route in the documents. */
export function routeLabel({ method, path, grant_type }: Pick<Route, 'method' | 'path' | 'grant_type'>): string {
  const grant = grant_type === undefined || grant_type === '*' ? '' : `?grant_type=${grant_type}`;
  return `${method} ${path}${grant}`;
}

const readsBody = ({ body, captcha }: Route): boolean => body !== undefined || captcha;
const asksDatabase = ({ calls, limiters }: Route): boolean => calls.length > 0 || limiters.length > 0;
const checksAudience = ({ alike }: Route): boolean => !alike;
const asksToken = ({ auth }: Route): boolean => auth !== 'none';
const asksHooks = ({ asks_hooks }: Route): boolean => asks_hooks;
const asksCaptcha = ({ captcha }: Route): boolean => captcha;
const needsSub = ({ auth, only_with }: Route): boolean => auth === 'user' && only_with !== undefined;

interface ErrorSource {
  /** Words that describe the routes in the document. Without them, the routes are listed. */
  words?: string;
  /**
   * Returns true for routes that return the error. Absent if steps list the error, or if no route of the table returns
   * it.
   */
  of?(route: Route): boolean;
  /** True if the error comes from the call of a SQL function. */
  by_call?: true;
}

const CAPTCHA: ErrorSource = { words: 'routes that ask for a captcha', of: asksCaptcha };
const TOKEN: ErrorSource = { words: 'every route with a bearer token', of: asksToken };
const CLAIMS: ErrorSource = { words: "routes of features that are off, with a user's token", of: needsSub };

/** Errors of the code before the steps, and errors that many steps throw. Other errors are listed by their step. */
const COMMON: Partial<Record<GatewayError, ErrorSource>> = {
  bad_json: { words: 'every route with a body', of: readsBody },
  request_entity_too_large: { words: 'every route with a body', of: readsBody },
  request_timeout: {
    words: 'every route that waits for somebody, after SVC_API_MAX_REQUEST_DURATION',
    of: (route) => readsBody(route) || asksDatabase(route),
  },
  panic: { words: 'every route', of: () => true },
  unexpected_failure: { words: 'every route that asks the database: a bug of ours, see the log', of: asksDatabase },
  unavailable: { words: 'every route that asks the database: it is away, slow or overloaded', of: asksDatabase },
  hook_failed: {
    words: 'routes that ask a hook: its function raised an error, or did what it may not',
    of: asksHooks,
    by_call: true,
  },
  hook_timeout: { words: 'routes that ask a hook over HTTP', of: asksHooks, by_call: true },
  hook_unreachable: { words: 'routes that ask a hook over HTTP', of: asksHooks, by_call: true },
  hook_answer_too_long: { words: 'routes that ask a hook', of: asksHooks, by_call: true },
  hook_answer_no_json: { words: 'routes that ask a hook over HTTP', of: asksHooks, by_call: true },
  stopping: { words: '`GET /ready` of an instance that is stopping' },
  schema_unfit: { words: '`GET /ready`: nothing is installed, or another release' },
  captcha_missing: CAPTCHA,
  captcha_refused: CAPTCHA,
  captcha_unavailable: { ...CAPTCHA, words: `${CAPTCHA.words}: the provider is away` },
  no_authorization: TOKEN,
  bad_jwt: TOKEN,
  missing_sub: CLAIMS,
  sub_not_uuid: CLAIMS,
  session_id_not_uuid: CLAIMS,
  not_admin: { words: 'the admin API', of: ({ auth }) => auth === 'admin' },
  client_token: {
    words: 'routes that are not open to the tokens of OAuth clients',
    of: (route) => asksToken(route) && !route.client_tokens,
  },
  not_found: { words: 'paths that do not exist' },
  method_not_allowed: { words: 'paths that exist, with another method; the header Allow lists them' },
  validation_failed: {
    words: 'query parameters that are no text',
    of: ({ query }) => Object.values(query ?? {}).includes('string'),
  },
  audience_not_allowed: { words: 'every route but those that answer alike to everybody', of: checksAudience },
  audience_too_long: { words: 'every route but those that answer alike to everybody', of: checksAudience },
  session_tag_unknown: { words: 'routes that answer a session', of: ({ opens_session }) => opens_session },
  user_not_saved: {
    words: "routes that create users: an application's trigger refused",
    of: ({ creates_user }) => creates_user,
    by_call: true,
  },
  user_not_confirmed: {
    words: "`POST /verify`, and `GET /verify` by a redirect: an application's trigger refused",
    of: ({ confirms_user }) => confirms_user,
    by_call: true,
  },
};

const refusesWith = (route: Route, name: GatewayError): boolean =>
  route.refuses.includes(name) || route.only_with?.refuse === name || (COMMON[name]?.of?.(route) ?? false);

/** Returns the steps after the first onErrorRedirect… step of a route, whose errors are returned in a redirect. */
function redirectedSteps({ steps }: Route): StepList {
  const first = steps.findIndex(({ name }) => name.startsWith('onErrorRedirect'));
  return uncheckedSteps(first < 0 ? [] : steps.slice(first + 1));
}

/** Errors that code outside the steps may also return, before a redirect target is known. */
const ANYWHERE: ReadonlySet<GatewayError> = new Set(['unavailable', 'unexpected_failure', 'panic']);

export function gatewayErrorText(name: GatewayError): string | undefined {
  return COMMON[name]?.words;
}

/**
 * Returns true for paths with a user id. For an invalid id, a function returns path_not_uuid on these paths and
 * id_not_uuid on all others.
 */
const namesUser = ({ path }: Route): boolean => path.includes('{user_id}');
const SOME_ROUTES: Readonly<Record<string, (route: Route) => boolean>> = {
  path_not_uuid: namesUser,
  id_not_uuid: (route) => !namesUser(route),
};

/** Creates the function that returns the errors of a route. */
export function createRefusalFinder(refused = refusedByFunction()): (route: Route) => RouteRefusal[] {
  const byName = new Map(sqlErrors().map((error) => [error.name, error]));
  const ofFunction = (name: string, route: Route, by_redirect: boolean): RouteRefusal[] => {
    const names = refused.get(name);
    if (names === undefined) throw new Error(`auth_api.${name} has no comment`);
    return names
      .filter((error) => SOME_ROUTES[error]?.(route) ?? true)
      .map((error) => {
        const row = byName.get(error);
        if (row === undefined) throw new Error(`errors.sql has no row named ${error}`);
        return { from: 'sql', ...row, by_redirect, function: name };
      });
  };
  const ofSql = (route: Route): RouteRefusal[] => {
    const redirected = redirectedSteps(route).flatMap(({ facts }) => facts.calls ?? []);
    return [
      ...(route.limiters.length === 0 ? [] : ofFunction('count_request', route, false)),
      ...route.calls.flatMap((call) => ofFunction(call.function, route, redirected.includes(call))),
    ];
  };
  const ofGateway = (route: Route): RouteRefusal[] => {
    const steps = redirectedSteps(route);
    const calls = steps.some(({ facts }) => facts.calls !== undefined);
    const redirected = (name: GatewayError): boolean =>
      steps.some(({ facts }) => facts.refuses?.includes(name)) || (calls && COMMON[name]?.by_call === true);
    return (Object.keys(GATEWAY_ERRORS) as GatewayError[])
      .filter((name) => refusesWith(route, name))
      .flatMap((name) => {
        const [status, code, text] = GATEWAY_ERRORS[name];
        const refusal = { from: 'gateway', name, status, code, text, by_redirect: false } as const;
        return [
          ...(redirected(name) ? [] : [refusal]),
          ...(redirected(name) || (steps.length > 0 && ANYWHERE.has(name)) ? [{ ...refusal, by_redirect: true }] : []),
        ];
      });
  };
  return (route) =>
    [...ofSql(route), ...ofGateway(route)].map((one) =>
      route.errors === 'bearer' && isTokenError(one) ? { ...one, status: 401 } : one,
    );
}

/**
 * Returns the errors for requests that match no route: unknown path, wrong method, or an error of the guards that run
 * first.
 */
export function unmatchedRefusals(): RouteRefusal[] {
  const refusals = createRefusalFinder();
  const none = { method: 'GET', tag: 'service', summary: '', answer: 'empty' } as const;
  const guarded = GUARDED_SUBTREES.flatMap(({ path, auth, captcha, limiter }) => {
    const guards = uncheckedSteps([...(captcha ? [captchaStep] : []), ...(limiter ? [limit(limiter)] : [])]);
    return toRoutes({ ...none, path, auth, steps: guards }).flatMap((route) => refusals({ ...route, alike: true }));
  });
  const unrouted = (['not_found', 'method_not_allowed'] as const).map((name): RouteRefusal => {
    const [status, code, text] = GATEWAY_ERRORS[name];
    return { from: 'gateway', name, status, code, text, by_redirect: false };
  });
  return [...unrouted, ...guarded];
}

/** Key in the table for the errors of requests that match no route. */
const UNMATCHED = 'unmatched';

type ErrorCodeTable = Record<string, Record<string, string[]>>;

/** Returns the error codes of every operation by status. Errors in a redirect are listed under 303. */
export function refusalTable(): ErrorCodeTable {
  const refusals = createRefusalFinder();
  const table: ErrorCodeTable = {};
  const add = (name: string, errors: readonly RouteRefusal[]): void => {
    const operation = table[name] ?? {};
    table[name] = operation;
    for (const { status, code, by_redirect } of errors) {
      const key = by_redirect ? '303' : String(status);
      operation[key] = [...new Set([...(operation[key] ?? []), code])].sort();
    }
  };
  for (const route of ROUTES as readonly Route[]) add(`${route.method} ${route.path}`, refusals(route));
  add(UNMATCHED, unmatchedRefusals());
  return table;
}
