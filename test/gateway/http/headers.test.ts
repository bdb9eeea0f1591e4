// Error responses in both formats, bearer tokens, CORS, and request ids.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBearerToken, requireBearerToken } from '../../../gateway/http/bearer.ts';
import { createCors } from '../../../gateway/http/cors.ts';
import {
  ApiError,
  errorResponse,
  GATEWAY_ERRORS,
  methodNotAllowedError,
  refuse,
  wantsErrorFormat2024,
} from '../../../gateway/http/errors.ts';
import { createRequestIds } from '../../../gateway/http/request_id.ts';

const request = (headers: Record<string, string>, more: { method?: string } = {}) => ({
  method: more.method ?? 'GET',
  header: (name: string) => headers[name.toLowerCase()],
});
const answer = (refusal: ApiError, api_version?: string, request_id: string | undefined = 'req-1') => {
  const { status, headers, body } = errorResponse(refusal, { api_version, request_id });
  return { status, headers, body: JSON.parse(String(body)) };
};

test('the default format', () => {
  const got = answer(refuse('no_authorization'));
  assert.equal(got, {
    status: 401,
    headers: { 'Content-Type': 'application/json', 'x-sb-error-code': 'no_authorization' },
    body: { code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' },
  });
});

test('the 2024 format', () => {
  const got = answer(new ApiError(400, 'invalid_credentials', 'Invalid login credentials'), '2024-01-01');
  assert.equal(got, {
    status: 400,
    headers: {
      'Content-Type': 'application/json',
      'x-sb-error-code': 'invalid_credentials',
      'X-Supabase-Api-Version': '2024-01-01',
    },
    body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
  });
});

test('dates that request the 2024 format', () => {
  for (const date of ['2024-01-01', '2024-06-30', '2024-02-29', '2099-12-31'])
    assert.is(wantsErrorFormat2024(date), true, date);
  for (const date of [
    undefined,
    '',
    'banana',
    '2023-12-31',
    '2024-1-1',
    '2024-13-01',
    '2023-02-30',
    '2024-02-30',
    '20240101',
    '2024-01-01T00:00:00Z',
    ' 2024-01-01',
    '2024-01-01, 2024-01-01',
  ]) {
    assert.is(wantsErrorFormat2024(date), false, String(date));
  }
});

test('error_id is for 5xx of the default format with a request id', () => {
  assert.is(answer(refuse('panic')).body.error_id, 'req-1');
  assert.is(answer(refuse('unavailable')).body.error_id, 'req-1');
  assert.not.ok('error_id' in answer(refuse('panic'), undefined, '').body);
  assert.not.ok('error_id' in answer(refuse('not_found')).body);
  assert.not.ok('error_id' in answer(refuse('panic'), '2024-01-01').body);
});

test('a missing code, a weak password, Retry-After and Allow', () => {
  assert.is(answer(new ApiError(500, undefined, 'x')).body.error_code, 'unexpected_failure');
  assert.is(answer(new ApiError(400, undefined, 'x')).body.error_code, 'unknown');
  assert.is(answer(new ApiError(400, '', 'x'), '2024-01-01').body.code, 'unknown');
  const weak = new ApiError(422, 'weak_password', 'Weak', { extra: { weak_password: { reasons: ['length'] } } });
  assert.equal(answer(weak).body, {
    code: 422,
    error_code: 'weak_password',
    msg: 'Weak',
    weak_password: { reasons: ['length'] },
  });
  assert.is(answer(weak).headers['x-sb-error-code'], 'weak_password');
  assert.equal(answer(weak, '2024-01-01').body, {
    code: 'weak_password',
    message: 'Weak',
    weak_password: { reasons: ['length'] },
  });
  assert.not.ok('x-sb-error-code' in answer(weak, '2024-01-01').headers);
  assert.is(answer(refuse('unavailable')).headers['Retry-After'], '1');
  for (const name of ['panic', 'request_timeout', 'not_found'] as const)
    assert.not.ok('Retry-After' in answer(refuse(name)).headers);
  const method = answer(methodNotAllowedError(['GET', 'PUT']));
  assert.equal([method.status, method.headers.Allow], [405, 'GET, PUT']);
  assert.is(answer(new ApiError(400, 'x', 'm', { extra: { code: 'forged', msg: 'forged' } })).body.msg, 'm');
});

test('the texts are those of supabase/auth', () => {
  assert.is(refuse('request_entity_too_large', 1048576).msg, 'Request body too large (max 1048576 bytes)');
  assert.equal(
    [refuse('request_timeout').status, refuse('request_timeout').msg],
    [504, 'Processing this request timed out, please retry after a moment.'],
  );
  assert.is(refuse('unexpected_failure').msg, 'Unexpected failure, please check server logs for more information');
  assert.is(refuse('panic').msg, 'Internal Server Error');
  assert.is(refuse('bad_json', 'a $& %s').msg, 'Could not parse request body as JSON: a $& %s');
  for (const [status] of Object.values(GATEWAY_ERRORS)) assert.ok(status >= 400 && status <= 504);
});

test('bearer tokens', () => {
  const read = (text?: string) => readBearerToken(request(text === undefined ? {} : { authorization: text }));
  for (const text of ['Bearer x', 'bearer x', 'BEARER x', 'Bearer a.b-c_d']) assert.is(read(text), text.slice(7));
  for (const text of [
    undefined,
    '',
    'x',
    'Bearer',
    'Bearer ',
    'Bearer  x',
    'Bearer x ',
    ' Bearer x',
    'Bearer x y',
    'Basic x',
    'Bearer\tx',
    'Bearer x\n',
  ])
    assert.is(read(text), null, String(text));
  assert.is(read('Bearer %E0%A4%A'), '%E0%A4%A');
  try {
    requireBearerToken(request({ cookie: 'access_token=x' }));
    assert.unreachable();
  } catch (error) {
    assert.equal([(error as ApiError).status, (error as ApiError).code], [401, 'no_authorization']);
  }
});

test('CORS: responses of any route', () => {
  const cors = createCors({ cors_allowed_headers: [] });
  assert.equal(cors.headers(request({})), { Vary: 'Origin' });
  assert.equal(cors.headers(request({ origin: 'https://a' })), {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'X-Total-Count, Link, X-Supabase-Api-Version, X-Request-Id',
  });
});

test('CORS: preflights', () => {
  const cors = createCors({ cors_allowed_headers: ['X-Own'] });
  const ask = (method: string, headers?: string, origin = 'https://a') =>
    cors.preflight(
      request(
        {
          origin,
          'access-control-request-method': method,
          ...(headers ? { 'access-control-request-headers': headers } : {}),
        },
        { method: 'OPTIONS' },
      ),
    );
  const usual = ask('POST', 'apikey,authorization,content-type,x-client-info,x-supabase-api-version,X-Own');
  assert.equal([usual?.status, usual?.body], [204, null]);
  assert.is(usual?.headers['Access-Control-Allow-Origin'], '*');
  assert.is(usual?.headers['Access-Control-Allow-Methods'], 'POST');
  assert.is(
    usual?.headers['Access-Control-Allow-Headers'],
    'apikey, authorization, content-type, x-client-info, x-supabase-api-version, x-own',
  );
  assert.match(usual?.headers.Vary ?? '', 'Access-Control-Request-Headers');
  assert.not.ok('Access-Control-Max-Age' in (usual?.headers ?? {}));
  assert.not.ok('Access-Control-Allow-Headers' in (ask('DELETE')?.headers ?? {}));
  for (const denied of [ask('POST', 'x-evil'), ask('TRACE'), ask('post'), ask('POST', 'apikey\r\nx: y')]) {
    assert.is(denied?.status, 204);
    assert.not.ok('Access-Control-Allow-Origin' in (denied?.headers ?? {}));
  }
  assert.is(cors.preflight(request({ origin: 'https://a' }, { method: 'OPTIONS' })), null);
  assert.is(cors.preflight(request({ origin: 'https://a', 'access-control-request-method': 'GET' })), null);
});

test('request ids', () => {
  const fresh = createRequestIds('');
  assert.match(fresh(request({})), /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  assert.is.not(fresh(request({})), fresh(request({})));
  const inherited = createRequestIds('X-Request-Id');
  assert.is(inherited(request({ 'x-request-id': 'abc' })), 'abc');
  assert.is(inherited(request({})), '');
  assert.is(inherited(request({ 'x-request-id': 'a'.repeat(5000) })).length, 200);
});

test.run();
