// Metrics of a request: sign-ins by method and result, and refusals by limit. Their labels come from fixed lists.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Telemetry } from '../../../core/telemetry.ts';
import { ApiError } from '../../../gateway/http/errors.ts';
import type { RequestFacts } from '../../../gateway/pipeline/request_facts.ts';
import { createRequestObserver } from '../../../gateway/pipeline/request_observer.ts';
import type { HttpRequest } from '../../../gateway/server/types.ts';

/** Returns the telemetry counters of a request with this result. */
function requestCounters(noted: RequestFacts, o: { status: number; refusal?: ApiError }): Record<string, object> {
  const all: Record<string, object> = {};
  const telemetry = {
    request: () => ({ run: (work: () => unknown) => work(), end: () => undefined }),
    took: () => undefined,
    count: (name: string, attributes: object) => void Object.assign(all, { [name]: attributes }),
  } as unknown as Telemetry;
  const request = { method: 'POST', path: noted.route ?? '/x', header: () => undefined } as unknown as HttpRequest;
  createRequestObserver(telemetry)(request).end({ noted, status: o.status, refusal: o.refusal, seconds: 0.1 });
  return all;
}

const WAYS: [method: string, noted: RequestFacts][] = [
  ...['password', 'refresh_token', 'pkce', 'id_token', 'web3'].map((grant_type): [string, RequestFacts] => [
    grant_type,
    { route: '/token', grant_type },
  ]),
  ['sign_up', { route: '/signup' }],
  ['anonymous', { route: '/signup', anonymous: true }],
  ['link_or_code', { route: '/verify' }],
  ['provider', { route: '/callback' }],
  ['passkey', { route: '/passkeys/authentication/verify' }],
  ['second_factor', { route: '/factors/{factor_id}/verify' }],
];

test('counts each way to sign in by its method, and as ok, refused or error', () => {
  for (const [method, noted] of WAYS) {
    const ends: [string, RequestFacts, { status: number; refusal?: ApiError }][] = [
      ['ok', { ...noted, signed_in: true }, { status: 200 }],
      ['refused', noted, { status: 400, refusal: new ApiError(400, 'invalid_credentials', 'x') }],
      ['refused', noted, { status: 429, refusal: new ApiError(429, 'over_request_rate_limit', 'x') }],
      ['error', noted, { status: 503, refusal: new ApiError(503, 'unexpected_failure', 'x') }],
      // A redirect can also report a fault.
      ['error', noted, { status: 303, refusal: new ApiError(500, 'unexpected_failure', 'x') }],
    ];
    for (const [outcome, ended, o] of ends)
      assert.equal(requestCounters(ended, o).sign_ins, { method, outcome }, method);
  }
});

test('does not count an unfinished sign-in, or another request', () => {
  assert.is(requestCounters({ route: '/signup' }, { status: 200 }).sign_ins, undefined, 'it waits for a confirmation');
  assert.is(requestCounters({ route: '/user', signed_in: true }, { status: 200 }).sign_ins, undefined);
  assert.is(requestCounters({}, { status: 404, refusal: new ApiError(404, 'not_found', 'x') }).sign_ins, undefined);
});

test('F-20: counts a refusal by its limit; an unknown code counts as other', () => {
  for (const code of ['over_request_rate_limit', 'over_email_send_rate_limit', 'over_sms_send_rate_limit'])
    assert.equal(requestCounters({ route: '/otp' }, { status: 429, refusal: new ApiError(429, code, 'x') }).refusals, {
      error_code: code,
      'http.route': '/otp',
    });
  const typed = new ApiError(400, 'a-code-of-a-hook', 'x');
  assert.equal(requestCounters({ route: '/signup' }, { status: 400, refusal: typed }).refusals, {
    error_code: 'other',
    'http.route': '/signup',
  });
});

test.run();
