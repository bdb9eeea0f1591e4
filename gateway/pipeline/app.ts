// The gateway: one function from request to response. What decides is in SQL; here is the order of things.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import type { Standbys } from '../database/standbys.ts';
import { bearerOf } from '../http/claims.ts';
import { createClientAddress } from '../http/client_ip.ts';
import { createCors } from '../http/cors.ts';
import { refuse, refuseMethod } from '../http/errors.ts';
import type { Claims } from '../http/jwt.ts';
import { createPrefix } from '../http/prefix.ts';
import { parseQuery } from '../http/query.ts';
import { createRedirects } from '../http/redirect.ts';
import { createRequestIds } from '../http/request_id.ts';
import { createCustomProviders } from '../providers/custom.ts';
import { createIdTokens } from '../providers/id_tokens.ts';
import { subRouterOf } from '../routes/sub_routers.ts';
import { ROUTES } from '../routes/table.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../server/types.ts';
import { meantByForm } from './confirm_page.ts';
import { createEndpoints } from './endpoint.ts';
import { createEvenly } from './even_answers.ts';
import type { Endpoint, Trail } from './exchange.ts';
import { type FixedAnswerOptions, fixedAnswers } from './fixed_answers.ts';
import { createGuards } from './guards.ts';
import { createIdTokenOpener } from './id_token_opener.ts';
import { createInputs } from './inputs.ts';
import { createOpeners } from './openers.ts';
import { observed } from './request_log.ts';
import { createRouter } from './router.ts';
import { createServe } from './serve.ts';
import { createWatch, type Ending } from './watch.ts';
import { createWeb3Opener } from './web3_opener.ts';

export interface GatewayOptions extends FixedAnswerOptions {
  log: Logger;
  ring: KeyRing;
  /** Where traces or metrics are on. */
  telemetry?: Telemetry | undefined;
  /** Counts how requests end, for reports. */
  count?: ((ending: Ending) => void) | undefined;
  /** Pages for people, by path; only the embedded start has any. */
  pages?: ReadonlyMap<string, HttpResponse>;
  standbys?: Standbys;
  /** Processes like this one, behind the same port. */
  processes?: number;
}

const GRANT_TYPES = new Set(['password', 'refresh_token', 'pkce', 'id_token', 'web3']);

export function createGateway(o: GatewayOptions): { handler: HttpHandler } {
  const { settings } = o;
  const shared = {
    ...o,
    redirects: createRedirects(settings),
    custom: createCustomProviders(o),
    id_tokens: createIdTokens({
      now: Date.now,
      ttl_ms: settings.external_oidc_provider_cache_ttl * 1_000,
      processes: o.processes,
    }),
  };
  const openers = createOpeners({ ...o, id_token: createIdTokenOpener(shared), web3: createWeb3Opener(shared) });
  const find = createRouter(createEndpoints(ROUTES, { ...o, openers }));
  const fixed = fixedAnswers(o);
  const pathOf = createPrefix(settings, ROUTES);
  const clientAddress = createClientAddress(settings);
  const inputsOf = createInputs(shared);
  const guards = createGuards(o);
  const serve = createServe(shared);
  const evenly = createEvenly(settings.security_even_answers);

  const route = async (sent: HttpRequest, request_id: string, trail: Trail): Promise<HttpResponse> => {
    const path = pathOf(sent.path);
    const request = settings.mailer_confirm_page ? await meantByForm(sent, path) : sent;
    const page = request.method === 'GET' ? o.pages?.get(sent.path) : undefined;
    if (page) return page;
    const found = find(request.method, path);
    const from = clientAddress(request);
    if (found === null || 'allowed' in found) {
      await guards.passSubRouter(subRouterOf(path), request, from);
      throw found === null ? refuse('not_found') : refuseMethod(found.allowed);
    }
    const { params } = found;
    trail.route = found.endpoints[0]?.path;
    trail.params = params;
    const claims = await guards.authenticate(found.auth, request);
    const endpoint = choose(found.endpoints, request, trail);
    const answer = fixed.get(endpoint.path);
    if (answer) return answer();
    checkSwitch(endpoint, claims, settings);
    const inputs = inputsOf({ request, request_id, from, endpoint, params, claims });
    if (endpoint.redirects) trail.redirect_to = inputs.redirect_to;
    const exchange = { request, from, endpoint, inputs, trail };
    const work = async () => {
      await guards.pass(exchange);
      return serve(exchange);
    };
    return endpoint.even ? evenly(work) : work();
  };

  const requestId = createRequestIds(settings.request_id_header);
  const watch = o.telemetry && createWatch(o.telemetry);
  const handler = observed({ log: o.log, settings, requestId, clientAddress, watch, count: o.count }, route);
  return { handler: withCors(handler, settings) };
}

/** A browser's preflight is answered before anything else looks at it; other answers get the headers of CORS. */
function withCors(handler: HttpHandler, settings: Settings): HttpHandler {
  const cors = createCors(settings);
  return async (request) => {
    const preflight = cors.preflight(request);
    if (preflight) return preflight;
    const response = await handler(request);
    // Never into the response's own headers: answers of a kind share them.
    return { ...response, headers: { ...response.headers, ...cors.headers(request) } };
  };
}

/** Refuses a row whose feature is off, before the query is read; a token that is no user's is refused first. */
function checkSwitch({ only_with, auth }: Endpoint, claims: Claims | null, settings: Settings): void {
  if (!only_with || only_with.settings.some((name) => settings[name])) return;
  if (claims && auth === 'user') bearerOf(claims);
  throw refuse(only_with.refuse);
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
