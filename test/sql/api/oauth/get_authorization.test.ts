// get_authorization: binds the authorization to one user, remembers consent, answers prompt=none.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { approved, begun, CALLBACK, decide, makeClient, open } from '../../../support/database/oauth.ts';
import { type Answer, api, confirmed, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const app = await makeClient(sql);
const codeOf = (answer: Answer): string => String((answer.refused as Answer | undefined)?.message ?? 'ok');

test('a second user gets not found, also after the first has approved', async () => {
  const [first, second] = [await confirmed(surface), await confirmed(surface)];
  const id = await begun(sql, app);
  await open(sql, id, first);
  assert.is(codeOf(await open(sql, id, second)), 'authorization not found');
  assert.is(codeOf(await decide(sql, id, second)), 'authorization not found');
  assert.is((await decide(sql, id, first)).outcome, 'code');
  assert.is(codeOf(await open(sql, id, second)), 'authorization not found');
});

test('remembered consent does not count for loopback and custom schemes of public clients, for more scopes, or another resource', async () => {
  const person = await confirmed(surface);
  const uris = ['http://127.0.0.1/cb', 'com.example.app:/cb', CALLBACK];
  const client_id = await makeClient(sql, { client_type: 'public', redirect_uris: uris });
  const returns = async (request: object) =>
    (await open(sql, await begun(sql, client_id, request as Answer), person)).outcome;
  await decideAll(client_id, person, uris);
  assert.is(await returns({ redirect_uri: CALLBACK }), 'code');
  for (const request of [
    { redirect_uri: 'http://127.0.0.1:5000/cb' },
    { redirect_uri: 'com.example.app:/cb' },
    { redirect_uri: CALLBACK, scope: 'email phone' },
    { redirect_uri: CALLBACK, resource: ['https://a.example.com'] },
    { redirect_uri: CALLBACK, wishes: { prompt: 'consent' } },
  ]) {
    assert.is(await returns(request), undefined, JSON.stringify(request));
  }
});

async function decideAll(client_id: string, person: { id: string; claims: Answer }, uris: readonly string[]) {
  for (const redirect_uri of uris) {
    const id = await begun(sql, client_id, { redirect_uri });
    const shown = await open(sql, id, person);
    if (shown.outcome === undefined) assert.is((await decide(sql, id, person)).outcome, 'code');
  }
}

test('prompt=none answers login_required, consent_required or a code', async () => {
  const person = await confirmed(surface);
  const wishes = { prompt: 'none' };
  const first = await begun(sql, app, { wishes });
  assert.is((await open(sql, first, person)).error, 'consent_required');
  await approved(sql, app, person);
  assert.is((await open(sql, await begun(sql, app, { wishes }), person)).outcome, 'code');
  const nobody = await begun(sql, app, { wishes });
  const declined = await api(sql, 'decline_authorization', { authorization_id: nobody, reason: 'login_required' });
  assert.is(declined.error, 'login_required');
  const asked = await begun(sql, app);
  const refused = await api(sql, 'decline_authorization', { authorization_id: asked, reason: 'login_required' });
  assert.is(codeOf(refused), 'authorization not found');
});

test('a user with a second factor at aal1 is not sent on by a remembered consent', async () => {
  const person = await confirmed(surface);
  await approved(sql, app, person);
  await sql`update auth.users set factor_status = 'verified' where id = ${person.id}`;
  assert.is((await open(sql, await begun(sql, app), person)).outcome, undefined);
  const silent = await begun(sql, app, { wishes: { prompt: 'none' } });
  assert.is((await open(sql, silent, person)).error, 'interaction_required');
});

test.run();
