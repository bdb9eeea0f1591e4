// The gateway: one function from request to response. What decides is in SQL; here is the order of things.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import type { Standbys } from '../database/standbys.ts';
import { audienceOf } from '../http/audience.ts';
import { bearerOf } from '../http/claims.ts';
import { type ClientAddress, createClientAddress } from '../http/client_ip.ts';
import { createCors } from '../http/cors.ts';
import { refuse, refuseMethod } from '../http/errors.ts';
import { createExternalUrl } from '../http/external_url.ts';
import { languagesOf } from '../http/languages.ts';
import { createPrefix } from '../http/prefix.ts';
import { parseQuery } from '../http/query.ts';
import { createRedirects } from '../http/redirect.ts';
import { createRequestIds } from '../http/request_id.ts';
import { sessionTagOf } from '../http/session_tag.ts';
import { createCustomProviders } from '../providers/custom.ts';
import { createIdTokens } from '../providers/id_tokens.ts';
import { subRouterOf } from '../routes/sub_routers.ts';
import { ROUTES } from '../routes/table.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../server/types.ts';
import { createCeremony } from './ceremony.ts';
import { meantByForm } from './confirm_page.ts';
import { createSaveProvider } from './custom_provider.ts';
import { createDecide } from './decide.ts';
import { createEndpoint } from './endpoint.ts';
import type { Endpoint, Inputs, Trail } from './exchange.ts';
import { type FixedAnswerOptions, fixedAnswers } from './fixed_answers.ts';
import { createForeignHashes } from './foreign_hash.ts';
import { createGuards } from './guards.ts';
import { createIdTokenOpener } from './id_token_opener.ts';
import { createOpeners } from './openers.ts';
import { createArrival } from './provider_arrival.ts';
import { createDeparture } from './provider_departure.ts';
import { observed } from './request_log.ts';
import { createRespond } from './respond.ts';
import { createRouter } from './router.ts';
import { createFactorSteps } from './second_factor.ts';
import { createFollowLink } from './verify_redirect.ts';
import { createVouch } from './vouch.ts';
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
  const { settings, ring } = o;
  const id_tokens = createIdTokens({
    now: Date.now,
    ttl_ms: settings.external_oidc_provider_cache_ttl * 1_000,
    processes: o.processes,
  });
  const custom = createCustomProviders(o);
  const redirects = createRedirects(settings);
  const openers = {
    id_token: createIdTokenOpener({ ...o, id_tokens, custom }),
    web3: createWeb3Opener({ settings, redirects }),
  };
  const compile = {
    api: o.api,
    settings,
    sealing_key_id: ring.sealing_key_id,
    code_keys: JSON.stringify(ring.codeKeys()),
    openers: createOpeners({ ...o, ...openers }),
  };
  const find = createRouter(ROUTES.map((route) => createEndpoint(route, compile)));
  const fixed = fixedAnswers(o);
  const pathOf = createPrefix(settings, ROUTES);
  const cors = createCors(settings);
  const requestId = createRequestIds(settings.request_id_header);
  const clientAddress = createClientAddress(settings);
  const externalUrl = createExternalUrl(settings);
  const guards = createGuards(o);
  const decide = createDecide({ ...o, redirects, vouch: createVouch(o), withForeign: createForeignHashes(settings) });
  const respond = createRespond(o);
  const followLink = createFollowLink({ ...o, decide, confirm_page: settings.mailer_confirm_page });

  const factorSteps = createFactorSteps({ ...o, decide });
  const depart = createDeparture({ ...o, decide, custom });
  const arrive = createArrival({ ...o, decide, custom, id_tokens });
  const saveProvider = createSaveProvider({ ...o, decide, custom });
  const complete = createCeremony({ settings, decide });

  const targetOf = (request: HttpRequest, query: string | null | undefined): string =>
    redirects.resolve({
      header: request.header('redirect_to'),
      query: query ?? undefined,
      referer: request.header('referer'),
    });

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
    trail.route = found.endpoints[0]?.path;
    trail.params = found.params;
    const claims = await guards.authenticate(found.auth, request);
    const endpoint = choose(found.endpoints, request, trail);
    const answer = fixed.get(endpoint.path);
    if (answer) return answer();
    const { only_with } = endpoint;
    if (only_with && !settings[only_with.setting]) {
      if (claims && endpoint.auth === 'user') bearerOf(claims);
      throw refuse(only_with.refuse);
    }
    const query = parseQuery(request.query, endpoint.query_shape);
    const languages = endpoint.mails ? languagesOf(request.header('accept-language')) : undefined;
    const inputs: Inputs = {
      body: {},
      query,
      opened: {},
      path: found.params,
      claims,
      client: clientOf(endpoint, from, request, {
        request_id,
        languages,
        session_tag: endpoint.reply === 'session' ? (sessionTagOf(request, settings) ?? undefined) : undefined,
      }),
      languages,
      audience: audienceOf(request, settings),
      base_url: externalUrl(request),
      redirect_to: endpoint.redirects ? targetOf(request, query.redirect_to) : '',
      vouched: null,
      rehashed: null,
      seen: null,
    };
    if (endpoint.redirects) trail.redirect_to = inputs.redirect_to;
    const exchange = { request, from, endpoint, inputs, trail };
    await guards.pass(exchange);
    if (endpoint.reply === 'redirect') return followLink(exchange);
    if (endpoint.reply === 'to_provider') return depart(exchange);
    if (endpoint.reply === 'from_provider') return arrive(exchange);
    if (endpoint.reply === 'custom_provider') return saveProvider(exchange);
    const ask = endpoint.factor ? factorSteps[endpoint.factor] : decide;
    const answered = endpoint.ceremony ? complete(exchange, endpoint.ceremony) : ask(exchange);
    return respond(exchange, await answered);
  };

  const watch = o.telemetry && createWatch(o.telemetry);
  const handler = observed({ log: o.log, settings, requestId, clientAddress, watch, count: o.count }, route);
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

/** Who a request comes from, for sessions and the audit log. Administrators cannot forge the address that is logged for them. */
function clientOf(
  { auth }: Endpoint,
  from: ClientAddress,
  request: HttpRequest,
  more: { request_id: string; languages: string | null | undefined; session_tag: string | undefined },
): string {
  const ip = auth === 'admin' ? from.vouched : from.ip;
  return JSON.stringify({ ip: ip || null, user_agent: request.header('user-agent') ?? null, ...more });
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
