// Invariants of every sequence. Each describes what the attacker sees or gets; a fault consists of the invariant's name
// and the violation. Invariants that SQL can check are queries in tables.ts.
import { claimsOf } from '../../support/clients/client.ts';
import { accountOf, admin, get, open, post, refresh, sessionIn } from './browser.ts';
import { type Account, endSessions, herSession, home, type Session, type World } from './state.ts';

const broken = (w: World, invariant: string, what: string): void => {
  w.faults.add(`${invariant}: ${what}`);
};

/** A sign-in of the attacker: the means, when it was created, and the session in which it was started. */
export interface Entry {
  by: string;
  since: number;
  /** False for a credential, which is complete at once; true for a flow that needs a second request. */
  pending: boolean;
  session?: string;
}

/**
 * Exclusive: after the victim has confirmed an address, nothing that another person set or held before signs in to her
 * account. Cut: a flow started before access was cut, or in an ended session, does not sign in. Closed: nobody signs in
 * to a banned or deleted account.
 */
export function checkEntry(w: World, session: Session, entry: Entry): void {
  const hers = w.hers.get(session.account);
  if (hers !== undefined) {
    if (hers.deleted || hers.banned)
      broken(w, 'closed', `${entry.by} enters a ${hers.deleted ? 'deleted' : 'banned'} account`);
    else if (entry.pending && isVoid(w, hers, entry))
      broken(w, 'cut', `${entry.by} outlives ${eventOf(w, entry, hers)}`);
    else if (!entry.pending && !hers.shared && entry.since < hers.owned_since)
      broken(w, 'exclusive', `${entry.by} outlives ${hers.event}`);
  }
  w.attacker.sessions.push(session);
}

/** Returns true if the pending flow must no longer work. */
function isVoid(w: World, hers: Account, { since, session }: Entry): boolean {
  return since < hers.cut || (session !== undefined && w.ended.has(session));
}

const eventOf = (w: World, { since, session }: Entry, hers: Account): string =>
  since < hers.cut || session === undefined || !w.ended.has(session) ? hers.event : 'the end of its session';

/** Closed, for accounts without an owner: nobody signs in before the address is confirmed, unless a setting or an administrator allows it. */
export function checkUnowned(w: World, account: string, by: string): void {
  if (w.mode === 'default' && !w.given.has(account)) broken(w, 'closed', `${by} enters an account without an owner`);
}

/** Cut, for sessions: the refresh token of an ended session does not work. */
export async function checkRefresh(w: World, session: Session): Promise<void> {
  const again = await refresh(w, session);
  if (again === null) return;
  const hers = w.hers.get(session.account);
  if (hers !== undefined && (w.ended.has(session.id) || hers.deleted || hers.banned))
    broken(w, 'cut', `a session of the attacker outlives ${hers.event}`);
  Object.assign(session, again, { since: session.since });
}

/** Returns true if the account has the identity. */
export async function isLinked(w: World, account: string, id: string): Promise<boolean> {
  const { body } = await admin(w, 'GET', `/admin/users/${account}`);
  return (body.identities ?? []).some((identity: { id: string }) => identity.id === id);
}

/** Cut, for links: a flow started before access was cut adds no identity. */
export async function checkLinked(w: World, account: string, id: string, entry: Entry): Promise<boolean> {
  const linked = await isLinked(w, account, id);
  const hers = w.hers.get(account);
  if (linked && hers !== undefined && (hers.banned || hers.deleted || isVoid(w, hers, entry)))
    broken(w, 'cut', `${entry.by} adds an identity after ${eventOf(w, entry, hers)}`);
  return linked;
}

/** Exchange: a flow with a challenge adds no identity before its code is exchanged. */
export async function checkNotLinkedYet(w: World, account: string, id: string): Promise<void> {
  if (await isLinked(w, account, id)) broken(w, 'exchange', 'an identity is linked before the code is exchanged');
}

/** Cut, for changes of address: a change requested before access was cut is not completed. */
export function checkChanged(w: World, account: string, entry: Entry): void {
  const hers = w.hers.get(account);
  if (hers === undefined) return;
  if (hers.banned || hers.deleted || isVoid(w, hers, entry))
    broken(w, 'cut', `${entry.by} is completed after ${eventOf(w, entry, hers)}`);
  else hers.spoiled = true;
}

/**
 * Factor: an aal1 session changes no password, address, identity, factor or passkey of an account with a second factor.
 */
export function checkFactorAsked(w: World, what: string): void {
  broken(w, 'factor', `${what} with one factor of two`);
}

/**
 * Addresses: an account that the attacker owns never shows an address of the victim as its own, neither in a new token
 * nor in GET /user. In an unconfirmed account he may see one.
 */
export async function checkAddresses(w: World): Promise<void> {
  if (w.tainted) return;
  const { emails, phone } = w.victim;
  const names = ({ email, phone: number }: { email?: unknown; phone?: unknown }): boolean =>
    emails.includes(String(email)) || number === phone;
  for (const session of w.attacker.sessions) {
    const { account } = session;
    if (!w.his.has(account) || w.hers.has(account) || w.vouched.has(account)) continue;
    const fresh = await refresh(w, session);
    if (fresh === null) continue;
    Object.assign(session, fresh, { since: session.since });
    if (names(claimsOf(fresh.access_token)))
      broken(w, 'addresses', "the attacker's token names an address of the victim");
    const { body } = await get(w, '/user', session);
    if (names(body)) broken(w, 'addresses', "the attacker's account shows an address of the victim");
  }
}

/**
 * Tables: the rows of accounts that were signed in to, or that have the victim's addresses, violate no rule of
 * tables.ts.
 */
export async function checkRows(w: World): Promise<void> {
  const found = await Promise.all([w.victim.email, w.victim.phone].map((address) => accountOf(w, address)));
  const users = [...w.hers.keys(), ...w.attacker.sessions.map(({ account }) => account), ...found];
  for (const sentence of await w.system.tables.rows(users.filter((id) => id !== null))) broken(w, 'tables', sentence);
}

/**
 * Exclusive, for credentials that no request has used: those in the victim's account are hers, or a thief added them
 * after she confirmed it.
 */
export async function checkContent(w: World, account: string, hers: Account): Promise<void> {
  if (hers.shared || hers.deleted) return;
  const { attacker, victim } = w;
  const { body: user } = await admin(w, 'GET', `/admin/users/${account}`);
  const { body: passkeys } = await admin(w, 'GET', `/admin/users/${account}/passkeys`);
  const foreign = (list: { account: string; since: number }[]): boolean =>
    !list.some((one) => one.account === account && one.since >= hers.owned_since);
  for (const { id, provider } of user.identities ?? []) {
    const own = provider === 'email' || provider === 'phone' || victim.persons.some((person) => person.id === id);
    if (!own && foreign(attacker.identities.get(id) ?? []))
      broken(w, 'exclusive', `an identity outlives ${hers.event}`);
  }
  for (const { id } of user.factors ?? [])
    if (victim.factor?.id !== id && foreign(attacker.factors.filter((factor) => factor.id === id)))
      broken(w, 'exclusive', `a factor outlives ${hers.event}`);
  for (const { id } of Array.isArray(passkeys) ? passkeys : [])
    if (!victim.passkeys.has(id) && foreign(attacker.passkeys))
      broken(w, 'exclusive', `a passkey outlives ${hers.event}`);
  if (!hers.spoiled && user.email && !victim.emails.includes(user.email))
    broken(w, 'exclusive', `an e-mail address outlives ${hers.event}`);
  if (!hers.spoiled && user.phone && user.phone !== victim.phone && foreign(attacker.phones))
    broken(w, 'exclusive', `a phone outlives ${hers.event}`);
}

/** Ended: the token of an ended session ends no session and sends no message. */
export async function checkEndedToken(w: World, session: Session): Promise<void> {
  const { victim } = w;
  await get(w, '/reauthenticate', session);
  if ((await w.system.deliver(victim.email)).some(({ kind }) => kind === 'reauthentication'))
    broken(w, 'ended', 'the token of an ended session sends a message');
  const live = herSession(w);
  if (live === null || live.account !== session.account || w.hers.get(session.account)?.banned) return;
  const before = await refresh(w, live);
  if (before === null) {
    w.ended.add(live.id); // a copy of her refresh token was used, so the session was revoked
    return;
  }
  await post(w, '/logout?scope=global', undefined, session);
  const again = await refresh(w, before);
  if (again !== null) {
    victim.session = again;
    return;
  }
  broken(w, 'ended', 'the token of an ended session ends another session');
  endSessions(w, session.account);
}

/** Not too strict: the victim can still sign in to her account with her mailbox or her phone. */
export async function checkWayIn(w: World): Promise<void> {
  const account = home(w);
  const { victim } = w;
  if (
    account === null ||
    victim.home === null ||
    account.banned ||
    account.deleted ||
    account.shared ||
    account.spoiled
  )
    return;
  const { body: user } = await admin(w, 'GET', `/admin/users/${victim.home}`);
  const by_email = victim.emails.includes(user.email ?? '');
  if (!by_email && user.phone !== victim.phone)
    return broken(w, 'not too much', `her addresses left her account after ${account.event}`);
  const address = by_email ? String(user.email) : victim.phone;
  await w.system.deliver(address);
  const asked = await post(w, '/otp', by_email ? { email: address } : { phone: address });
  const [message] = (await w.system.deliver(address)).reverse();
  const session =
    message === undefined
      ? null
      : by_email
        ? await open(w, message)
        : sessionIn(w, await post(w, '/verify', { type: 'sms', phone: address, token: message.code }));
  if (session?.account !== victim.home)
    broken(
      w,
      'not too much',
      `her ${by_email ? 'mailbox' : 'phone'} does not let her in after ${account.event} (${asked.status})`,
    );
}

/** Not too strict: a flow that the victim starts after the last cut, in a live session, can be completed. */
export function checkFinished(w: World, what: string, finished: boolean, error: string | null): void {
  if (!finished) broken(w, 'not too much', `${what} is refused (${error})`);
}
