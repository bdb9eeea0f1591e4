// The gateway as one function from request to response. Finds the route, verifies the token, reads query and headers,
// and runs the route's steps.
import { createNames } from '../../core/database/names.ts';
import type { Release } from '../../core/database/release.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { SettingSources } from '../../core/settings/reading.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import type { Call } from '../database/call.ts';
import type { Reports } from '../database/reports.ts';
import type { Standbys } from '../database/standbys.ts';
import { readAudience } from '../http/audience.ts';
import { type ClientAddress, createClientAddress } from '../http/client_ip.ts';
import { createCors } from '../http/cors.ts';
import { methodNotAllowedError, refuse } from '../http/errors.ts';
import { createExternalUrl } from '../http/external_url.ts';
import type { Jwt } from '../http/jwt.ts';
import { readLanguages } from '../http/languages.ts';
import { createPrefixStripper } from '../http/prefix.ts';
import { parseQuery, type QueryShape } from '../http/query.ts';
import { createRedirectRules } from '../http/redirect.ts';
import { createRequestIds } from '../http/request_id.ts';
import { readSessionTag } from '../http/session_tag.ts';
import { createConfiguredTemplateReader } from '../mail/configured_templates.ts';
import type { TestMailSender } from '../mail/test_mail.ts';
import { createClientDocuments } from '../oauth/documents.ts';
import { createWellKnownMapping } from '../oauth/metadata.ts';
import { buildOpenApiDocument } from '../openapi/document.ts';
import { createOauthPages, ownPageUrls } from '../pages/oauth.ts';
import { createCustomProviders } from '../providers/custom.ts';
import { createIdTokens } from '../providers/id_tokens.ts';
import { findSubtreeGuards } from '../routes/guarded_subtrees.ts';
import type { Route } from '../routes/row.ts';
import { ROUTES } from '../routes/table.ts';
import { type RuleCatalog, readRuleCatalog } from '../rules/catalog.ts';
import { scimErrorResponse } from '../scim/answer.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../server/types.ts';
import { checkClientToken, createAuthenticator, createCaptchaVerifier } from './authenticate.ts';
import { createPreparedCalls } from './calls.ts';
import { toLinkRequest } from './confirm_page.ts';
import { createForeignHashes } from './foreign_hash.ts';
import { createLeakCheck } from './leak_check.ts';
import { createRateLimitCheck } from './limits.ts';
import { createMailHostCheck } from './mail_hosts.ts';
import { createRedirectLog } from './redirect_log.ts';
import type { RequestFacts } from './request_facts.ts';
import { type RequestHandler, type RequestOrigin, toApiError, withRequestLog } from './request_log.ts';
import { type CountRequest, createRequestObserver } from './request_observer.ts';
import { createSlotDelay } from './response_delay.ts';
import { createRouter } from './router.ts';
import { type BoundStep, bindSteps, type GatewayServices, type RequestContext, runSteps } from './step.ts';
import { checkFeatureSwitch } from './switch.ts';

export interface GatewayOptions {
  settings: Settings;
  log: Logger;
  ring: KeyRing;
  call: Call;
  jwt: Jwt;
  release: Release;
  /** Name of the schema auth_api, quoted. */
  api: string;
  /** Returns true after the gateway has begun to stop. */
  stopping: () => boolean;
  /** Present if traces or metrics are on. */
  telemetry?: Telemetry | undefined;
  /** Counts the outcome of each request, for reports. */
  count?: CountRequest | undefined;
  reports: Reports;
  sources: Readonly<SettingSources>;
  test_mail: TestMailSender;
  /** HTML pages of the embedded start by path; absent without the embedded start. */
  pages?: ReadonlyMap<string, HttpResponse>;
  standbys?: Standbys;
  /** Number of processes that listen on the same port. */
  processes?: number;
}

/** A route whose steps are bound to the services of the gateway (see bindSteps). */
interface Endpoint extends Route {
  bound: readonly BoundStep[];
  /** The route's own query parameters, and redirect_to if the route redirects, or creates or sends a link. */
  query_shape: QueryShape;
}

export function createGateway(o: GatewayOptions): { handler: HttpHandler } {
  const { settings } = o;
  const authenticate = createAuthenticator(o);
  const ttl_ms = settings.external_oidc_provider_cache_ttl * 1_000;
  const keyCache = { now: Date.now, ttl_ms, processes: o.processes };
  const gateway: GatewayServices = {
    ...o,
    document: buildOpenApiDocument(ROUTES, { version: o.release.version, ...publicUrlAndPrefix(settings) }),
    catalog: createRuleCatalogCache(settings),
    calls: createPreparedCalls(o),
    templates: createConfiguredTemplateReader(settings),
    redirects: createRedirectRules(settings, { own: ownPageUrls(settings), refused: createRedirectLog(o.log) }),
    custom: createCustomProviders(o),
    id_tokens: createIdTokens(keyCache),
    client_keys: createIdTokens(keyCache),
    client_documents: createClientDocuments(settings),
    computeForeign: createForeignHashes(settings),
    leaks: createLeakCheck(o),
    mailHosts: createMailHostCheck(o),
    limit: createRateLimitCheck(o),
    verifyCaptcha: createCaptchaVerifier(o),
  };
  const find = createRouter(ROUTES.map((route) => bindRoute(route, gateway)));
  const withoutPrefix = createPrefixStripper(settings, ROUTES);
  const inserted = createWellKnownMapping(settings);
  const pathOf = (path: string): string => withoutPrefix(inserted(path));
  const arrive = createContextReader(gateway);
  const oauthPage = createOauthPages(settings);
  const evenly = createSlotDelay(settings.security_even_answers);

  const handle: RequestHandler = async (sent, origin, noted) => {
    const note = (fact: RequestFacts): void => void Object.assign(noted, fact);
    const path = pathOf(sent.path);
    const request = settings.mailer_confirm_page ? await toLinkRequest(sent, path) : sent;
    const page = request.method === 'GET' ? o.pages?.get(sent.path) : undefined;
    const shown = page ?? oauthPage(request, path);
    if (shown) return shown;
    const found = find(request.method, path);
    const answered = answer(request, { path, found, note, ...origin });
    return isScim(path) ? answered.catch(createScimErrorHandler(note)) : answered;
  };

  const isScim = (path: string): boolean => settings.scim_enabled && /^\/scim\/v2(?:\/|$)/.test(path);

  const answer = async (
    request: HttpRequest,
    { path, found, request_id, from, note }: RequestState<ReturnType<typeof find>>,
  ): Promise<HttpResponse> => {
    if (found === null || 'allowed' in found) {
      const { auth, captcha, limiter } = findSubtreeGuards(path);
      await authenticate(auth, request);
      if (captcha) await gateway.verifyCaptcha(request, from);
      await gateway.limit(limiter, request, from);
      throw found === null ? refuse('not_found') : methodNotAllowedError(found.allowed);
    }
    const { params } = found;
    note({ route: found.routes[0]?.path, params });
    const claims = await authenticate(found.auth, request);
    if (found.auth === 'user' && typeof claims?.sub === 'string') note({ user_id: claims.sub });
    const endpoint = chooseRoute(found.routes, request, note);
    checkClientToken(endpoint, claims);
    checkFeatureSwitch(endpoint, claims, settings);
    const arrived = arrive(endpoint, { request, request_id, from, path: params, claims, note });
    if (endpoint.leads) note({ redirect_to: arrived.target });
    const work = () => runSteps(endpoint.bound, arrived);
    return endpoint.even ? evenly(work, endpoint.even) : work();
  };

  const requestId = createRequestIds(settings.request_id_header);
  const watch = o.telemetry && createRequestObserver(o.telemetry);
  const clientAddress = createClientAddress(settings);
  const handler = withRequestLog({ log: o.log, settings, requestId, clientAddress, watch, count: o.count }, handle);
  return { handler: withCors(handler, settings) };
}

/** Values about a request that answer() needs besides the request itself. */
interface RequestState<Found> extends RequestOrigin {
  path: string;
  found: Found;
  note: RequestContext['note'];
}

/**
 * Returns a handler that converts errors below /scim/v2 to SCIM error responses, including errors of unknown paths and
 * methods.
 */
function createScimErrorHandler(note: RequestContext['note']): (error: unknown) => HttpResponse {
  return (error) => {
    note({ redirected_error: error });
    return scimErrorResponse(toApiError(error));
  };
}

/** Returns a function that reads the SQL rules on its first call and caches them. */
function createRuleCatalogCache({ db_namespace, role_prefix }: Settings): () => RuleCatalog {
  let read: RuleCatalog | undefined;
  return () => {
    read ??= readRuleCatalog(createNames(db_namespace, role_prefix));
    return read;
  };
}

/** Returns the base URL of the API and its path prefix. The prefix is '' if the URL already ends with it. */
function publicUrlAndPrefix({ api_external_url: url, api_prefix: prefix }: Settings): { url: string; prefix: string } {
  return { url, prefix: new URL(url).pathname.replace(/\/$/, '').endsWith(prefix) ? '' : prefix };
}

function bindRoute(route: Route, gateway: GatewayServices): Endpoint {
  const query_shape: QueryShape = route.leads ? { ...route.query, redirect_to: 'lenient' } : { ...route.query };
  return { ...route, query_shape, bound: bindSteps(route.steps, gateway, route) };
}

interface RoutedRequest extends Pick<RequestContext, 'request' | 'from' | 'path' | 'claims' | 'note'> {
  request_id: string;
}

/** Creates the function that reads query and headers of a request. Steps read the body. */
function createContextReader({
  settings,
  redirects,
}: GatewayServices): (endpoint: Endpoint, sent: RoutedRequest) => RequestContext {
  const externalUrl = createExternalUrl(settings);
  return (endpoint, { request_id, ...sent }) => {
    const { request, from } = sent;
    const query = parseQuery(request.query, endpoint.query_shape);
    const languages = endpoint.mails ? readLanguages(request.header('accept-language')) : undefined;
    const session_tag = endpoint.opens_session ? (readSessionTag(request, settings) ?? undefined) : undefined;
    const target = (): string =>
      redirects.resolve({
        header: request.header('redirect_to'),
        query: query.redirect_to ?? undefined,
        referer: request.header('referer'),
      });
    return {
      ...sent,
      query,
      client: describeClient(endpoint, from, request, { request_id, languages, session_tag }),
      languages,
      audience: endpoint.alike ? null : readAudience(request, settings),
      base_url: externalUrl(request),
      target: endpoint.leads ? target() : '',
    };
  };
}

/**
 * Returns the client for session rows and the audit log. On admin routes, its address is ClientAddress.verified_ip,
 * because a client may forge ClientAddress.ip.
 */
function describeClient(
  { auth }: Endpoint,
  from: ClientAddress,
  request: HttpRequest,
  more: { request_id: string; languages: string | null | undefined; session_tag: string | undefined },
): string {
  const ip = auth === 'admin' ? from.verified_ip : from.ip;
  return JSON.stringify({ ip: ip || null, user_agent: request.header('user-agent') ?? null, ...more });
}

const AUTHORIZE = /\/oauth\/authorize\/?$/;

/**
 * Answers CORS preflight requests, and adds the CORS headers to all other responses except those of the authorization
 * endpoint.
 */
function withCors(handler: HttpHandler, settings: Settings): HttpHandler {
  const cors = createCors(settings);
  return async (request) => {
    const preflight = cors.preflight(request);
    if (preflight) return preflight;
    const response = await handler(request);
    // Browsers navigate to the authorization endpoint. Scripts of other origins must not read its redirect target.
    if (AUTHORIZE.test(request.path)) return response;
    // Creates a new object, because responses share their header objects.
    return { ...response, headers: { ...response.headers, ...cors.headers(request) } };
  };
}

/** Returns the route of a request. Routes with the same method and path differ in their grant type. */
function chooseRoute(routes: readonly Endpoint[], request: HttpRequest, note: RequestContext['note']): Endpoint {
  const [first] = routes;
  if (first?.grantOf === undefined) return first as Endpoint;
  const grant_type = first.grantOf({ request });
  const named = grant_type === '*' ? undefined : routes.find((route) => route.grant_type === grant_type);
  if (named) note({ grant_type });
  return named ?? (routes.find((route) => route.grant_type === '*') as Endpoint);
}
