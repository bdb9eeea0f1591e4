// EXPERIMENTAL_CREATE_EMAIL_IDENTITY_ON_PASSWORD_SET_ENABLED: a user of a provider who sets a password gets an `email`
// identity, and can unlink the provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Answer,
  bearer,
  newEmail,
  readRedirectFragment,
  startStack,
  type TestGateway,
} from '../../support/processes/stack.ts';
import { providerFlows } from './journey.ts';
import { newPerson, startGitHubMock } from './mock.ts';

const github = await startGitHubMock();
const env = { ...github.env, SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true' };
const stack = await startStack({ env });
const creating = await stack.another({
  ...env,
  SVC_EXPERIMENTAL_CREATE_EMAIL_IDENTITY_ON_PASSWORD_SET_ENABLED: 'true',
});
test.after(async () => {
  await stack.close();
  await github.close();
});

const { arrive, userOf } = providerFlows(stack, github);
const tokenOf = (answer: Answer): string => readRedirectFragment(answer).get('access_token') ?? '';
const PASSWORD = 'correct horse battery';
interface Identity {
  provider: string;
  identity_id: string;
}
const identitiesOf = async (token: string) => (await userOf(token)).identities as Identity[];
const setPassword = (at: TestGateway, token: string) =>
  at.request('PUT', '/user', { password: PASSWORD }, bearer(token));
const unlink = async (token: string) => {
  const github_identity = (await identitiesOf(token)).find(({ provider }) => provider === 'github');
  return stack.request('DELETE', `/user/identities/${github_identity?.identity_id}`, undefined, bearer(token));
};

test('with the setting, the identity comes with the password and the provider can be unlinked', async () => {
  const email = newEmail();
  const token = tokenOf(await arrive(newPerson({ email })));
  const { status, body } = await setPassword(creating, token);
  assert.is(status, 200);
  assert.equal((body.app_metadata as { providers: string[] }).providers, ['github', 'email']);
  assert.equal((await identitiesOf(token)).map(({ provider }) => provider).sort(), ['email', 'github']);
  assert.is((await unlink(token)).status, 200);
  const signedIn = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  assert.is(signedIn.status, 200);
  assert.equal((signedIn.body.user as { email: string }).email, email);
});

test('a second password adds no second identity', async () => {
  const token = tokenOf(await arrive(newPerson({ email: newEmail() })));
  await setPassword(creating, token);
  await creating.request('PUT', '/user', { password: `${PASSWORD}!` }, bearer(token));
  assert.is((await identitiesOf(token)).length, 2);
});

test('without the setting there is no such identity, and the only identity cannot be unlinked', async () => {
  const token = tokenOf(await arrive(newPerson({ email: newEmail() })));
  assert.is((await setPassword(stack, token)).status, 200);
  assert.equal(
    (await identitiesOf(token)).map(({ provider }) => provider),
    ['github'],
  );
  assert.is((await unlink(token)).body.error_code, 'single_identity_not_deletable');
});

test.run();
