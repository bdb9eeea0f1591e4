// Sign-ins with a third-party identity provider, pysaml2. It reads Postern's metadata, verifies Postern's signed
// requests, and signs with xmlsec1.
// runner: when=gateway/saml,core/saml,gateway/steps,sql/api/sso
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { bearer, newEmail, readRedirectFragment } from '../../support/processes/stack.ts';
import { installPysaml2, type Pysaml2, type Pysaml2Home } from '../../support/providers/pysaml2.ts';
import { fetchUser, redirectErrors, startMetadataServer, startSsoStack } from './journey.ts';

const ENTITY = 'https://pysaml2.example/idp';
const home = installPysaml2();
if (typeof home === 'string') {
  test('pysaml2', () => cannotRun('an identity provider made with pysaml2', home));
} else await withPysaml2(home);

async function withPysaml2(installed: Pysaml2Home): Promise<void> {
  const sso = await startSsoStack({ SVC_SAML_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const { stack } = sso;
  const server = await startMetadataServer();
  const serviceMetadata = (await stack.get('/sso/saml/metadata')).text;
  const started = (): Pysaml2 =>
    installed.start({ entityId: ENTITY, ssoUrl: 'https://pysaml2.example/sso?tenant=1', serviceMetadata });
  const idp = started();
  let provider = '';
  const email = newEmail();
  test.after(async () => {
    await idp.close();
    server.close();
    await stack.close();
    installed.remove();
  });

  const signIn = async (from: Pysaml2, sign: 'assertion' | 'response' | 'both', user = 'ada', mail = email) => {
    const { url } = await sso.depart({ provider_id: provider });
    const attributes = { mail: [mail], givenName: ['Ada'] };
    return sso.post(await from.respond({ url: url.href, user, attributes, sign }));
  };

  test('its metadata is read, and its responses sign users in with each way of signing, also a second time', async () => {
    server.serve({ body: await idp.metadata() });
    provider = await sso.add({ metadata: '' } as never, { metadata_url: server.url, metadata_xml: undefined });
    const ids = new Set<string>();
    for (const sign of ['assertion', 'response', 'both', 'both'] as const) {
      const user = await fetchUser(stack, await signIn(idp, sign));
      ids.add(user.id);
      assert.is(user.email, email);
    }
    assert.is(ids.size, 1);
    const other = await fetchUser(stack, await signIn(idp, 'both', 'grace', newEmail()));
    assert.not(ids.has(other.id));
  });

  test('a response of a key that the metadata do not have is refused; with new metadata the same person gets in, after a logout too', async () => {
    const rolled = started();
    try {
      const refused = redirectErrors(await signIn(rolled, 'assertion'));
      assert.match(refused.error_description ?? '', /signature$/);
      server.serve({ body: await rolled.metadata() });
      // The metadata was fetched less than five minutes ago, so an administrator has to fetch it again.
      const fetched = await stack.post(`/admin/sso/providers/${provider}/metadata`, undefined, SERVICE);
      assert.is(fetched.status, 200, fetched.text);
      const user = await fetchUser(stack, await signIn(rolled, 'assertion'));
      assert.is(user.email, email);
      const [row] = await stack.db.sql`select count(*)::int as n from auth.users where email = ${email}`;
      assert.is(row?.n, 1, 'its NameIDs are new, and the address finds the account');
      const values = readRedirectFragment(await signIn(rolled, 'both'));
      const token = bearer(values.get('access_token') ?? '');
      assert.is((await stack.post('/logout?scope=local', {}, token)).status, 204);
      const refresh_token = values.get('refresh_token');
      const ended = await stack.post('/token?grant_type=refresh_token', { refresh_token });
      assert.is(ended.status, 400, ended.text);
      assert.is((await fetchUser(stack, await signIn(rolled, 'both'))).id, user.id, 'after a logout');
    } finally {
      await rolled.close();
    }
  });
}

test.run();
