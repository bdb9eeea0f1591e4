// What a request has to pass before its function is asked: its token, its client's limit, a captcha, and a body that can be read.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { type Call, readAnswer, refusalWith, statementText } from '../database/call.ts';
import { bearerToken, optionalBearer } from '../http/bearer.ts';
import { BODY_LIMIT, parseJsonBody } from '../http/body.ts';
import { isAdmin, isServiceToken } from '../http/claims.ts';
import { type ClientAddress, visitorOf } from '../http/client_ip.ts';
import { Refusal, refuse } from '../http/errors.ts';
import type { Claims, Jwt } from '../http/jwt.ts';
import { bucketsOf, createFallbackWarning, createLimiters } from '../routes/limiters.ts';
import type { Auth, Guard, LimiterName } from '../routes/row.ts';
import type { SubRouter } from '../routes/sub_routers.ts';
import type { HttpRequest } from '../server/types.ts';
import { createCaptcha } from './captcha.ts';
import type { Exchange } from './exchange.ts';

export interface Guards {
  /** The token alone: signature, time, role. User, session and ban are the function's to check. */
  authenticate(auth: Auth, request: HttpRequest): Promise<Claims | null>;
  /** The guards of the exchange's row, in its order; throws the first refusal. */
  pass(exchange: Exchange): Promise<void>;
  /** What a sub-router asks of a request whose path or method it does not have: the same as of those that it has. */
  passSubRouter(router: SubRouter, request: HttpRequest, from: ClientAddress): Promise<void>;
}

export function createGuards(o: {
  settings: Settings;
  log: Logger;
  call: Call;
  ring: KeyRing;
  jwt: Jwt;
  api: string;
}): Guards {
  const { settings, call, jwt } = o;
  const limiters = createLimiters(settings);
  const sayFallback = createFallbackWarning(settings, o.log);
  const captcha = createCaptcha(settings);
  const text = statementText(o.api, 'count_request', ['limits']);
  const takeLimits = { text, pool: 'fast', creates_user: false } as const;

  const authenticate: Guards['authenticate'] = async (auth, request) => {
    if (auth === 'none') return null;
    const claims = await jwt.verify(bearerToken(request));
    if (auth === 'admin' && !isAdmin(claims, settings)) throw refuse('not_admin');
    return claims;
  };

  const limit = async (name: LimiterName | undefined, request: HttpRequest, from: ClientAddress): Promise<void> => {
    const { limit_key: key } = from;
    if (name === undefined || key === null) return;
    sayFallback(request, key);
    const buckets = bucketsOf(key, limiters[name]).map(({ of, ...bucket }) => ({
      key: o.ring.throttleKey(name, of),
      ...bucket,
    }));
    readAnswer(await call(takeLimits, [buckets], { hashes: false, ...visitorOf(request, key) }));
  };

  /** Captcha, which an administrator's token replaces; one bound to a session does not: it may have ended. */
  const proveHuman = async (request: HttpRequest, from: ClientAddress): Promise<void> => {
    if (captcha === null) return;
    const token = optionalBearer(request);
    const claims = token === null ? null : await jwt.verify(token).catch(noClaims);
    if (claims === null || !isServiceToken(claims, settings)) await captcha(request, from.ip);
  };

  const readBody = async ({ request, from, endpoint, inputs, trail }: Exchange): Promise<void> => {
    const { body = {}, bad_json: error, body_optional: optional, switch_first, deciding } = endpoint;
    const buffer = await request.body(BODY_LIMIT);
    try {
      inputs.body = parseJsonBody(buffer, body, { error, optional });
      if (endpoint.path === '/signup') trail.anonymous = !inputs.body.email && !inputs.body.phone;
    } catch (fault) {
      if (switch_first === undefined || deciding === undefined) throw fault;
      // Asked with an empty body, the function tells of its switch, or that the address is missing.
      const visitor = visitorOf(request, from.limit_key);
      const answer = await call(deciding.statement, deciding.values(inputs), { hashes: false, ...visitor });
      throw refusalWith(switch_first, answer) ?? fault;
    }
  };

  const steps: Readonly<Record<Guard, (exchange: Exchange) => Promise<void>>> = {
    body: readBody,
    captcha: ({ request, from }) => proveHuman(request, from),
    limiter: ({ request, from, endpoint: { limiter }, inputs }) =>
      limit(typeof limiter === 'function' ? limiter(inputs.body, settings) : limiter, request, from),
  };

  return {
    authenticate,
    async pass(exchange) {
      for (const guard of exchange.endpoint.guards) await steps[guard](exchange);
    },
    async passSubRouter(router, request, from) {
      await authenticate(router.auth, request);
      if (router.guards.includes('captcha')) await proveHuman(request, from);
      await limit(router.limiter, request, from);
    },
  };
}

/** Where no token is needed, one that is refused counts as absent. */
function noClaims(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
