// Uses everything that the attacker of the takeover model has obtained: pending flows and changes, codes, passwords,
// identities, passkeys, and a phone.
import type { RequestOptions } from '../../support/clients/authenticator.ts';
import { OWN_DOMAIN, SHARED } from '../../support/providers/two_domains.ts';
import {
  exchangeAuthCode,
  findAccount,
  get,
  openMailLink,
  post,
  readRedirect,
  readSession,
  returnFromProvider,
  signInByPassword,
  signInWith,
} from './browser.ts';
import {
  checkAddressChange,
  checkLinked,
  checkNotLinkedYet,
  checkRefresh,
  checkRevokedToken,
  checkSignIn,
  checkUnconfirmedAccount,
  isLinked,
  reportMissingFactor,
} from './invariants.ts';
import { pickFromEnd } from './operation.ts';
import { isLive, type ModelState, type PendingChange, type PendingLink, type Session } from './state.ts';
import type { Person } from './system.ts';

/**
 * Records that a request of the attacker confirms an address under autoconfirm. Ignores addresses in an account of the
 * victim.
 */
export async function recordConfirmedByAttacker(w: ModelState, address: string): Promise<void> {
  if (w.mode === 'autoconfirm' && !w.hers.has((await findAccount(w, address)) ?? '')) w.tainted = true;
}

/** Records that the attacker's identity is linked to an account. */
function addIdentity(w: ModelState, { id }: Person, account: string): void {
  const { identities } = w.attacker;
  identities.set(id, [...(identities.get(id) ?? []), { account, since: w.now }]);
}

/**
 * Returns the step at which the attacker's identity was linked to an account; the current step if it was not linked
 * yet.
 */
const identitySince = (w: ModelState, { id }: Person, account: string): number =>
  w.attacker.identities.get(id)?.findLast((one) => one.account === account)?.since ?? w.now;

/** Signs in as the attacker with an identity at the provider. */
export async function signInByIdentity(w: ModelState, person: Person, pkce: boolean): Promise<void> {
  // Autoconfirm confirms no address of a provider with a linking domain of its own.
  if (person.email === w.victim.emails[0] && person.provider === SHARED)
    await recordConfirmedByAttacker(w, person.email);
  const known = person.provider === OWN_DOMAIN && (await identityOwner(w, person)) !== null;
  const { session, code } = await signInWith(w, person, pkce);
  if (code !== null) w.attacker.codes.push({ code, since: w.now });
  const account = session?.account ?? (await identityOwner(w, person));
  const since = account === null ? w.now : identitySince(w, person, account);
  if (account !== null && since === w.now) addIdentity(w, person, account);
  if (account !== null && person.provider === OWN_DOMAIN && !known) w.asserted.add(account);
  if (session === null) return;
  const unowned = await isUnconfirmed(w, session.account);
  if (!unowned && !w.hers.has(session.account)) w.his.add(session.account);
  if (unowned) checkUnconfirmedAccount(w, session.account, 'an identity');
  checkSignIn(w, session, { by: 'an identity', since, pending: false });
}

/** Returns the user of an identity, or null. */
async function identityOwner(w: ModelState, { provider, id }: Person): Promise<string | null> {
  const [row] = await w.system.db.sql<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and subject = ${id}`;
  return row?.user_id ?? null;
}

/** Returns true if the account has addresses, but no confirmed one. */
async function isUnconfirmed(w: ModelState, account: string): Promise<boolean> {
  const [row] = await w.system.db.sql<{ unowned: boolean }[]>`
    select not is_anonymous and num_nonnulls(email, phone) > 0
      and num_nonnulls(email_confirmed_at, phone_confirmed_at) = 0 as unowned
    from auth.users where id = ${account}`;
  return row?.unowned ?? false;
}

/** Completes a link flow at the provider, and exchanges the code if the flow has a PKCE challenge. */
export async function finishLink(w: ModelState, link: PendingLink): Promise<void> {
  const { attacker } = w;
  attacker.links = attacker.links.filter((other) => other !== link);
  const entry = { by: 'a link flow', since: link.since, pending: true, session: link.session };
  // If the account already has the identity, this flow did not add it, and the checks of a new identity do not apply.
  const has_it = await isLinked(w, link.account, link.person.id);
  const { session, code } = await returnFromProvider(w, link.url, link.person);
  if (link.pkce && !has_it) await checkNotLinkedYet(w, link.account, link.person.id);
  const entered = code === null ? session : await exchangeAuthCode(w, code);
  if (!has_it && (await checkLinked(w, link.account, link.person.id, entry))) addIdentity(w, link.person, link.account);
  if (entered !== null) checkSignIn(w, entered, entry);
}

/**
 * Opens the messages sent to the attacker's mailbox and phone, and checks the changes of address that this completes.
 */
export async function confirmChanges(w: ModelState): Promise<void> {
  const { email, phone } = w.attacker;
  for (const message of await w.system.deliver(email)) {
    const session = await openMailLink(w, message);
    if (message.kind === 'email_change') await checkCompletedChange(w, 'email', email, session);
  }
  for (const { code, kind } of await w.system.deliver(phone)) {
    if (kind !== 'phone_change') continue;
    const answer = await post(w, '/verify', { type: 'phone_change', phone, token: code });
    await checkCompletedChange(w, 'phone', phone, readSession(w, answer));
  }
}

/** Checks a completed change to an address of the attacker, in the account that now has the address. */
async function checkCompletedChange(
  w: ModelState,
  kind: PendingChange['kind'],
  address: string,
  session: Session | null,
): Promise<void> {
  const account = await findAccount(w, address);
  const change = w.attacker.changes.findLast((one) => one.kind === kind && one.account === account);
  if (session === null || account === null || change === undefined) return;
  const by = `a change of ${kind === 'email' ? 'e-mail address' : 'phone'}`;
  const entry = { by, since: change.since, pending: true };
  checkAddressChange(w, account, entry);
  if (kind === 'phone') w.attacker.phones.push({ account, since: w.now });
  recordAttackerOwns(w, account);
  checkSignIn(w, session, entry);
}

/**
 * Records that the attacker owns an account because an attacker's address is confirmed in it. Ignores accounts of the
 * victim. If an administrator gave the account its address, also adds the account to `vouched`.
 */
export function recordAttackerOwns(w: ModelState, account: string): void {
  if (w.given.has(account)) w.vouched.add(account);
  if (!w.hers.has(account)) w.his.add(account);
}

/** Signs in with the attacker's phone. */
export async function signInByPhone(w: ModelState): Promise<void> {
  const { phone, phones } = w.attacker;
  await w.system.deliver(phone);
  await post(w, '/otp', { phone, create_user: false });
  const message = (await w.system.deliver(phone)).at(-1);
  if (message === undefined) return;
  const session = readSession(w, await post(w, '/verify', { type: 'sms', phone, token: message.code }));
  if (session === null) return;
  const since = phones.findLast(({ account }) => account === session.account)?.since ?? w.now;
  checkSignIn(w, session, { by: 'a phone', since, pending: false });
}

/** Signs in with the attacker's passwords for both addresses of the victim. */
export async function signInByPasswords(w: ModelState): Promise<void> {
  const { victim, attacker } = w;
  for (const { password, since } of attacker.passwords) {
    for (const who of [{ email: victim.email }, { phone: victim.phone }]) {
      const session = await signInByPassword(w, who, password);
      if (session === null) continue;
      const hers = w.hers.get(session.account);
      if (hers !== undefined && since < hers.password_since) w.faults.add(`cut: a password outlives the next one`);
      checkSignIn(w, session, { by: 'a password', since, pending: false });
    }
  }
}

/** Exchanges one of the attacker's authorization codes. */
export async function exchangeAttackerCode(w: ModelState, n: number): Promise<void> {
  const code = pickFromEnd(w.attacker.codes, n);
  w.attacker.codes = w.attacker.codes.filter((other) => other !== code);
  const session = await exchangeAuthCode(w, code.code);
  if (session !== null) checkSignIn(w, session, { by: 'an authorization code', since: code.since, pending: true });
}

/** Signs in with the attacker's passkeys. */
export async function signInByPasskeys(w: ModelState): Promise<void> {
  for (const { authenticator, account, since } of w.attacker.passkeys) {
    const { body } = await post(w, '/passkeys/authentication/options', {});
    const credential = authenticator.get(body.options as RequestOptions);
    const answer = await post(w, '/passkeys/authentication/verify', { challenge_id: body.challenge_id, credential });
    const session = readSession(w, answer);
    if (session?.account === account) checkSignIn(w, session, { by: 'a passkey', since, pending: false });
  }
}

/** Uses a mail of the victim to get an aal1 session, or to set a password sent in the same request. */
export async function useVictimsMail(w: ModelState): Promise<void> {
  const { email } = w.victim;
  if ((await findAccount(w, email)) !== w.victim.home) return;
  await w.system.deliver(email);
  await post(w, '/magiclink', { email });
  const message = (await w.system.deliver(email)).at(-1);
  if (message === undefined) return;
  const password = `attackers mailbox ${w.now} ${w.attacker.password}`;
  const session = readSession(w, await post(w, '/verify', { type: 'email', email, token: message.code, password }));
  if (await signInByPassword(w, { email }, password)) reportMissingFactor(w, 'a password is sent to /verify');
  const entered = session ?? readRedirect(w, await get(w, message.link)).session;
  if (entered === null || entered.account !== w.victim.home) return;
  w.one_factor.add(entered.id);
  w.attacker.sessions.push(entered);
}

/** Uses all credentials and flows of the attacker after the last step of a sequence. */
export async function useAllCredentials(w: ModelState): Promise<void> {
  const { attacker } = w;
  for (const session of [...attacker.sessions]) await checkRefresh(w, session);
  while (attacker.codes.length > 0) await exchangeAttackerCode(w, 0);
  for (const link of [...attacker.links]) await finishLink(w, link);
  await confirmChanges(w);
  await signInByPasswords(w);
  await signInByPasskeys(w);
  for (const person of [...attacker.persons, ...attacker.own])
    if (attacker.identities.has(person.id)) await signInByIdentity(w, person, false);
  if (attacker.phones.length > 0) await signInByPhone(w);
  const ended = attacker.sessions.find((session) => !isLive(w, session) && session.account === w.victim.home);
  if (ended !== undefined) await checkRevokedToken(w, ended);
}
