// runner: when=cli,import,install,sql,gateway

// OAuth clients after an import: old secrets, refresh tokens and consents work over HTTP.
import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authorizeQuery, basicAuthorization, createPkce, SIGNING_KEY } from '../support/clients/oauth.ts';
import { createGotrueDatabase } from '../support/database/gotrue/gotrue_database.ts';
import { findNonEphemeralPort, runCli, runToEnd } from '../support/processes/process.ts';
import { PEPPER, stackSettings } from '../support/processes/stack.ts';

const SECRET = 'imported-client-secret-of-43-characters-1234567';
const stand = await createGotrueDatabase({ people: 6, files: ['odd'] });
test.after(() => stand.db.drop());
const port = await findNonEphemeralPort();
const url = `http://127.0.0.1:${port}`;

const tokens = (values: Record<string, string>, headers: Record<string, string>) =>
  fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(values), headers });

test('an imported client keeps its secret, refresh tokens, their revocation and the consent; a wrong secret is refused and no digest of it is stored', async () => {
  const env = {
    ...stackSettings(25),
    DATABASE_URL: stand.db.superuser_url,
    SVC_SECURITY_PEPPER: PEPPER,
    SVC_OAUTH_SERVER_ENABLED: 'true',
    SVC_JWT_KEYS: SIGNING_KEY,
    SVC_JWT_VALID_METHODS: 'ES256,HS256',
    PORT: String(port),
  };
  const [row] = await stand.db
    .sql`select gotrue_fixture.id(2, 'client') as client_id, gotrue_fixture.id(3, 'client') as other`;
  const client_id = String(row?.client_id);
  await stand.db.sql`update auth.sessions set aal = 'aal2' where oauth_client_id = ${client_id}`;
  const applied = await runToEnd(['import', 'gotrue', '--apply', '--yes'], { env });
  assert.is(applied.code, 0, applied.stderr);
  const digest = createHash('sha256').update(SECRET).digest();
  const [stored] = await stand.db
    .sql`select to_jsonb(c)::text as row from auth.oauth_clients as c where c.id = ${client_id}`;
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    assert.not.ok(String(stored?.row).includes(digest.toString(encoding)), encoding);
  const serve = runCli(['serve'], { env });
  try {
    await serve.until(/serves on port (\d+)/);
    const old = { grant_type: 'refresh_token', refresh_token: 'clienttoken1' };
    const wrong = await tokens(old, basicAuthorization({ client_id, client_secret: `${SECRET}x` }));
    assert.equal([wrong.status, ((await wrong.json()) as { error: string }).error], [401, 'invalid_client']);
    const stranger = await tokens({ ...old, client_id: String(row?.other) }, {});
    assert.equal(
      ((await stranger.json()) as { error: string }).error,
      'unauthorized_client',
      'this client has no refresh tokens',
    );
    const first = await tokens(old, basicAuthorization({ client_id, client_secret: SECRET }));
    const issued = (await first.json()) as { access_token: string; refresh_token: string; scope: string };
    assert.equal([first.status, issued.scope], [200, 'openid email']);
    assert.is(decodeJwt(issued.access_token).aal, 'aal1', 'also of a session that had verified a factor');
    const again = { grant_type: 'refresh_token', refresh_token: issued.refresh_token };
    const second = await tokens(again, basicAuthorization({ client_id, client_secret: SECRET }));
    const renewed = (await second.json()) as { refresh_token?: string };
    assert.ok(renewed.refresh_token, 'openid alone keeps the refresh token, as before');
    const revoked = await fetch(`${url}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: 'clienttoken1' }),
      headers: basicAuthorization({ client_id, client_secret: SECRET }),
    });
    assert.is(revoked.status, 200);
    const ended = { grant_type: 'refresh_token', refresh_token: String(renewed.refresh_token) };
    assert.is(
      (await tokens(ended, basicAuthorization({ client_id, client_secret: SECRET }))).status,
      400,
      'an old token is revoked',
    );
    const asked = await fetch(`${url}/oauth/authorize?${authorizeQuery(client_id, createPkce().challenge)}`, {
      redirect: 'manual',
    });
    assert.match(asked.headers.get('location') ?? '', /authorization_id=/);
  } finally {
    serve.child.kill('SIGKILL');
  }
});

test.run();
