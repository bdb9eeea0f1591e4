// Sign-ins with SimpleSAMLphp as the identity provider. SimpleSAMLphp verifies our signed requests, and signs its
// responses with code that is not ours.
// runner: when=gateway/saml,core/saml,gateway/steps,sql/api/sso
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { type Answer, bearer, newEmail, readRedirectFragment } from '../../support/processes/stack.ts';
import { type FilledForm, followAndFillForms } from '../../support/providers/places.ts';
import { type SimpleSamlPhp, startSimpleSamlPhp } from '../../support/providers/simplesamlphp.ts';
import { ACS, fetchUser, redirectErrors, startSsoStack } from './journey.ts';

const PERSON = { login: 'ada', password: 'correct horse battery', email: newEmail() };
const started = await startSimpleSamlPhp(PERSON);
if (typeof started === 'string') {
  test('SimpleSAMLphp', () => cannotRun('sign-in with SimpleSAMLphp', started));
} else await withSimpleSamlPhp(started);

async function withSimpleSamlPhp(idp: SimpleSamlPhp): Promise<void> {
  const sso = await startSsoStack();
  const { stack } = sso;
  test.after(async () => {
    await stack.close();
    await idp.close();
  });
  const ours = (await stack.get('/sso/saml/metadata')).text;
  idp.serve(ours, { response: true, assertion: true });
  const provider_id = await sso.add({ metadata: await idp.metadata() } as never);

  /** Signs in on SimpleSAMLphp's page. Returns the form that the browser brings back. */
  const visit = async (change: (url: URL) => void = () => undefined): Promise<Record<string, string>> => {
    const { url } = await sso.depart({ provider_id });
    change(url);
    let brought: Record<string, string> = {};
    await followAndFillForms(url, ACS, (page): FilledForm | null => {
      const inputs = [...page.matchAll(/<input\s[^>]*>/g)].map(([tag]) => {
        const read = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
        return [read('name'), read('value').replaceAll('&amp;', '&')] as const;
      });
      const fields = Object.fromEntries(inputs.filter(([name]) => name !== ''));
      const action = (/<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
      if (fields.SAMLResponse !== undefined) {
        brought = { SAMLResponse: fields.SAMLResponse, RelayState: fields.RelayState ?? '' };
        return { action, fields: brought };
      }
      if (!page.includes('name="password"')) return null;
      return { action, fields: { ...fields, username: PERSON.login, password: PERSON.password } };
    });
    return brought;
  };
  const signIn = async (): Promise<Answer> => sso.post(await visit());

  test('signs users in with each way of signing, also a second time', async () => {
    const ids = new Set<string>();
    for (const sign of [
      { response: true, assertion: true },
      { response: true, assertion: false },
      { response: false, assertion: true },
    ]) {
      idp.serve(ours, sign);
      const user = await fetchUser(stack, await signIn());
      assert.equal([user.email, user.is_sso_user], [PERSON.email, true], JSON.stringify(sign));
      ids.add(user.id);
    }
    assert.is(ids.size, 1);
  });

  test('it refuses a request whose signature does not fit', async () => {
    const brought = await visit((url) => url.searchParams.set('RelayState', 'another'));
    assert.equal(brought, {});
  });

  test('its key changes: refused with the old metadata, and with the new ones the same person gets in', async () => {
    const before = await fetchUser(stack, await signIn());
    idp.rotate();
    assert.match(redirectErrors(await signIn()).error_description ?? '', /signature$/);
    assert.is((await sso.change(provider_id, { metadata_xml: await idp.metadata() })).status, 200);
    assert.is((await fetchUser(stack, await signIn())).id, before.id);
  });

  test('logout ends the session, and the next sign-in works', async () => {
    const values = readRedirectFragment(await signIn());
    const token = bearer(values.get('access_token') ?? '');
    assert.is((await stack.post('/logout?scope=local', {}, token)).status, 204);
    const refused = await stack.post('/token?grant_type=refresh_token', { refresh_token: values.get('refresh_token') });
    assert.is(refused.status, 400, refused.text);
    assert.is((await fetchUser(stack, await signIn())).email, PERSON.email);
  });
}

test.run();
