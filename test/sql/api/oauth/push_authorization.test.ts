// A pushed request can be used once, by its client, within 90 seconds.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkModel, stepsArbitrary } from '../../../security/model.ts';
import {
  clientCredentials,
  decideAuthorization,
  exchangeAuthorization,
  getAuthorization,
  makeClient,
  pushAuthorization,
  startAuthorization,
  startPushedAuthorization,
} from '../../../support/database/oauth.ts';
import {
  type CallArguments,
  createConfirmedPerson,
  errorCodeOf,
  openSqlApi,
  returnedErrorCode,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql);
const pushed = async (client_id = app, request = {}): Promise<string> => {
  const id = randomUUID();
  assert.equal(await pushAuthorization(sql, client_id, request, { id }), { expires_in: 90 });
  return id;
};

test('a pushed request goes through the whole flow', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await pushed(app, { scope: 'openid email', wishes: { prompt: 'consent' } });
  assert.equal(await startPushedAuthorization(sql, app, id), {
    outcome: 'page',
    authorization: id,
    wishes: { prompt: 'consent' },
  });
  assert.is((await getAuthorization(sql, id, person)).scope, 'openid email');
  assert.is((await decideAuthorization(sql, id, person)).outcome, 'code');
  assert.is(returnedErrorCode(await exchangeAuthorization(sql, app, id)), undefined);
});

test('of 50 parallel uses one succeeds', async () => {
  const id = await pushed();
  const login = sql_api.db.login('gateway', 10);
  const answers = await Promise.all(Array.from({ length: 50 }, () => startPushedAuthorization(login, app, id)));
  assert.is(answers.filter(({ outcome }) => outcome === 'page').length, 1);
});

test('a pushed request that was not used cannot be shown or decided', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await pushed();
  assert.is(await errorCodeOf(getAuthorization(sql, id, person)), 'oauth_authorization_not_found');
  assert.is(await errorCodeOf(decideAuthorization(sql, id, person)), 'oauth_authorization_not_found');
  assert.is(await errorCodeOf(exchangeAuthorization(sql, app, id)), 'invalid_grant');
});

test('the client proves itself, and a fault of the request is answered at once', async () => {
  const refused = (request: CallArguments, more: CallArguments = {}) =>
    errorCodeOf(pushAuthorization(sql, app, request, more));
  assert.is(await refused({}, { proof: clientCredentials(app, { generation: 2 }) }), 'invalid_client');
  assert.is(await refused({ redirect_uri: '' }), 'invalid_request');
  assert.is(await refused({ redirect_uri: 'https://elsewhere.example/' }), 'invalid_request');
  assert.is(await refused({ response_type: 'token' }), 'unsupported_response_type');
  assert.is(await refused({ scope: 'unknown' }), 'invalid_scope');
  assert.is(await refused({ resource: ['elsewhere'] }), 'invalid_target');
  assert.is(await refused({ code_challenge: null }), 'invalid_request');
  assert.is(await refused({ request_uri: 'urn:x' }), 'invalid_request');
  assert.is(await refused({ request: 'x' }), 'invalid_request');
});

test('a client that must push gets no page for another request', async () => {
  const strict = await makeClient(sql, { require_pushed_authorization_requests: true });
  const answer = await startAuthorization(sql, strict);
  assert.equal([answer.outcome, answer.error], ['error', 'invalid_request']);
  assert.is((await startPushedAuthorization(sql, strict, await pushed(strict))).outcome, 'page');
});

test('a redirect URI that was removed meanwhile gets no answer', async () => {
  const client_id = await makeClient(sql);
  const id = await pushed(client_id);
  await sql`update auth.oauth_clients set redirect_uris = '{https://new.example/}' where id = ${client_id}`;
  assert.is(await errorCodeOf(startPushedAuthorization(sql, client_id, id)), 'validation_failed');
});

test('states of a pushed request: any sequence of uses and waits', async () => {
  const apps = [app, await makeClient(sql)];
  const step = fc.record({
    does: fc.constantFrom('push', 'use', 'use', 'wait'),
    what: fc.nat(5),
    who: fc.nat(1),
    seconds: fc.constantFrom(1, 40, 91),
  });
  await checkModel({
    of: import.meta.url,
    name: 'pushed requests',
    sequences: stepsArbitrary(step, 5, 20),
    numRuns: 25,
    async run(sequence) {
      const made: { id: string; who: number; until: number; used: boolean }[] = [];
      let now = 0;
      for (const { does, what, who, seconds } of sequence) {
        if (does === 'push') made.push({ id: await pushed(apps[who]), who, until: now + 90, used: false });
        if (does === 'wait') {
          await sql_api.advance(seconds);
          now += seconds;
        }
        const one = made[what % Math.max(1, made.length)];
        if (does !== 'use' || one === undefined) continue;
        const good = one.who === who && !one.used && now <= one.until;
        const answer = await startPushedAuthorization(sql, apps[who] as string, one.id);
        assert.is(answer.outcome, good ? 'page' : undefined);
        if (good) one.used = true;
      }
    },
  });
});

test.run();
