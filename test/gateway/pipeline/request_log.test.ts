// Unexpected errors: the response, the log entry, and what is redacted in it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Logger } from '../../../core/log.ts';
import { redactPath, redactSecrets } from '../../../gateway/pipeline/redact.ts';
import { withRequestLog } from '../../../gateway/pipeline/request_log.ts';
import type { HttpRequest } from '../../../gateway/server/types.ts';

const request = { method: 'GET', path: '/x', query: '', header: () => undefined } as unknown as HttpRequest;

async function responseToError(
  fault: Error,
): Promise<{ status: number; msg: unknown; cause: unknown; lines: Record<string, unknown>[] }> {
  const lines: Record<string, unknown>[] = [];
  const log = { error: (fields: object, msg: string) => lines.push({ ...fields, msg }) } as unknown as Logger;
  const around = {
    log,
    settings: { api_max_request_duration: 10 },
    requestId: () => 'r',
    clientAddress: () => ({ ip: '127.0.0.1', verified_ip: '127.0.0.1', limit_key: null }),
  };
  const response = await withRequestLog(around, () => Promise.reject(fault))(request);
  const { msg } = JSON.parse(String(response.body));
  return { status: response.status, msg, cause: lines.at(-1)?.cause, lines };
}

test('distinguishes a fault of this code from a database error, and logs both with their cause', async () => {
  const bug = await responseToError(new TypeError('x is not a function'));
  assert.equal([bug.status, bug.msg], [500, 'Internal Server Error']);
  assert.match(JSON.stringify(bug.cause), /x is not a function/);
  const [panicked, completed] = bug.lines;
  assert.equal([panicked?.msg, panicked?.panic], ['request panicked', 'x is not a function']);
  assert.match(String(panicked?.stack), /request_log\.test\.ts/);
  assert.equal([completed?.msg, completed?.status, completed?.request_id], ['request completed', 500, 'r']);
  const failed = await responseToError(Object.assign(new Error('relation "x" does not exist'), { code: '42P01' }));
  assert.equal([failed.status, failed.msg], [500, 'Unexpected failure, please check server logs for more information']);
  assert.match(JSON.stringify(failed.cause), /42P01/);
  assert.is(failed.lines.length, 1);
});

test('does not log a token in the place of an id; logs the id of a user', async () => {
  const lines: Record<string, unknown>[] = [];
  const keep = (fields: Record<string, unknown>) => lines.push(fields);
  const around = {
    log: { error: keep, warn: keep, info: keep } as unknown as Logger,
    settings: { api_max_request_duration: 10 },
    requestId: () => 'r',
    clientAddress: () => ({ ip: '127.0.0.1', verified_ip: '127.0.0.1', limit_key: null }),
  };
  const user_id = '7b3a0a34-7e5c-4c5c-9f9f-2f6f6a6d6b11';
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const paths: Record<string, string>[] = [
    { user_id, factor_id: token },
    { user_id: token },
    { user_id, factor_id: user_id },
  ];
  for (const params of paths) {
    const handler = withRequestLog(around, (_request, _origin, noted) => {
      noted.params = params;
      return Promise.resolve({ status: 404, headers: {}, body: '' });
    });
    await handler(request);
  }
  const ids = lines.map((line) => [line.user_id, line.factor_id]);
  assert.equal(ids, [
    [user_id, undefined],
    [undefined, undefined],
    [user_id, user_id],
  ]);
});

test('removes addresses wherever they occur, and a long text without any takes no time', () => {
  assert.is(
    redactSecrets('no ada@example.org, <bob@x.org>, to=eve%40x.org or a:b@c:d'),
    'no ***, <***>, to=*** or a:***',
  );
  // A search for an address from each character would exceed the runner's timeout.
  const long = 'é%41'.repeat(1_000_000);
  assert.is(redactSecrets(`${long} ada@example.org`), `${long} ***`);
});

test('removes refresh tokens of supabase/auth, also with one digit, and keeps words', () => {
  for (const token of ['q2mbxkzvhtea', 'abcdefghijk7', '4pwvd2cckq3m']) {
    assert.is(redactSecrets(`not found: ${token}.`), 'not found: ***.');
    assert.is(redactPath(`/old/${token}`, {}), '/old/***');
  }
  assert.is(redactSecrets('a confirmation of sha256 and ed25519'), 'a confirmation of sha256 and ed25519');
  assert.is(redactPath('/oauth2/callback', {}), '/oauth2/callback');
});

test.run();
