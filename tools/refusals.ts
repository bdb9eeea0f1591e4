// Which route answers which refusal, and how: read off the route table and the comments of the SQL functions. docs/errors.md,
// the OpenAPI document and the check of every test's answer (test/house/openapi/answers.ts) are made of this.
import { GATEWAY_ERRORS, type GatewayError } from '../gateway/http/errors.ts';
import { asksHooks, type Route } from '../gateway/routes/row.ts';
import { SUB_ROUTERS } from '../gateway/routes/sub_routers.ts';
import { ROUTES } from '../gateway/routes/table.ts';
import { refusedByFunction, sqlErrors } from './sql_refusals.ts';

export interface RouteRefusal {
  from: 'sql' | 'gateway';
  name: string;
  status: number;
  code: string;
  text: string;
  /** Told in the fragment of the target instead of an answer of that status. */
  by_redirect: boolean;
  /** Of auth_api, which refuses; absent where the gateway does. */
  function?: string;
}

/** The route as the documents name it. */
export function labelOf({ method, path, grant_type }: Pick<Route, 'method' | 'path' | 'grant_type'>): string {
  const grant = grant_type === undefined || grant_type === '*' ? '' : `?grant_type=${grant_type}`;
  return `${method} ${path}${grant}`;
}

interface Source {
  /** How the document says where; without it the routes are listed. */
  words?: string;
  of(route: Route): boolean;
}

const readsBody = ({ guards }: Route): boolean => guards.includes('body') || guards.includes('captcha');
const asksCaptcha = ({ guards }: Route): boolean => guards.includes('captcha');
const asksDatabase = ({ call, limiter }: Route): boolean => call !== undefined || limiter !== undefined;
/** The grant asks for one where it links. */
const asksToken = ({ auth, opener }: Route): boolean => auth !== 'none' || opener === 'id_token';
const followsLink = ({ reply }: Route): boolean => reply === 'redirect';
const returns = ({ reply }: Route): boolean => reply === 'from_provider';
const savesProvider = ({ reply }: Route): boolean => reply === 'custom_provider';
const redirects = (route: Route): boolean => followsLink(route) || returns(route);
const opensRefresh = ({ opener }: Route): boolean => opener === 'refresh_token';
const refusedBy = ({ refuse, refuse_where, only_with }: Route): Set<GatewayError | undefined> =>
  new Set([refuse, only_with?.refuse, ...Object.values(refuse_where?.cases ?? {})]);
const isSwitchedOff = ({ refuse }: Route): boolean => refuse !== undefined;
const saysReady = ({ answer }: Route): boolean => answer === 'ready';
/** Everything but what is made once at start, or asked for by load balancers. */
const isAsked = (route: Route): boolean => (route.call !== undefined && !saysReady(route)) || isSwitchedOff(route);
const never = (): boolean => false;
const CAPTCHA: Source = { words: 'routes that ask for a captcha', of: asksCaptcha };
const TOKEN: Source = { words: 'every route with a bearer token', of: asksToken };
const CLAIMS: Source = {
  words: "routes of features that are off, with a user's token",
  of: (route) => (isSwitchedOff(route) || route.only_with !== undefined) && route.auth === 'user',
};
const opensIdToken = ({ opener }: Route): boolean => opener === 'id_token';
const ID_TOKEN: Source = { of: opensIdToken };
const WEB3: Source = { of: ({ opener }) => opener === 'web3' };
const REFUSED: Source = { of: never };
const RETURNS: Source = { of: returns };

/** Where the refusals of the gateway come from; those of features that are off are told by their routes. */
const GATEWAY_SOURCES: Readonly<Record<GatewayError, Source>> = {
  bad_json: { words: 'every route with a body', of: readsBody },
  bad_json_verification: { of: (route) => route.bad_json === 'bad_json_verification' },
  request_entity_too_large: { words: 'every route with a body', of: readsBody },
  request_timeout: {
    words: 'every route that waits for somebody, after SVC_API_MAX_REQUEST_DURATION',
    of: (route) => readsBody(route) || asksDatabase(route),
  },
  panic: { words: 'every route', of: () => true },
  unexpected_failure: { words: 'every route that asks the database: a bug of ours, see the log', of: asksDatabase },
  unavailable: {
    words: 'every route that asks the database: it is away, slow or overloaded',
    of: asksDatabase,
  },
  hook_failed: { words: 'routes that ask a hook: its function raised an error, or did what it may not', of: asksHooks },
  hook_timeout: { words: 'routes that ask a hook over HTTP', of: asksHooks },
  hook_unreachable: { words: 'routes that ask a hook over HTTP', of: asksHooks },
  hook_answer_too_long: { words: 'routes that ask a hook', of: asksHooks },
  hook_answer_no_json: { words: 'routes that ask a hook over HTTP', of: asksHooks },
  stopping: { words: '`GET /ready` of an instance that has been told to stop', of: saysReady },
  schema_unfit: { words: '`GET /ready`: nothing is installed, or another release', of: saysReady },
  captcha_missing: CAPTCHA,
  captcha_refused: CAPTCHA,
  captcha_unavailable: { ...CAPTCHA, words: `${CAPTCHA.words}: the provider is away` },
  web3_disabled: REFUSED,
  web3_chain_disabled: WEB3,
  web3_chain_unsupported: WEB3,
  web3_message_short: WEB3,
  web3_message_long: WEB3,
  web3_message_malformed: WEB3,
  web3_signature_not_64: WEB3,
  web3_signature_not_base64: WEB3,
  web3_signature_not_65: WEB3,
  web3_signature_differs: WEB3,
  web3_uri_insecure: WEB3,
  web3_uri_foreign: WEB3,
  web3_domain_foreign: WEB3,
  saml_disabled: REFUSED,
  scim_disabled: REFUSED,
  provider_disabled: { of: ({ reply }) => reply === 'to_provider' },
  provider_unknown: { of: ({ reply }) => reply === 'to_provider' },
  provider_incomplete: { of: (route) => route.reply === 'to_provider' || opensIdToken(route) },
  provider_unsupported: RETURNS,
  oauth_state_missing: RETURNS,
  oauth_state_invalid: RETURNS,
  oauth_state_unreadable: RETURNS,
  oauth_code_missing: RETURNS,
  oauth_issuer_differs: RETURNS,
  code_not_exchanged: RETURNS,
  token_not_told: RETURNS,
  profile_not_told: RETURNS,
  id_token_missing: ID_TOKEN,
  id_token_issuer_missing: ID_TOKEN,
  id_token_linker_missing: ID_TOKEN,
  id_token_issuer_undetected: ID_TOKEN,
  id_token_issuer_foreign: ID_TOKEN,
  id_token_issuer_differs: ID_TOKEN,
  id_token_issuer_unknown: ID_TOKEN,
  id_token_provider_disabled: ID_TOKEN,
  id_token_bad: ID_TOKEN,
  id_token_of_nobody: ID_TOKEN,
  id_token_audience: ID_TOKEN,
  id_token_nonce_alone: ID_TOKEN,
  id_token_nonce_differs: ID_TOKEN,
  manual_linking_disabled: ID_TOKEN,
  passkeys_disabled: REFUSED,
  webauthn_config_missing: { of: ({ factor }) => factor === 'verify' },
  webauthn_type_unknown: { of: ({ factor }) => factor === 'verify' },
  webauthn_response_missing: { of: ({ factor }) => factor === 'verify' },
  webauthn_response_invalid: { of: ({ factor }) => factor === 'verify' },
  credential_refused: { of: ({ ceremony }) => ceremony !== undefined },
  oauth_server_disabled: REFUSED,
  custom_providers_disabled: REFUSED,
  custom_providers_off: { of: (route) => route.reply === 'to_provider' || opensIdToken(route) },
  custom_provider_not_oidc: ID_TOKEN,
  custom_provider_unreachable: { of: savesProvider },
  custom_provider_undiscovered: { of: savesProvider },
  not_found: { words: 'paths that do not exist', of: never },
  method_not_allowed: { words: 'paths that exist, with another method; the header Allow lists them', of: never },
  no_authorization: TOKEN,
  bad_jwt: TOKEN,
  missing_sub: CLAIMS,
  sub_not_uuid: CLAIMS,
  session_id_not_uuid: CLAIMS,
  not_admin: { words: 'the admin API', of: ({ auth }) => auth === 'admin' },
  validation_failed: {
    words: 'query parameters that are no text',
    of: ({ query }) => Object.values(query ?? {}).includes('string'),
  },
  audience_not_allowed: { words: 'every route but those that answer alike to everybody', of: isAsked },
  audience_too_long: { words: 'every route but those that answer alike to everybody', of: isAsked },
  session_tag_unknown: { words: 'routes that answer a session', of: ({ reply }) => reply === 'session' },
  unsupported_grant_type: REFUSED,
  verify_type_missing: { of: followsLink },
  verify_token_missing: { of: followsLink },
  verify_type_not_email: { of: followsLink },
  link_expired: { of: followsLink },
  user_not_saved: {
    words: "routes that create users: an application's trigger refused",
    of: ({ creates_user }) => creates_user === true,
  },
  user_not_confirmed: {
    words: "`POST /verify`, and `GET /verify` by a redirect: an application's trigger refused",
    of: ({ confirms_user }) => confirms_user === true,
  },
  refresh_token_malformed: { of: opensRefresh },
  refresh_token_not_found: { of: opensRefresh },
};

/** Of a route that redirects, what the gateway tells by it alone, and what it tells so once there is a target. */
const BY_REDIRECT: ReadonlySet<GatewayError> = new Set([
  'verify_type_not_email',
  'link_expired',
  'user_not_confirmed',
  'user_not_saved',
  'provider_unsupported',
  'oauth_state_missing',
  'oauth_state_invalid',
  'oauth_state_unreadable',
  'oauth_code_missing',
  'oauth_issuer_differs',
  'code_not_exchanged',
  'token_not_told',
  'profile_not_told',
  'hook_failed',
  'hook_timeout',
  'hook_unreachable',
  'hook_answer_too_long',
  'hook_answer_no_json',
]);
const BY_BOTH: ReadonlySet<GatewayError> = new Set(['unavailable', 'unexpected_failure', 'panic']);

export function gatewayWords(name: GatewayError): string | undefined {
  return GATEWAY_SOURCES[name].words;
}

/** Of functions that two routes call: the id of the path is the one that counts, where there is one. */
const namesUser = ({ path }: Route): boolean => path.includes('{user_id}');
const SOME_ROUTES: Readonly<Record<string, (route: Route) => boolean>> = {
  path_not_uuid: namesUser,
  id_not_uuid: (route) => !namesUser(route),
};

/** Builds the function that answers what a route refuses. */
export function createRefusals(refused = refusedByFunction()): (route: Route) => RouteRefusal[] {
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
  const ofSql = (route: Route): RouteRefusal[] => [
    ...(route.limiter === undefined ? [] : ofFunction('count_request', route, false)),
    ...(route.vouching === undefined ? [] : ofFunction(route.vouching.function, route, false)),
    ...(route.take === undefined ? [] : ofFunction(route.take.function, route, redirects(route))),
    ...(route.call === undefined ? [] : ofFunction(route.call.function, route, redirects(route))),
  ];
  const ofGateway = (route: Route): RouteRefusal[] =>
    (Object.keys(GATEWAY_ERRORS) as GatewayError[])
      .filter((name) => GATEWAY_SOURCES[name].of(route) || refusedBy(route).has(name))
      .flatMap((name) => {
        const [status, code, text] = GATEWAY_ERRORS[name];
        const refusal = { from: 'gateway', name, status, code, text, by_redirect: false } as const;
        return [
          ...(redirects(route) && BY_REDIRECT.has(name) ? [] : [refusal]),
          ...(redirects(route) && (BY_REDIRECT.has(name) || BY_BOTH.has(name))
            ? [{ ...refusal, by_redirect: true }]
            : []),
        ];
      });
  return (route) => [...ofSql(route), ...ofGateway(route)];
}

/** What is answered where no route is: the path, its method, or what the guards of that part of the tree say first. */
export function unmatchedRefusals(): RouteRefusal[] {
  const refusals = createRefusals();
  const none = { method: 'GET', tag: 'off', summary: '', pool: 'fast', reply: 'json', answer: 'none' } as const;
  const guarded = SUB_ROUTERS.flatMap(({ path, auth, guards, limiter }) =>
    refusals({ ...none, path, auth, guards, limiter }),
  );
  const told = (['not_found', 'method_not_allowed'] as const).map((name): RouteRefusal => {
    const [status, code, text] = GATEWAY_ERRORS[name];
    return { from: 'gateway', name, status, code, text, by_redirect: false };
  });
  return [...told, ...guarded];
}

/** Under this name the table has what is answered where no route is. */
const UNMATCHED = 'unmatched';

type Table = Record<string, Record<string, string[]>>;

/** Error codes by status of every operation; those that a redirect tells stand under its own status, 303. */
export function refusalTable(): Table {
  const refusals = createRefusals();
  const table: Table = {};
  const add = (name: string, told: readonly RouteRefusal[]): void => {
    const operation = table[name] ?? {};
    table[name] = operation;
    for (const { status, code, by_redirect } of told) {
      const key = by_redirect ? '303' : String(status);
      operation[key] = [...new Set([...(operation[key] ?? []), code])].sort();
    }
  };
  for (const route of ROUTES as readonly Route[]) add(`${route.method} ${route.path}`, refusals(route));
  add(UNMATCHED, unmatchedRefusals());
  return table;
}
