// Uses everything that the attacker holds: flows and changes that he started, codes, passwords, identities, passkeys,
// his phone.
import type { RequestOptions } from '../../support/clients/authenticator.ts';
import {
  accountOf,
  comeBack,
  exchange,
  get,
  open,
  passwordSignIn,
  post,
  returned,
  sessionIn,
  signInWith,
} from './browser.ts';
import {
  checkChanged,
  checkEndedToken,
  checkEntry,
  checkFactorAsked,
  checkLinked,
  checkNotLinkedYet,
  checkRefresh,
  checkUnowned,
  isLinked,
} from './invariants.ts';
import { pick } from './operation.ts';
import { type Change, isLive, type Link, type Session, type World } from './state.ts';
import type { Person } from './system.ts';

/**
 * Records in the world if, under autoconfirm, a request of the attacker confirms an address. An address in an account
 * of the victim is exempt.
 */
export async function taint(w: World, address: string): Promise<void> {
  if (w.mode === 'autoconfirm' && !w.hers.has((await accountOf(w, address)) ?? '')) w.tainted = true;
}

/** Records that an account now has an identity of the attacker. */
function addIdentity(w: World, { id }: Person, account: string): void {
  const { identities } = w.attacker;
  identities.set(id, [...(identities.get(id) ?? []), { account, since: w.now }]);
}

/** Returns the step at which the attacker's identity was added to an account; the current one for a new account. */
const identitySince = (w: World, { id }: Person, account: string): number =>
  w.attacker.identities.get(id)?.findLast((one) => one.account === account)?.since ?? w.now;

/** Signs in with an identity at the provider. */
export async function tryIdentity(w: World, person: Person, pkce: boolean): Promise<void> {
  if (person.email === w.victim.emails[0]) await taint(w, person.email);
  const { session, code } = await signInWith(w, person, pkce);
  if (code !== null) w.attacker.codes.push({ code, since: w.now });
  const account = session?.account ?? (await identityOwner(w, person));
  const since = account === null ? w.now : identitySince(w, person, account);
  if (account !== null && since === w.now) addIdentity(w, person, account);
  if (session === null) return;
  const unowned = await isUnowned(w, session.account);
  if (!unowned && !w.hers.has(session.account)) w.his.add(session.account);
  if (unowned) checkUnowned(w, session.account, 'an identity');
  checkEntry(w, session, { by: 'an identity', since, pending: false });
}

/** Returns the user of an identity, or null. */
async function identityOwner(w: World, { id }: Person): Promise<string | null> {
  const [row] = await w.system.db.sql<{ user_id: string }[]>`
    select user_id from auth.identities where provider = 'keycloak' and subject = ${id}`;
  return row?.user_id ?? null;
}

/** Returns true if the account has an address and none that is confirmed. */
async function isUnowned(w: World, account: string): Promise<boolean> {
  const [row] = await w.system.db.sql<{ unowned: boolean }[]>`
    select not is_anonymous and num_nonnulls(email, phone) > 0
      and num_nonnulls(email_confirmed_at, phone_confirmed_at) = 0 as unowned
    from auth.users where id = ${account}`;
  return row?.unowned ?? false;
}

/** Returns from the provider, and exchanges the code if the flow has a challenge. */
export async function finishLink(w: World, link: Link): Promise<void> {
  const { attacker } = w;
  attacker.links = attacker.links.filter((other) => other !== link);
  const entry = { by: 'a link flow', since: link.since, pending: true, session: link.session };
  // An identity that the account has already is refused, and nothing is linked.
  const has_it = await isLinked(w, link.account, link.person.id);
  const { session, code } = await comeBack(w, link.url, link.person);
  if (link.pkce && !has_it) await checkNotLinkedYet(w, link.account, link.person.id);
  const entered = code === null ? session : await exchange(w, code);
  if (!has_it && (await checkLinked(w, link.account, link.person.id, entry))) addIdentity(w, link.person, link.account);
  if (entered !== null) checkEntry(w, entered, entry);
}

/** Follows the messages to his mailbox and his phone. */
export async function confirmChanges(w: World): Promise<void> {
  const { email, phone } = w.attacker;
  for (const message of await w.system.deliver(email)) {
    const session = await open(w, message);
    if (message.kind === 'email_change') await completed(w, 'email', email, session);
  }
  for (const { code, kind } of await w.system.deliver(phone)) {
    if (kind !== 'phone_change') continue;
    const answer = await post(w, '/verify', { type: 'phone_change', phone, token: code });
    await completed(w, 'phone', phone, sessionIn(w, answer));
  }
}

/** Checks a completed change to an address of the attacker, in the account that now has the address. */
async function completed(w: World, kind: Change['kind'], address: string, session: Session | null): Promise<void> {
  const account = await accountOf(w, address);
  const change = w.attacker.changes.findLast((one) => one.kind === kind && one.account === account);
  if (session === null || account === null || change === undefined) return;
  const by = `a change of ${kind === 'email' ? 'e-mail address' : 'phone'}`;
  const entry = { by, since: change.since, pending: true };
  checkChanged(w, account, entry);
  if (kind === 'phone') w.attacker.phones.push({ account, since: w.now });
  confirmed(w, account);
  checkEntry(w, session, entry);
}

/**
 * Records that the attacker owns an account because an address of his is confirmed in it, unless it is the victim's.
 */
export function confirmed(w: World, account: string): void {
  if (w.given.has(account)) w.vouched.add(account);
  if (!w.hers.has(account)) w.his.add(account);
}

/** Signs in with his phone. */
export async function tryPhone(w: World): Promise<void> {
  const { phone, phones } = w.attacker;
  await w.system.deliver(phone);
  await post(w, '/otp', { phone, create_user: false });
  const message = (await w.system.deliver(phone)).at(-1);
  if (message === undefined) return;
  const session = sessionIn(w, await post(w, '/verify', { type: 'sms', phone, token: message.code }));
  if (session === null) return;
  const since = phones.findLast(({ account }) => account === session.account)?.since ?? w.now;
  checkEntry(w, session, { by: 'a phone', since, pending: false });
}

/** Signs in with his passwords for both of the victim's addresses. */
export async function tryPasswords(w: World): Promise<void> {
  const { victim, attacker } = w;
  for (const { password, since } of attacker.passwords) {
    for (const who of [{ email: victim.email }, { phone: victim.phone }]) {
      const session = await passwordSignIn(w, who, password);
      if (session === null) continue;
      const hers = w.hers.get(session.account);
      if (hers !== undefined && since < hers.password_since) w.faults.add(`cut: a password outlives the next one`);
      checkEntry(w, session, { by: 'a password', since, pending: false });
    }
  }
}

/** Exchanges one of his codes. */
export async function tryCode(w: World, n: number): Promise<void> {
  const code = pick(w.attacker.codes, n);
  w.attacker.codes = w.attacker.codes.filter((other) => other !== code);
  const session = await exchange(w, code.code);
  if (session !== null) checkEntry(w, session, { by: 'an authorization code', since: code.since, pending: true });
}

/** Signs in with his passkeys. */
export async function tryPasskeys(w: World): Promise<void> {
  for (const { authenticator, account, since } of w.attacker.passkeys) {
    const { body } = await post(w, '/passkeys/authentication/options', {});
    const credential = authenticator.get(body.options as RequestOptions);
    const answer = await post(w, '/passkeys/authentication/verify', { challenge_id: body.challenge_id, credential });
    const session = sessionIn(w, answer);
    if (session?.account === account) checkEntry(w, session, { by: 'a passkey', since, pending: false });
  }
}

/** Uses a mail of the victim to get an aal1 session, or to set a password that he sends along. */
export async function readMailbox(w: World): Promise<void> {
  const { email } = w.victim;
  if ((await accountOf(w, email)) !== w.victim.home) return;
  await w.system.deliver(email);
  await post(w, '/magiclink', { email });
  const message = (await w.system.deliver(email)).at(-1);
  if (message === undefined) return;
  const password = `attackers mailbox ${w.now} ${w.attacker.password}`;
  const session = sessionIn(w, await post(w, '/verify', { type: 'email', email, token: message.code, password }));
  if (await passwordSignIn(w, { email }, password)) checkFactorAsked(w, 'a password is sent to /verify');
  const entered = session ?? returned(w, await get(w, message.link)).session;
  if (entered === null || entered.account !== w.victim.home) return;
  w.one_factor.add(entered.id);
  w.attacker.sessions.push(entered);
}

/** Tries everything that he holds, after the last step of a sequence. */
export async function tryEverything(w: World): Promise<void> {
  const { attacker } = w;
  for (const session of [...attacker.sessions]) await checkRefresh(w, session);
  while (attacker.codes.length > 0) await tryCode(w, 0);
  for (const link of [...attacker.links]) await finishLink(w, link);
  await confirmChanges(w);
  await tryPasswords(w);
  await tryPasskeys(w);
  for (const person of attacker.persons) if (attacker.identities.has(person.id)) await tryIdentity(w, person, false);
  if (attacker.phones.length > 0) await tryPhone(w);
  const ended = attacker.sessions.find((session) => !isLive(w, session) && session.account === w.victim.home);
  if (ended !== undefined) await checkEndedToken(w, ended);
}
