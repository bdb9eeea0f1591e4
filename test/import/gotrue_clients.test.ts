// runner: when=cli,import,install,sql

// Clients stay signed in across an import: each has a session of the old server, Postern replaces that server at the
// same URL, and the clients continue.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { GoTrueClient } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { signToken } from '../support/clients/admin.ts';
import { claimsOf, expectData, sessionOf } from '../support/clients/client.ts';
import { createGotrueDatabase, PASSWORD } from '../support/database/gotrue/gotrue_database.ts';
import { findNonEphemeralPort, runCli, runToEnd } from '../support/processes/process.ts';
import { PEPPER, stackSettings } from '../support/processes/stack.ts';

const stand = await createGotrueDatabase({ people: 6 });
const { sql } = stand.db;
test.after(async () => {
  old.closeAllConnections();
  old.close();
  await stand.db.drop();
});

const port = await findNonEphemeralPort();
const url = `http://127.0.0.1:${port}/auth/v1`;
const now = Math.floor(Date.now() / 1000);

/**
 * Returns GoTrue's response to a password sign-in: a session of its database, and an access token signed with its JWT
 * secret.
 */
async function gotrueSession(email: string, ends_s: number): Promise<object> {
  const [row] =
    await sql`select u.id, u.raw_app_meta_data as app, u.raw_user_meta_data as data, s.id as session_id, t.token
    from auth.users as u join auth.sessions as s on s.user_id = u.id join auth.refresh_tokens as t on t.session_id = s.id and not t.revoked
    where u.email = ${email}`;
  const shared = { aud: 'authenticated', role: 'authenticated', email, phone: '', is_anonymous: false };
  const metadata = { app_metadata: row?.app, user_metadata: row?.data };
  const amr = [{ method: 'password', timestamp: now - 7200 }];
  const claims = {
    iss: url,
    sub: row?.id,
    exp: now + ends_s,
    iat: now + ends_s - 3600,
    ...shared,
    ...metadata,
    aal: 'aal1',
    amr,
  };
  const times = { created_at: '2025-01-01T00:00:00.1Z', updated_at: '2025-06-01T00:00:00.1Z' };
  return {
    access_token: signToken({ ...claims, session_id: row?.session_id }),
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: now + ends_s,
    refresh_token: row?.token,
    user: { id: row?.id, ...shared, ...metadata, ...times, identities: [] },
  };
}

/** Fake of the old server, which implements only sign-in. */
const old = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += String(piece);
  const { email, password } = JSON.parse(body) as Record<string, string>;
  assert.equal([request.url, password], ['/auth/v1/token?grant_type=password', PASSWORD]);
  const ends_s = email === 'person2@example.com' ? -60 : 3000;
  const answer = JSON.stringify(await gotrueSession(String(email), ends_s));
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(answer);
});

/** Creates an auth-js client without timers. */
function createTestClient(email: string) {
  const storage = new Map<string, string>();
  const auth = new GoTrueClient({
    url,
    headers: { apikey: 'anon' },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  });
  return { email, auth, storage };
}

const clients = [1, 2, 3, 4].map((number) => createTestClient(`person${number}@example.com`));
const events: string[] = [];
const KEY = 'supabase.auth.token';
const stored = (at: number) => JSON.parse(clients[at]?.storage.get(KEY) ?? 'null') as Record<string, unknown> | null;

test('clients sign in at the old server, and store its sessions', async () => {
  old.listen(port, '127.0.0.1');
  await once(old, 'listening');
  for (const [at, { auth, email }] of clients.entries()) {
    // Waits for the initial session before the sign-in. A listener that is added later would receive an expired session
    // and refresh it.
    await new Promise<void>((ready) => {
      auth.onAuthStateChange((event) =>
        event === 'INITIAL_SESSION' ? ready() : void events.push(`${email} ${event}`),
      );
    });
    sessionOf(await auth.signInWithPassword({ email, password: PASSWORD }));
    assert.is(claimsOf(String(stored(at)?.access_token)).iss, url);
  }
  assert.is(events.splice(0).length, clients.length, 'SIGNED_IN, each');
  old.close();
  old.closeAllConnections();
  await once(old, 'close');
});

test('the server is replaced while they run, and session, user, change and refresh still work', async () => {
  const env = {
    ...stackSettings(25),
    DATABASE_URL: stand.db.superuser_url,
    SVC_SECURITY_PEPPER: PEPPER,
    PORT: String(port),
  };
  const applied = await runToEnd(['import', 'gotrue', '--apply', '--yes'], { env });
  assert.is(applied.code, 0, applied.stderr);
  const serve = runCli(['serve'], { env });
  try {
    await serve.until(/serves on port (\d+)/);
    const [valid, expired, changing, leaving] = clients.map(({ auth }) => auth);
    if (!valid || !expired || !changing || !leaving) throw new Error('there are four');

    // An access token of the old server is valid until it expires.
    const held = stored(0)?.access_token;
    assert.is(sessionOf(await valid.getSession()).access_token, held);
    assert.is(expectData(await valid.getUser()).user.email, 'person1@example.com');
    const renewed = sessionOf(await valid.refreshSession());
    assert.is.not(renewed.access_token, held);
    assert.is(claimsOf(renewed.access_token).session_id, claimsOf(String(held)).session_id, 'the same session');
    assert.is(expectData(await valid.getUser()).user.email, 'person1@example.com');
    sessionOf(await valid.refreshSession());
    assert.is(stored(0)?.access_token, sessionOf(await valid.getSession()).access_token);

    // The client refreshes an expired access token automatically.
    assert.ok(Number(stored(1)?.expires_at) < now);
    const refreshed = sessionOf(await expired.getSession());
    assert.ok(Number(refreshed.expires_at) > now);
    assert.is(expectData(await expired.getUser()).user.email, 'person2@example.com');

    const { user } = expectData(await changing.updateUser({ data: { full_name: 'Changed' } }));
    assert.is(user.user_metadata.full_name, 'Changed');
    sessionOf(await changing.refreshSession());

    assert.is((await leaving.signOut()).error, null);
    assert.is(stored(3), null);
    const [ended] =
      await sql`select count(*)::int as live from auth.sessions as s join auth.users as u on u.id = s.user_id
      where u.email = 'person4@example.com' and s.revoked_at is null`;
    assert.is(ended?.live, 0);
    const notices = [
      '1 TOKEN_REFRESHED',
      '1 TOKEN_REFRESHED',
      '2 TOKEN_REFRESHED',
      '3 USER_UPDATED',
      '3 TOKEN_REFRESHED',
      '4 SIGNED_OUT',
    ];
    assert.equal(
      events,
      notices.map((line) => `person${line.replace(' ', '@example.com ')}`),
    );
    assert.is(await serve.stop('SIGTERM'), 0);
  } finally {
    serve.child.kill('SIGKILL');
  }
});

test.run();
