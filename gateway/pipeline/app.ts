// The gateway: one function from request to response. What decides is in SQL; here is the order of things.
import type { Release } from '../../core/database/release.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { type Call, readAnswer, refusalWith, statementText } from '../database/call.ts';
import { audienceOf } from '../http/audience.ts';
import { bearerToken, optionalBearer } from '../http/bearer.ts';
import { BODY_LIMIT, parseJsonBody } from '../http/body.ts';
import { bearerOf, isAdmin, isServiceToken } from '../http/claims.ts';
import { type ClientAddress, createClientAddress, visitorOf } from '../http/client_ip.ts';
import { createCors } from '../http/cors.ts';
import { type GatewayError, Refusal, refuse, refuseMethod } from '../http/errors.ts';
import { createExternalUrl } from '../http/external_url.ts';
import type { Claims, Jwt } from '../http/jwt.ts';
import { parseQuery } from '../http/query.ts';
import { createRedirects } from '../http/redirect.ts';
import { createRequestIds } from '../http/request_id.ts';
import { wireUser } from '../http/wire_user.ts';
import { openApiDocument } from '../openapi/document.ts';
import { bucketsOf, createFallbackWarning, createLimiters } from '../routes/limiters.ts';
import type { Auth, Route } from '../routes/row.ts';
import { type SubRouter, subRouterOf } from '../routes/sub_routers.ts';
import { ROUTES } from '../routes/table.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../server/types.ts';
import { createCaptcha } from './captcha.ts';
import { createEndpoint, type Endpoint, type Inputs } from './endpoint.ts';
import { type LinkAnswer, linkBody } from './generated_link.ts';
import { healthBody } from './health.ts';
import { createOpeners, type OpenedLink } from './openers.ts';
import { settingsBody } from './public_settings.ts';
import type { Ready } from './ready.ts';
import {
  type IssuedSession,
  isSession,
  jsonResponse,
  noContent,
  type Page,
  pageResponse,
  publicResponse,
  sessionBody,
  textResponse,
} from './reply.ts';
import { asRefusal, observed, type Trail } from './request_log.ts';
import { createRouter } from './router.ts';
import {
  deadLink,
  missingParameter,
  redirectToCode,
  redirectToError,
  redirectToMessage,
  redirectToSession,
} from './verify_redirect.ts';

export interface GatewayOptions {
  settings: Settings;
  log: Logger;
  call: Call;
  ready: Ready;
  ring: KeyRing;
  jwt: Jwt;
  release: Release;
  /** The schema of the surface, quoted. */
  api: string;
  /** Pages for people, by path; only the embedded start has any. */
  pages?: ReadonlyMap<string, HttpResponse>;
}

const GRANT_TYPES = new Set(['password', 'refresh_token', 'pkce', 'id_token', 'web3']);

export function createGateway(o: GatewayOptions): { handler: HttpHandler } {
  const { settings, ring, jwt, call } = o;
  const openers = createOpeners(ring);
  const compile = { api: o.api, settings, sealing_key_id: ring.sealing_key_id, openers };
  const code_keys = JSON.stringify(ring.codeKeys());
  const endpoints = ROUTES.map((route) => createEndpoint(route, { ...compile, code_keys }));
  const find = createRouter(endpoints);
  const cors = createCors(settings);
  const requestId = createRequestIds(settings.request_id_header);
  const clientAddress = createClientAddress(settings);
  const externalUrl = createExternalUrl(settings);
  const redirects = createRedirects(settings);
  const limiters = createLimiters(settings);
  const sayFallback = createFallbackWarning(settings, o.log);
  const captcha = createCaptcha(settings);
  const takeLimits = {
    text: statementText(o.api, 'take_limits', ['limits']),
    pool: 'fast',
    creates_user: false,
  } as const;
  const { version } = o.release;
  const fixed: Readonly<Record<string, HttpResponse>> = {
    '/health': jsonResponse(healthBody(o.release), { secret: false }),
    '/settings': jsonResponse(settingsBody(settings), { secret: false }),
    '/.well-known/jwks.json': publicResponse(jwt.jwks()),
    '/openapi.json': publicResponse(openApiDocument(ROUTES, { version, url: settings.api_external_url })),
  };

  /** The token alone: signature, time, role. User, session and ban are the function's to check. */
  const authenticate = async (auth: Auth, request: HttpRequest): Promise<Claims | null> => {
    if (auth === 'none') return null;
    const claims = await jwt.verify(bearerToken(request));
    if (auth === 'admin' && !isAdmin(claims, settings)) throw refuse('not_admin');
    return claims;
  };

  const limit = async (
    limiter: Route['limiter'],
    inputs: Pick<Inputs, 'body'>,
    request: HttpRequest,
    { limit_key: key }: ClientAddress,
  ): Promise<void> => {
    const name = typeof limiter === 'function' ? limiter(inputs.body, settings) : limiter;
    if (name === undefined || key === null) return;
    sayFallback(request, key);
    const buckets = bucketsOf(key, limiters[name]).map(({ of, ...bucket }) => ({
      key: ring.throttleKey(name, of),
      ...bucket,
    }));
    readAnswer(await call(takeLimits, [buckets], { hashes: false, ...visitorOf(request, key) }));
  };

  /** Captcha, which an administrator's token replaces; one bound to a session does not: it may have ended. */
  const proveHuman = async (request: HttpRequest, client: ClientAddress): Promise<void> => {
    if (captcha === null) return;
    const token = optionalBearer(request);
    const claims = token === null ? null : await jwt.verify(token).catch(noClaims);
    if (claims === null || !isServiceToken(claims, settings)) await captcha(request, client.ip);
  };

  const readBody = async (
    endpoint: Endpoint,
    inputs: Inputs,
    request: HttpRequest,
    { limit_key: key }: ClientAddress,
  ): Promise<void> => {
    const { body = {}, bad_json: error, body_optional: optional, switch_first, deciding } = endpoint;
    const buffer = await request.body(BODY_LIMIT);
    try {
      inputs.body = parseJsonBody(buffer, body, { error, optional });
    } catch (fault) {
      // Asked with an empty body, the function tells of its switch, or that the address is missing.
      const answer =
        switch_first && deciding
          ? await call(deciding.statement, deciding.values(inputs), { hashes: false, ...visitorOf(request, key) })
          : null;
      throw refusalWith(switch_first ?? '', answer) ?? fault;
    }
  };

  /** What a part of the tree asks of everybody before it says what is not in it. */
  const guard = async (router: SubRouter, request: HttpRequest, client: ClientAddress): Promise<void> => {
    await authenticate(router.auth, request);
    if (router.guards.includes('captcha')) await proveHuman(request, client);
    await limit(router.limiter, { body: {} }, request, client);
  };

  /** Guards, opener and deciding call of a row. The answer is SQL's text; a refusal is thrown. */
  const decide = async (endpoint: Endpoint, inputs: Inputs, request: HttpRequest, client: ClientAddress) => {
    for (const guard of endpoint.guards) {
      if (guard === 'limiter') await limit(endpoint.limiter, inputs, request, client);
      else if (guard === 'captcha') await proveHuman(request, client);
      else await readBody(endpoint, inputs, request, client);
    }
    if (endpoint.refuse) {
      if (endpoint.auth === 'user' && inputs.claims) bearerOf(inputs.claims as Claims);
      throw refusalOf(endpoint, inputs);
    }
    if (endpoint.redirect_from_body && redirects.allows(String(inputs.body.redirect_to ?? ''))) {
      inputs.redirect_to = String(inputs.body.redirect_to);
    }
    if (endpoint.opener_function) inputs.opened = endpoint.opener_function(inputs);
    const { deciding } = endpoint;
    if (deciding === undefined) throw new Error(`${endpoint.method} ${endpoint.path} has no deciding call`);
    return call(deciding.statement, deciding.values(inputs), {
      hashes: deciding.hashes(inputs.body),
      ...visitorOf(request, client.limit_key),
    });
  };

  const respond = async (endpoint: Endpoint, inputs: Inputs, answer: string | null, request: HttpRequest) => {
    // What needs no tokens goes out as SQL wrote it; only a refusal has to be read.
    if (
      endpoint.reply === 'json' &&
      endpoint.answer !== 'user' &&
      answer !== null &&
      !answer.startsWith('{"refused"')
    ) {
      return textResponse(answer);
    }
    const parsed = readAnswer(answer);
    if (endpoint.reply === 'no_content') return noContent();
    if (endpoint.reply === 'empty_list') return textResponse('[]');
    if (endpoint.reply === 'link') {
      const { base_url, redirect_to } = inputs;
      const body = linkBody(wireUser(parsed) as unknown as LinkAnswer, { ring, settings, base_url, redirect_to });
      return jsonResponse(body, { secret: true });
    }
    if (endpoint.reply === 'page') return pageResponse(parsed as unknown as Page, request);
    if (isSession(parsed)) return jsonResponse(await sessionBody(parsed, { jwt, ring }), { secret: true });
    return jsonResponse('identities' in parsed ? wireUser(parsed) : parsed, { secret: true });
  };

  /** GET /verify: from here on everything but a missing parameter is told by a redirect. */
  const redirect = async (
    endpoint: Endpoint,
    inputs: Inputs,
    request: HttpRequest,
    client: ClientAddress,
    trail: Trail,
  ) => {
    await limit(endpoint.limiter, inputs, request, client);
    const missing = missingParameter(inputs.query);
    if (missing) throw missing;
    inputs.opened = endpoint.opener_function?.(inputs) ?? {};
    const link = inputs.opened.link as OpenedLink;
    const { redirect_to: target } = inputs;
    try {
      const dead = deadLink(inputs.query.type, link);
      if (dead) throw dead;
      const answer = readAnswer(await decide({ ...endpoint, guards: [] }, inputs, request, client));
      if (typeof answer.auth_code === 'string') return redirectToCode(target, answer.auth_code);
      if (typeof answer.msg === 'string') return redirectToMessage(target, answer.msg, { pkce: link.pkce });
      return redirectToSession(target, await sessionBody(answer as unknown as IssuedSession, { jwt, ring }));
    } catch (error) {
      trail.told = error;
      return redirectToError(target, asRefusal(error), { pkce: link.pkce });
    }
  };

  const targetOf = (request: HttpRequest, query: string | null | undefined): string =>
    redirects.resolve({
      header: request.header('redirect_to'),
      query: query ?? undefined,
      referer: request.header('referer'),
    });

  const route = async (request: HttpRequest, request_id: string, trail: Trail): Promise<HttpResponse> => {
    const page = request.method === 'GET' ? o.pages?.get(request.path) : undefined;
    if (page) return page;
    const found = find(request.method, request.path);
    const client = clientAddress(request);
    if (found === null || 'allowed' in found) {
      await guard(subRouterOf(request.path), request, client);
      throw found === null ? refuse('not_found') : refuseMethod(found.allowed);
    }
    const claims = await authenticate(found.auth, request);
    const endpoint = choose(found.endpoints, request, trail);
    trail.route = endpoint.path;
    const made = fixed[endpoint.path];
    if (made) return { ...made, headers: { ...made.headers } };
    if (endpoint.path === '/ready') return o.ready();
    const query = parseQuery(request.query, endpoint.query_shape);
    const inputs: Inputs = {
      body: {},
      query,
      opened: {},
      path: found.params,
      claims,
      client: JSON.stringify({ ip: client.ip || null, user_agent: request.header('user-agent') ?? null, request_id }),
      audience: audienceOf(request, settings),
      base_url: externalUrl(request),
      redirect_to: endpoint.redirects ? targetOf(request, query.redirect_to) : '',
    };
    if (endpoint.redirects) trail.redirect_to = inputs.redirect_to;
    trail.user_id = found.params.user_id;
    if (endpoint.reply === 'redirect') return redirect(endpoint, inputs, request, client, trail);
    return respond(endpoint, inputs, await decide(endpoint, inputs, request, client), request);
  };

  const handler = observed({ log: o.log, settings, requestId, clientAddress }, route);
  return {
    async handler(request) {
      const preflight = cors.preflight(request);
      if (preflight) return preflight;
      const response = await handler(request);
      // Never into the response's own headers: answers of a kind share them.
      return { ...response, headers: { ...response.headers, ...cors.headers(request) } };
    },
  };
}

/** A token that is refused says nothing of its bearer, where none is needed. */
function noClaims(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

/** What a route of a feature that is off answers to this request. */
function refusalOf({ refuse: always, refuse_where }: Endpoint, inputs: Inputs): Refusal {
  const [from, name = ''] = (refuse_where?.member.split('.') ?? []) as ['body' | 'query', string];
  const value = refuse_where ? String(inputs[from][name] ?? '') : '';
  const other = Object.entries(refuse_where?.cases ?? {}).find(([known]) => known === value.toLowerCase())?.[1];
  return refuse(other ?? (always as GatewayError), value);
}

/** The row for a request; several rows of one path are told apart by their grant_type. */
function choose(rows: readonly Endpoint[], request: HttpRequest, trail: Trail): Endpoint {
  const [first] = rows;
  if (first?.grant_type === undefined) return first as Endpoint;
  const { grant_type: named_grant } = parseQuery(request.query, { grant_type: 'lenient' });
  const grant_type = named_grant ?? '';
  if (GRANT_TYPES.has(grant_type)) trail.grant_type = grant_type;
  const named = rows.find((row) => row.grant_type === grant_type);
  return named ?? (rows.find((row) => row.grant_type === '*') as Endpoint);
}
