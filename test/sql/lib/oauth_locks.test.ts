// The functions of the OAuth server take their locks in one order: no two of them deadlock.
// runner: timeout=300
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  approved,
  approvedDevice,
  begun,
  decide,
  EVERY_GRANT,
  enter,
  entered,
  exchange,
  makeClient,
  newMac,
  OAUTH,
  open,
  poll,
  proof,
  push,
  refreshed,
  signedIn,
  startDevice,
  usePushed,
} from '../../support/database/oauth.ts';
import {
  type Answer,
  api,
  client,
  confirmed,
  openSurface,
  refusedCode,
  SETTINGS,
} from '../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

test('no two functions of the OAuth server deadlock in 1,000 random pairs', async () => {
  const app = await makeClient(sql, { grant_types: EVERY_GRANT });
  const login = surface.db.login('gateway', 4);
  const admin = surface.db.login('admin', 2);
  const person = await confirmed(surface);
  const { id: user_id } = person;
  const claims = { ...person.claims, exp: 4e9 };
  const caller = { id: user_id, claims };
  const signed = await signedIn(sql, app, caller);
  const { session_id, counter } = signed.refresh;
  /** Rows for one pair: both functions of it act on the same. */
  const rows = async () => ({
    waiting: await begun(sql, app, { wishes: { prompt: 'consent' } }),
    code: await approved(sql, app, caller),
    device: await approvedDevice(sql, app, caller),
    bound: await entered(sql, app, caller),
    pushed: newMac(),
  });
  type Rows = Awaited<ReturnType<typeof rows>>;
  const revoked = { claims, client_id: app, settings: OAUTH, client };
  const CALLS: readonly ((on: Rows) => Promise<Answer>)[] = [
    ({ waiting }) => open(login, waiting, caller),
    ({ waiting }) => decide(login, waiting, caller),
    ({ waiting }) => decide(login, waiting, caller, { action: 'deny' }),
    ({ code }) => exchange(login, app, code),
    ({ code }) => usePushed(login, app, code),
    () => push(login, app),
    ({ bound: { mac } }) => enter(login, mac, caller),
    ({ bound: { id } }) => decide(login, id, caller),
    ({ device }) => poll(login, app, device),
    ({ bound: { id } }) => poll(login, app, id),
    ({ pushed }) => startDevice(login, app, pushed),
    () => refreshed(login, app, signed),
    () => api(login, 'revoke_authorized_session', { proof: proof(app), user_id, session_id: user_id, client }),
    () =>
      api(login, 'inspect_authorized_session', {
        proof: proof(app),
        user_id,
        session_id,
        counter,
        token_claims: null,
        settings: OAUTH,
      }),
    () => api(login, 'revoke_grant', revoked),
    () => api(login, 'list_grants', { claims, settings: OAUTH }),
    () => api(login, 'export_own_data', { claims, settings: SETTINGS }),
    () =>
      api(admin, 'change_oauth_client', {
        claims: { role: 'service_role' },
        client_id: app,
        metadata: { client_name: 'Again' },
        settings: OAUTH,
        client,
      }),
    () =>
      api(admin, 'revoke_user_grant', {
        claims: { role: 'service_role' },
        user_id,
        client_id: app,
        settings: OAUTH,
        client,
      }),
  ];
  let served = 0;
  const pick = () => CALLS[Math.floor(Math.random() * CALLS.length)] as (typeof CALLS)[number];
  for (let group = 0; group < 100; group += 1) {
    await sql`delete from auth.attempts`;
    const on = await rows();
    for (let pair = 0; pair < 10; pair += 1) {
      // A deadlock is an exception of the database, which api() throws.
      const answers = await Promise.all([pick()(on), pick()(on)]);
      served += answers.filter((answer) => refusedCode(answer) === undefined).length;
    }
  }
  assert.ok(served > 400, `${served} calls were served`);
});

test.run();
