// Limits of a custom provider's claims: they cannot name another user, verify another address, or come from another
// type of token.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, readRedirectFragment } from '../../support/processes/stack.ts';
import { ID_TOKENS, OTHER_TOKENS } from '../../support/providers/other_tokens.ts';
import { newUserClaims, startCustomProviderStack } from './custom_journey.ts';
import { redirectErrors } from './journey.ts';

const { issuer, stack, oidc, oauth2, add, arrive, close } = await startCustomProviderStack();
test.after(close);
test.after.each(() => {
  issuer.faults.clear();
  issuer.claims = {};
  issuer.header = {};
});

/** Signs a user in and returns the user as in GET /user. */
const signedIn = async (provider: string, user: Record<string, unknown>) => {
  const values = readRedirectFragment(await arrive(provider, user));
  assert.ok(values.get('access_token'), String(values));
  return (await stack.get('/user', bearer(values.get('access_token') ?? ''))).body;
};

test('an address and its verification come both from the ID token or both from the user info', async () => {
  const provider = await add(oidc(), { custom_claims_allowlist: ['email', 'email_verified'] });
  const victim = newUserClaims();
  const { id } = await signedIn(provider, victim);
  const { email } = victim;
  const unverified = 'provider_email_needs_verification';
  // The ID token contains the victim's address without verification. The user info has no address, but `email_verified`
  // is true.
  for (const told_of_email of [
    { email_verified: true },
    { email_verified: 'true' },
    { email_verified: true, verified: true },
  ])
    for (const claim of [false, 'false', undefined, null]) {
      const thief = newUserClaims({ email, email_verified: claim });
      issuer.faults.set('/me', { body: { sub: thief.sub, ...told_of_email } });
      assert.is(
        redirectErrors(await arrive(provider, thief)).error_code,
        unverified,
        JSON.stringify([told_of_email, claim]),
      );
    }
  // The user info has the victim's address unverified, and the ID token says that the attacker's own address is
  // verified.
  for (const claim of [false, 'false', 0, 1, '1', null, undefined, [true]]) {
    const thief = newUserClaims();
    issuer.faults.set('/me', { body: { sub: thief.sub, email, email_verified: claim } });
    assert.is(redirectErrors(await arrive(provider, thief)).error_code, unverified, JSON.stringify(claim));
  }
  for (const none of [null, '', ['a@b.example'], 7]) {
    const thief = newUserClaims({ email });
    issuer.faults.set('/me', { body: { sub: thief.sub, email: none, email_verified: true } });
    const { error_description } = redirectErrors(await arrive(provider, thief));
    assert.is(error_description, 'Error getting user email from external provider', JSON.stringify(none));
  }
  // The user info has no address, so its verification is ignored. Address and verification come from the ID token.
  const own = newUserClaims();
  issuer.faults.set('/me', { body: { sub: own.sub, email_verified: false } });
  const user = (await signedIn(provider, own)) as { email: string; user_metadata: Record<string, unknown> };
  assert.is(user.email, own.email);
  assert.equal(user.user_metadata.custom_claims, { email: own.email, email_verified: true });
  const rows = await stack.db.sql`select from auth.identities as i where i.user_id = ${String(id)}`;
  assert.is(rows.length, 1, 'the account has no other identity');
});

test('a mapped subject comes from its claim, and without that claim the profile has no valid subject', async () => {
  const nobody = 'Error getting user profile from external provider';
  for (const given of [oidc, oauth2]) {
    const provider = await add(given(), { attribute_mapping: { 'employee.id': 'sub' } });
    const victim = newUserClaims({ employee: { id: `e-${newUserClaims().sub}` } });
    const { id } = await signedIn(provider, victim);
    const subject = (victim.employee as { id: string }).id;
    // The attacker's claims at the provider contain the victim's subject.
    for (const employee of [
      undefined,
      null,
      {},
      { id: null },
      { id: '' },
      { id: [subject] },
      { id: { id: subject } },
      { id: true },
      subject,
      [subject],
    ]) {
      const thief = newUserClaims({ sub: subject, id: subject, employee });
      assert.is(redirectErrors(await arrive(provider, thief)).error_description, nobody, JSON.stringify(employee));
    }
    assert.match(stack.log(), `${provider}: the profile has no valid subject`);
    assert.is(
      (await signedIn(provider, { ...newUserClaims(), employee: { id: subject } })).id,
      id,
      'the claim alone counts',
    );
    for (const source of ['__proto__', 'constructor.name', 'toString.name', 'sub.length', 'employee.__proto__.id']) {
      const strange = await add(given(), { attribute_mapping: { [source]: 'sub' } });
      assert.is(
        redirectErrors(await arrive(strange, newUserClaims({ id: subject }))).error_description,
        nobody,
        source,
      );
    }
    const twice = await add(given(), { attribute_mapping: { employee_no: 'sub', staff_no: 'sub' } });
    for (const numbers of [{ employee_no: '1' }, { staff_no: '1' }, { employee_no: '1', staff_no: '2' }])
      assert.is(
        redirectErrors(await arrive(twice, newUserClaims(numbers))).error_description,
        nobody,
        JSON.stringify(numbers),
      );
    assert.ok((await signedIn(twice, newUserClaims({ employee_no: '1', staff_no: '1' }))).id);
  }
  // Without a claim mapping, OAuth 2 identifies users by `sub`, or by `id` if there is no `sub`.
  const plain = await add(oauth2());
  const { id } = await signedIn(plain, { ...newUserClaims(), sub: undefined, id: 'i-1' });
  for (const sub of [null, '', ['i-1'], {}, true])
    assert.is(
      redirectErrors(await arrive(plain, newUserClaims({ sub, id: 'i-1' }))).error_description,
      nobody,
      JSON.stringify(sub),
    );
  assert.is((await signedIn(plain, { ...newUserClaims(), sub: undefined, id: 'i-1' })).id, id);
});

test('a token of another kind in place of the ID token does not sign in', async () => {
  const provider = await add(oidc());
  for (const { header = {}, claims = {} } of OTHER_TOKENS) {
    Object.assign(issuer, { header, claims });
    const user = newUserClaims();
    const { error_description } = redirectErrors(await arrive(provider, user));
    assert.is(
      error_description,
      'Error getting user profile from external provider',
      JSON.stringify({ header, claims }),
    );
    assert.equal([...(await stack.db.sql`select 1 from auth.users where email = ${String(user.email)}`)], []);
  }
  assert.match(stack.log(), `${provider}: the token is not an id token`);
  for (const { header = {}, claims = {} } of ID_TOKENS) {
    Object.assign(issuer, { header, claims });
    assert.ok((await signedIn(provider, newUserClaims())).id);
  }
});

test.run();
