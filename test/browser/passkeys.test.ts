// runner: alone when=core,gateway,sql

// Passkeys and second factors in a real browser: the unmodified auth-js on a page of localhost, and Chromium's virtual
// authenticator.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createSignedInUser,
  expectData,
  startPasskeyStack,
  WEBAUTHN_SETTINGS,
} from '../flows/passkeys/passkey_stack.ts';
import { createAdmin } from '../support/clients/admin.ts';
import { openBrowser } from '../support/clients/browser.ts';
import { claimsOf } from '../support/clients/client.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { attachAuthenticator, callClient, startPasskeyApp } from './app.ts';

const app = await startPasskeyApp();
const browser = await openBrowser();
const stack = await startPasskeyStack({ env: { ...WEBAUTHN_SETTINGS, SVC_WEBAUTHN_RP_ORIGINS: app.origin } });
test.after(async () => {
  await browser?.close();
  await stack.close();
  app.close();
});

interface Tokens {
  access_token: string;
  refresh_token: string;
}
const proofOf = ({ access_token }: Tokens) => {
  const { aal, amr } = claimsOf(access_token);
  return [aal, (amr as { method: string }[])[0]?.method];
};

test('registerPasskey, sign out, signInWithPasskey sign in the same user with the passkey', async () => {
  if (browser === null) return cannotRun('passkeys in a browser', 'no Chromium on this machine');
  const { id, access_token, refresh_token } = await createSignedInUser(stack);
  const page = await app.open(browser, stack.url);
  await attachAuthenticator(page, 'internal');
  await callClient(page, `setSession(${JSON.stringify({ access_token, refresh_token })})`);
  const passkey = await callClient<{ id: string }>(page, 'registerPasskey()');
  const list = await callClient<{ id: string }[]>(page, 'passkey.list()');
  assert.equal(
    list.map((one) => one.id),
    [passkey.id],
  );
  await page.evaluate(`auth.signOut({ scope: 'local' }).then(() => null)`);
  const { user, session } = await callClient<{ user: { id: string }; session: { access_token: string } }>(
    page,
    'signInWithPasskey()',
  );
  assert.is(user.id, id);
  const [proof] = claimsOf(session.access_token).amr as { method: string }[];
  assert.is(proof?.method, 'passkey');
  const [row] = await stack.db.sql`select sign_count, transports from auth.passkeys where id = ${passkey.id}`;
  assert.ok(Number(row?.sign_count) > 0, 'Chromium counts');
  assert.equal(row?.transports, ['internal']);
  await page.close();
});

test('mfa.webauthn: register, authenticate, enroll, challenge, verify; admin.mfa lists them and deletes one', async () => {
  if (browser === null) return cannotRun('WebAuthn factors in a browser', 'no Chromium on this machine');
  const person = await createSignedInUser(stack);
  const { access_token, refresh_token } = person;
  const page = await app.open(browser, stack.url);
  const pullOut = await attachAuthenticator(page, 'usb');
  await callClient(page, `setSession(${JSON.stringify({ access_token, refresh_token })})`);
  const registered = await callClient<Tokens>(page, `mfa.webauthn.register({ friendlyName: 'laptop' })`);
  assert.equal(proofOf(registered), ['aal2', 'mfa/webauthn']);
  const { all } = await callClient<{ all: { id: string; status: string }[] }>(page, 'mfa.listFactors()');
  const [laptop] = all;
  assert.is(laptop?.status, 'verified');

  const { email, password } = person;
  const again = await callClient<{ session: Tokens }>(
    page,
    `signInWithPassword(${JSON.stringify({ email, password })})`,
  );
  assert.is(claimsOf(again.session.access_token).aal, 'aal1');
  const level = await callClient<object>(page, 'mfa.getAuthenticatorAssuranceLevel()');
  assert.equal(level, {
    currentLevel: 'aal1',
    nextLevel: 'aal2',
    currentAuthenticationMethods: claimsOf(again.session.access_token).amr,
  });
  const factor = JSON.stringify({ factorId: laptop?.id });
  assert.equal(proofOf(await callClient<Tokens>(page, `mfa.webauthn.authenticate(${factor})`)), [
    'aal2',
    'mfa/webauthn',
  ]);

  await pullOut();
  await attachAuthenticator(page, 'usb');
  const { id } = await callClient<{ id: string }>(page, `mfa.webauthn.enroll({ friendlyName: 'phone' })`);
  const site = { rpId: 'localhost', rpOrigins: [app.origin] };
  // verify() needs the credential object of the browser, so challenge() and verify() run in one evaluation.
  const whole = JSON.stringify({ factorId: id, webauthn: site });
  const verified = await callClient<Tokens>(
    page,
    `mfa.webauthn.challenge(${whole}).then(({ data, error }) => error ? { data, error }
      : auth.mfa.webauthn.verify({ ...data, webauthn: { ...${JSON.stringify(site)}, ...data.webauthn } }))`,
  );
  assert.equal(proofOf(verified), ['aal2', 'mfa/webauthn']);

  const admin = createAdmin(stack.url);
  const names = async () => {
    const { factors } = expectData(await admin.mfa.listFactors({ userId: person.id }));
    return factors.map(({ friendly_name, status }) => [friendly_name, status]);
  };
  assert.equal(await names(), [
    ['laptop', 'verified'],
    ['phone', 'verified'],
  ]);
  expectData(await admin.mfa.deleteFactor({ userId: person.id, id }));
  assert.equal(await names(), [['laptop', 'verified']]);
  await page.close();
});

test.run();
