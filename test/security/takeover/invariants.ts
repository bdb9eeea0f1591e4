// Invariants of the takeover model. A violation consists of the invariant's name and a description. tables.ts has the
// invariants that SQL queries check.
import { claimsOf } from '../../support/clients/client.ts';
import { OWN_DOMAIN } from '../../support/providers/two_domains.ts';
import { findAccount, get, openMailLink, post, readSession, refreshModelSession, sendAdminRequest } from './browser.ts';
import {
  endSessions,
  findVictimsAccount,
  findVictimsSession,
  type ModelState,
  type Session,
  type VictimAccount,
} from './state.ts';

export const reportViolation = (w: ModelState, invariant: string, what: string): void => {
  w.faults.add(`${invariant}: ${what}`);
};

/**
 * A sign-in of the attacker: the method, the step at which it was prepared, and the session in which it was started.
 */
export interface AttackerSignIn {
  by: string;
  since: number;
  /** False for a credential, which needs one request. True for a flow that needs a second request. */
  pending: boolean;
  session?: string;
}

/**
 * Invariant "exclusive": after the victim has confirmed an address, no credential that another person set before signs
 * in to the account. Invariant "cut": a flow started before access was cut, or in a revoked session, does not sign in.
 * Invariant "closed": a banned or deleted account allows no sign-in.
 */
export function checkSignIn(w: ModelState, session: Session, entry: AttackerSignIn): void {
  const hers = w.hers.get(session.account);
  if (hers !== undefined) {
    if (hers.deleted || hers.banned)
      reportViolation(w, 'closed', `${entry.by} enters a ${hers.deleted ? 'deleted' : 'banned'} account`);
    else if (entry.pending && isForbiddenSignIn(w, hers, entry))
      reportViolation(w, 'cut', `${entry.by} outlives ${eventOf(w, entry, hers)}`);
    else if (!entry.pending && !hers.shared && entry.since < hers.owned_since)
      reportViolation(w, 'exclusive', `${entry.by} outlives ${hers.event}`);
  }
  w.attacker.sessions.push(session);
}

/** Returns true if the sign-in must fail: it was prepared before access was cut, or in a session that is revoked. */
function isForbiddenSignIn(w: ModelState, hers: VictimAccount, { since, session }: AttackerSignIn): boolean {
  return since < hers.cut || (session !== undefined && w.ended.has(session));
}

const eventOf = (w: ModelState, { since, session }: AttackerSignIn, hers: VictimAccount): string =>
  since < hers.cut || session === undefined || !w.ended.has(session) ? hers.event : 'the end of its session';

/**
 * Invariant "closed" for unconfirmed accounts: no sign-in succeeds before the address is confirmed, unless a setting or
 * an administrator allows it.
 */
export function checkUnconfirmedAccount(w: ModelState, account: string, by: string): void {
  if (w.mode === 'default' && !w.given.has(account))
    reportViolation(w, 'closed', `${by} enters an account without an owner`);
}

/**
 * Invariant "cut" for sessions: the refresh token of a revoked session, or of a banned or deleted account, does not
 * work.
 */
export async function checkRefresh(w: ModelState, session: Session): Promise<void> {
  const again = await refreshModelSession(w, session);
  if (again === null) return;
  const hers = w.hers.get(session.account);
  if (hers !== undefined && (w.ended.has(session.id) || hers.deleted || hers.banned))
    reportViolation(w, 'cut', `a session of the attacker outlives ${hers.event}`);
  Object.assign(session, again, { since: session.since });
}

export async function isLinked(w: ModelState, account: string, id: string): Promise<boolean> {
  const { body } = await sendAdminRequest(w, 'GET', `/admin/users/${account}`);
  return (body.identities ?? []).some((identity: { id: string }) => identity.id === id);
}

/** Invariant "cut" for links: a flow started before access was cut links no identity. */
export async function checkLinked(w: ModelState, account: string, id: string, entry: AttackerSignIn): Promise<boolean> {
  const linked = await isLinked(w, account, id);
  const hers = w.hers.get(account);
  if (linked && hers !== undefined && (hers.banned || hers.deleted || isForbiddenSignIn(w, hers, entry)))
    reportViolation(w, 'cut', `${entry.by} adds an identity after ${eventOf(w, entry, hers)}`);
  return linked;
}

/** Invariant "exchange": a flow with a PKCE challenge links no identity before its code is exchanged. */
export async function checkNotLinkedYet(w: ModelState, account: string, id: string): Promise<void> {
  if (await isLinked(w, account, id))
    reportViolation(w, 'exchange', 'an identity is linked before the code is exchanged');
}

/** Invariant "cut" for address changes: a change requested before access was cut is never completed. */
export function checkAddressChange(w: ModelState, account: string, entry: AttackerSignIn): void {
  const hers = w.hers.get(account);
  if (hers === undefined) return;
  if (hers.banned || hers.deleted || isForbiddenSignIn(w, hers, entry))
    reportViolation(w, 'cut', `${entry.by} is completed after ${eventOf(w, entry, hers)}`);
  else hers.spoiled = true;
}

/**
 * Reports a violation of the invariant "factor": an aal1 session changes no password, address, identity, factor or
 * passkey of an account with a second factor.
 */
export function reportMissingFactor(w: ModelState, what: string): void {
  reportViolation(w, 'factor', `${what} with one factor of two`);
}

/**
 * Invariant "addresses": neither a new token nor GET /user of the attacker's account shows the victim's address as
 * confirmed. Exception: an account that the attacker's own provider created may show it, as long as the account has an
 * identity of that provider and its tokens name this provider.
 */
export async function checkAddresses(w: ModelState): Promise<void> {
  if (w.tainted) return;
  const { emails, phone } = w.victim;
  const names = ({ email, phone: number }: { email?: unknown; phone?: unknown }): boolean =>
    emails.includes(String(email)) || number === phone;
  for (const session of w.attacker.sessions) {
    const { account } = session;
    if (!w.his.has(account) || w.hers.has(account) || w.vouched.has(account)) continue;
    const fresh = await refreshModelSession(w, session);
    if (fresh === null) continue;
    Object.assign(session, fresh, { since: session.since });
    const claims = claimsOf(fresh.access_token);
    if (w.asserted.has(account) && (await hasIdentityAt(w, account, OWN_DOMAIN))) {
      const { provider } = claims.app_metadata as { provider?: string };
      if (names(claims) && provider !== OWN_DOMAIN)
        reportViolation(w, 'addresses', "the attacker's token names a provider that has not verified its address");
      continue;
    }
    if (names(claims)) reportViolation(w, 'addresses', "the attacker's token names an address of the victim");
    const { body } = await get(w, '/user', session);
    if (names(body)) reportViolation(w, 'addresses', "the attacker's account shows an address of the victim");
  }
}

/** Returns true if the account has an identity of the provider. */
async function hasIdentityAt(w: ModelState, account: string, provider: string): Promise<boolean> {
  const rows = await w.system.db.sql`
    select from auth.identities where user_id = ${account} and provider = ${provider}`;
  return rows.length > 0;
}

/**
 * Invariant "tables": the rows of accounts that had a sign-in, or that have the victim's addresses, violate no rule of
 * tables.ts.
 */
export async function checkRows(w: ModelState): Promise<void> {
  const found = await Promise.all([w.victim.email, w.victim.phone].map((address) => findAccount(w, address)));
  const sessions = w.attacker.sessions.map(({ account }) => account);
  const users = [...w.hers.keys(), ...sessions, ...found, w.employee.account];
  for (const sentence of await w.system.tables.rows(users.filter((id) => id !== null)))
    reportViolation(w, 'tables', sentence);
}

/**
 * Invariant "exclusive" for unused credentials: each credential in the victim's account is the victim's, or the
 * attacker added it after the victim confirmed the account.
 */
export async function checkStoredCredentials(w: ModelState, account: string, hers: VictimAccount): Promise<void> {
  if (hers.shared || hers.deleted) return;
  const { attacker, victim } = w;
  const { body: user } = await sendAdminRequest(w, 'GET', `/admin/users/${account}`);
  const { body: passkeys } = await sendAdminRequest(w, 'GET', `/admin/users/${account}/passkeys`);
  const foreign = (list: { account: string; since: number }[]): boolean =>
    !list.some((one) => one.account === account && one.since >= hers.owned_since);
  for (const { id, provider } of user.identities ?? []) {
    const own = provider === 'email' || provider === 'phone' || victim.persons.some((person) => person.id === id);
    if (!own && foreign(attacker.identities.get(id) ?? []))
      reportViolation(w, 'exclusive', `an identity outlives ${hers.event}`);
  }
  for (const { id } of user.factors ?? [])
    if (victim.factor?.id !== id && foreign(attacker.factors.filter((factor) => factor.id === id)))
      reportViolation(w, 'exclusive', `a factor outlives ${hers.event}`);
  for (const { id } of Array.isArray(passkeys) ? passkeys : [])
    if (!victim.passkeys.has(id) && foreign(attacker.passkeys))
      reportViolation(w, 'exclusive', `a passkey outlives ${hers.event}`);
  if (!hers.spoiled && user.email && !victim.emails.includes(user.email))
    reportViolation(w, 'exclusive', `an e-mail address outlives ${hers.event}`);
  if (!hers.spoiled && user.phone && user.phone !== victim.phone && foreign(attacker.phones))
    reportViolation(w, 'exclusive', `a phone outlives ${hers.event}`);
}

/** Invariant "ended": the token of a revoked session revokes no session and sends no message. */
export async function checkRevokedToken(w: ModelState, session: Session): Promise<void> {
  const { victim } = w;
  await get(w, '/reauthenticate', session);
  if ((await w.system.deliver(victim.email)).some(({ kind }) => kind === 'reauthentication'))
    reportViolation(w, 'ended', 'the token of an ended session sends a message');
  const live = findVictimsSession(w);
  if (live === null || live.account !== session.account || w.hers.get(session.account)?.banned) return;
  const before = await refreshModelSession(w, live);
  if (before === null) {
    w.ended.add(live.id); // a copy of her refresh token was used, so the session was revoked
    return;
  }
  await post(w, '/logout?scope=global', undefined, session);
  const again = await refreshModelSession(w, before);
  if (again !== null) {
    victim.session = again;
    return;
  }
  reportViolation(w, 'ended', 'the token of an ended session ends another session');
  endSessions(w, session.account);
}

/** Invariant "not too much": the victim can still sign in with the mailbox or the phone. */
export async function checkVictimCanSignIn(w: ModelState): Promise<void> {
  const account = findVictimsAccount(w);
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
  const { body: user } = await sendAdminRequest(w, 'GET', `/admin/users/${victim.home}`);
  const by_email = victim.emails.includes(user.email ?? '');
  if (!by_email && user.phone !== victim.phone)
    return reportViolation(w, 'not too much', `her addresses left her account after ${account.event}`);
  const address = by_email ? String(user.email) : victim.phone;
  await w.system.deliver(address);
  const asked = await post(w, '/otp', by_email ? { email: address } : { phone: address });
  const [message] = (await w.system.deliver(address)).reverse();
  const session =
    message === undefined
      ? null
      : by_email
        ? await openMailLink(w, message)
        : readSession(w, await post(w, '/verify', { type: 'sms', phone: address, token: message.code }));
  if (session?.account !== victim.home)
    reportViolation(
      w,
      'not too much',
      `her ${by_email ? 'mailbox' : 'phone'} does not let her in after ${account.event} (${asked.status})`,
    );
}

/** Invariant "not too much": a flow that the victim starts after the last cut, in a valid session, can be completed. */
export function checkFlowCompleted(w: ModelState, what: string, finished: boolean, error: string | null): void {
  if (!finished) reportViolation(w, 'not too much', `${what} is refused (${error})`);
}
