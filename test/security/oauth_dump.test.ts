// A dump of the database after a whole flow opens nothing: every value in it is tried as every credential that the OAuth
// server takes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  approve,
  authorizeQuery,
  basic,
  begin,
  CALLBACK,
  createOAuthClient,
  exchange,
  form,
  pkce,
  signIn,
  startOAuth,
} from '../support/clients/oauth.ts';
import { bearer, confirmedUser } from '../support/processes/stack.ts';

const stack = await startOAuth();
test.after(() => stack.close());

test('no value of a dump is an authorization id, a code, a client secret or a token', async () => {
  const user = await confirmedUser(stack);
  const client = await createOAuthClient(stack);
  const signed = await signIn(stack, {
    client,
    user,
    scope: 'openid email offline_access',
    more: { nonce: 'the-nonce' },
  });
  // One authorization waits, and one is approved and not exchanged.
  const { verifier, challenge } = pkce();
  const waiting = await begin(
    stack,
    authorizeQuery(client.client_id, challenge, { state: 'the-state', prompt: 'consent' }),
  );
  const other = await begin(stack, authorizeQuery(client.client_id, challenge));
  const code = (await approve(stack, other, user.access_token)).searchParams.get('code') ?? '';

  const tables = await stack.db.sql<{ name: string }[]>`
    select c.relname::text as name from pg_class as c
    where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
  const values = new Set<string>();
  const collect = (value: unknown): void => {
    if (value === null || typeof value === 'boolean') return;
    if (typeof value === 'object') for (const one of Object.values(value)) collect(one);
    else {
      const text = String(value);
      values.add(text);
      if (text.startsWith('\\x')) {
        values.add(text.slice(2));
        values.add(Buffer.from(text.slice(2), 'hex').toString('base64url'));
      }
      const bare = text.replaceAll('-', '');
      if (/^[0-9a-f]{32}$/.test(bare)) values.add(Buffer.from(bare, 'hex').toString('base64url'));
    }
  };
  for (const { name } of tables) {
    for (const { row } of await stack.db.sql.unsafe<{ row: object }[]>(
      `select to_jsonb(t) as row from auth.${name} as t`,
    ))
      collect(row);
  }
  assert.ok(values.size > 100, String(values.size));
  const secrets = [
    signed.refresh_token,
    signed.access_token,
    client.client_secret,
    code,
    waiting,
    'the-state',
    'the-nonce',
    verifier,
  ];
  const dump = [...values].join('\n');
  for (const secret of secrets) assert.not.ok(dump.includes(secret), secret);

  for (const value of values) {
    if (value.length > 200 || value.length < 8 || /[^\x21-\x7e]/.test(value)) continue;
    const shown = await stack.get(`/oauth/authorizations/${encodeURIComponent(value)}`, bearer(user.access_token));
    assert.is(shown.status, 404, value);
    const token = await form(
      stack,
      '/oauth/token',
      { grant_type: 'authorization_code', code: value, code_verifier: verifier, redirect_uri: CALLBACK },
      basic(client),
    );
    assert.is(token.body.error, 'invalid_grant', value);
    const refreshed = await form(
      stack,
      '/oauth/token',
      { grant_type: 'refresh_token', refresh_token: value },
      basic(client),
    );
    assert.is(refreshed.body.error, 'invalid_grant', value);
    const guessed = await form(stack, '/oauth/revoke', { token: 'x' }, basic({ ...client, client_secret: value }));
    assert.is(guessed.status, 401, value);
  }
  assert.is((await exchange(stack, client, code, verifier)).status, 200, 'and the code itself works');
});

test.run();
