// What telemetry is told of a request once it is answered: its route, how it ended, whether somebody signed in. Whatever a
// client chooses by itself stays out: no raw path, no query, no header, no text of an error.
import type { Telemetry, WatchedRequest } from '../../core/telemetry.ts';
import type { Refusal } from '../http/errors.ts';
import { parseUuid } from '../http/uuid.ts';
import { ERROR_CODES } from '../openapi/error_codes.ts';
import type { HttpRequest } from '../server/types.ts';
import type { Note as Trail } from './note.ts';
import { saidMethod, saidPath } from './said.ts';

/** How a request ended. */
export interface Ending {
  trail: Trail;
  status: number;
  refusal: Refusal | undefined;
  seconds: number;
}

/** A request that is watched. */
export interface Watched extends Pick<WatchedRequest, 'run'> {
  end(ending: Ending): void;
}

export type Watch = (request: HttpRequest) => Watched;

const KNOWN_CODES: ReadonlySet<string | undefined> = new Set(ERROR_CODES);

/** What a request to a route signs in by; a token request says it by its grant. */
const SIGN_INS: Readonly<Record<string, string>> = {
  '/signup': 'sign_up',
  '/verify': 'link_or_code',
  '/callback': 'provider',
  '/factors/{factor_id}/verify': 'second_factor',
  '/passkeys/authentication/verify': 'passkey',
};

/** Watches requests for telemetry. */
export function createWatch(telemetry: Telemetry): Watch {
  return (request) => {
    const method = saidMethod(request.method);
    const watched = telemetry.request({ method, header: (name) => request.header(name) });
    return {
      run: watched.run,
      end({ trail, status, refusal, seconds }) {
        const route = trail.route ?? 'noroute';
        const error_code = refusal && codeOf(refusal);
        const error = error_code ?? (status >= 500 ? String(status) : undefined);
        watched.end({
          route,
          status,
          error: (refusal?.status ?? status) >= 500 ? error : undefined,
          attributes: { ...attributesOf(trail), 'url.path': trail.route && saidPath(request.path, trail), error_code },
        });
        const http = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
        telemetry.took('request', seconds, { ...http, ...(error === undefined ? {} : { 'error.type': error }) });
        telemetry.count('requests', { code: status, 'http.route': route });
        if (error_code !== undefined) telemetry.count('refusals', { error_code, 'http.route': route });
        const signed_in = signInOf(trail, refusal);
        if (signed_in) telemetry.count('sign_ins', signed_in);
      },
    };
  };
}

/** An application's trigger or a hook may refuse with a code of its own; the ones that are known are finitely many. */
export function codeOf({ code, status }: Refusal): string {
  if (code === undefined) return String(status);
  return KNOWN_CODES.has(code) ? code : 'other';
}

/** The parameters of the path that are ids; anything else there may be what somebody has typed. */
function attributesOf({ params = {}, grant_type }: Trail): Record<string, string> {
  const ids = Object.entries(params).flatMap(([name, value]) => {
    const id = parseUuid(value);
    if (id === null) return [];
    return [
      [`http.route.params.${name}`, id],
      [`http.route.param.${name}`, id],
    ];
  });
  return { ...Object.fromEntries(ids), ...(grant_type === undefined ? {} : { 'oauth.grant_type': grant_type }) };
}

/** How somebody tried to sign in, and what came of it; null where it was no try, or has not come to its end. */
export function signInOf(
  trail: Trail,
  refusal: Refusal | undefined,
): { method: string; outcome: 'ok' | 'refused' | 'error' } | null {
  const named = trail.route === '/token' ? trail.grant_type : SIGN_INS[trail.route ?? ''];
  const method = trail.anonymous ? 'anonymous' : named;
  if (method === undefined) return null;
  if (trail.signed_in) return { method, outcome: 'ok' };
  if (refusal === undefined) return null;
  return { method, outcome: refusal.status >= 500 ? 'error' : 'refused' };
}
