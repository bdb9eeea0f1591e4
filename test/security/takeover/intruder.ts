// Takeover model: what the attacker does while signed in, either to an account that the attacker prepared or with
// copied tokens of the victim.
import { Authenticator, type CreationOptions } from '../../support/clients/authenticator.ts';
import { get, post, put, request, returnFromProvider, startIdentityLink } from './browser.ts';
import { verifyFactor } from './factor.ts';
import { recordAttackerOwns, recordConfirmedByAttacker } from './holdings.ts';
import { checkAddressChange, checkNotLinkedYet, checkRevokedToken, reportMissingFactor } from './invariants.ts';
import { isAnonymous, mergeAccounts, moveCredentials } from './merge.ts';
import { type ModelOperation, pickFromEnd } from './operation.ts';
import {
  endSessions,
  findVictimsSession,
  isLive,
  type ModelState,
  recordAccessCut,
  type SequenceStep,
  type Session,
  victimHasFactor,
} from './state.ts';
import type { Person } from './system.ts';

const inside = (w: ModelState): boolean => w.attacker.sessions.length > 0;
const held = (w: ModelState, { n }: SequenceStep): Session => pickFromEnd(w.attacker.sessions, n);

export const INTRUDER_ACTIONS: Record<string, ModelOperation> = {
  'attacker begins to link an identity': {
    when: inside,
    async run(w, step) {
      const { id, account } = held(w, step);
      const person = identityToLink(w, step);
      const url = await startIdentityLink(w, held(w, step), person, step.pkce);
      if (url === null) return;
      w.attacker.links.push({ url, pkce: step.pkce, person, account, session: id, since: w.now });
    },
  },
  'attacker leads the victim to a link with a challenge': {
    when: (w) => inside(w) && !w.hers.has((w.attacker.sessions.at(-1) as Session).account),
    async run(w, step) {
      const session = held(w, step);
      const person = { ...w.victim.persons[1], id: `led.${w.now}.${w.victim.persons[0].id}` };
      const url = await startIdentityLink(w, session, person, true);
      if (url === null) return;
      await returnFromProvider(w, url, person);
      await checkNotLinkedYet(w, session.account, person.id);
    },
  },
  'attacker leads the victim to a link without a challenge': {
    when: (w) => inside(w) && !w.hers.has((w.attacker.sessions.at(-1) as Session).account),
    async run(w, step) {
      const [, , person] = w.victim.persons;
      const url = await startIdentityLink(w, held(w, step), person, false);
      if (url !== null) await returnFromProvider(w, url, person);
    },
  },
  'attacker unlinks an identity': {
    when: inside,
    async run(w, step) {
      const session = held(w, step);
      const { body } = await get(w, '/user', session);
      const identities: { identity_id: string }[] = body.identities ?? [];
      if (identities.length === 0) return;
      const answer = await request(
        w,
        'DELETE',
        `/user/identities/${pickFromEnd(identities, step.n).identity_id}`,
        undefined,
        session,
      );
      const hers = w.hers.get(session.account);
      if (answer.status === 200 && hers !== undefined) {
        checkFactorRequired(w, session, 'an identity is unlinked');
        hers.spoiled = true;
      }
    },
  },
  'attacker asks for a change of e-mail address': {
    when: inside,
    async run(w, step) {
      const { account } = held(w, step);
      const address = step.pkce ? w.victim.email : w.attacker.email;
      if (step.pkce) await recordConfirmedByAttacker(w, address);
      const answer = await put(w, '/user', { email: address }, held(w, step));
      if (answer.status !== 200) return;
      if (w.mode === 'autoconfirm') checkAddressChange(w, account, { by: 'a change', since: w.now, pending: false });
      w.attacker.changes.push({ kind: 'email', address, account, since: w.now });
    },
  },
  'attacker asks for a change of phone': {
    when: inside,
    async run(w, step) {
      const { account } = held(w, step);
      const address = step.pkce ? w.victim.phone : w.attacker.phone;
      if (step.pkce) await recordConfirmedByAttacker(w, address);
      const answer = await put(w, '/user', { phone: address }, held(w, step));
      if (answer.status !== 200) return;
      if (w.mode === 'autoconfirm') {
        w.attacker.phones.push({ account, since: w.now });
        recordAttackerOwns(w, account);
        checkAddressChange(w, account, { by: 'a change', since: w.now, pending: false });
      }
      w.attacker.changes.push({ kind: 'phone', address, account, since: w.now });
    },
  },
  'attacker registers a passkey': {
    when: inside,
    async run(w, step) {
      const session = held(w, step);
      const started = await post(w, '/passkeys/registration/options', undefined, session);
      if (started.status !== 200) return;
      const authenticator = new Authenticator();
      const { challenge_id, options } = started.body;
      const credential = authenticator.create(options as CreationOptions);
      const answer = await post(w, '/passkeys/registration/verify', { challenge_id, credential }, session);
      if (answer.status !== 200) return;
      checkFactorRequired(w, session, 'a passkey is registered');
      w.attacker.passkeys.push({ authenticator, account: session.account, since: w.now });
    },
  },
  'attacker enrols a factor': {
    when: inside,
    async run(w, step) {
      const session = held(w, step);
      const enrolled = await post(w, '/factors', { factor_type: 'totp', friendly_name: `his ${w.now}` }, session);
      if (enrolled.status !== 200) return;
      const { id, totp } = enrolled.body;
      w.attacker.factors.push({ id, account: session.account, since: w.now });
      if (step.pkce) return; // the factor stays unverified
      const raised = await verifyFactor(w, session, id, totp.secret);
      if (raised === null) return;
      checkFactorRequired(w, session, 'a factor is verified');
      endSessions(w, session.account, session.id);
      recordAccessCut(w, session.account, 'the first factor');
      Object.assign(session, raised);
      const hers = w.hers.get(session.account);
      if (hers !== undefined) hers.spoiled = true;
    },
  },
  'attacker sets a password': {
    when: inside,
    async run(w, step) {
      const session = held(w, step);
      const password = `attackers choice ${w.now} ${w.attacker.password}`;
      const answer = await put(w, '/user', { password }, session);
      if (answer.status !== 200) return;
      checkFactorRequired(w, session, 'a password is set');
      w.attacker.passwords.push({ password, since: w.now });
      endSessions(w, session.account, session.id);
      recordAccessCut(w, session.account, "the thief's password");
      const hers = w.hers.get(session.account);
      if (hers !== undefined) hers.password_since = w.now;
    },
  },
  'attacker merges two accounts': {
    when: (w) => new Set(w.attacker.sessions.map(({ account }) => account)).size > 1,
    async run(w, step) {
      const kept = held(w, step);
      const others = w.attacker.sessions.filter(({ account }) => account !== kept.account);
      const merged = pickFromEnd(others, step.pkce ? 1 : 0);
      const secured = [kept, merged].filter((session) => hasOneFactorOfTwo(w, session));
      if (!(await mergeAccounts(w, kept, merged))) return;
      if (secured.length > 0) reportMissingFactor(w, 'an account is merged');
      moveCredentials(w, merged, kept);
      const [from, to] = [w.hers.get(merged.account), w.hers.get(kept.account)];
      const { factor } = w.victim;
      if (factor?.account === merged.account)
        w.victim.factor = to === undefined ? null : { ...factor, account: kept.account };
      if (to !== undefined) to.spoiled = true;
      // With current copies of the victim's tokens, the attacker has proven control of the victim's account. The merge
      // therefore counts as permitted by the victim.
      else if (from !== undefined) w.vouched.add(kept.account);
      else if (w.his.has(merged.account)) w.his.add(kept.account);
    },
  },
  'attacker leads the victim to merge his visitor': {
    when: (w) => findVictimsSession(w) !== null && visitors(w).length > 0,
    async run(w, step) {
      await mergeAccounts(w, findVictimsSession(w) as Session, pickFromEnd(visitors(w), step.n));
    },
  },
  'attacker signs out': {
    when: inside,
    async run(w, step) {
      const session = held(w, step);
      if (!isLive(w, session) && w.hers.has(session.account)) return checkRevokedToken(w, session);
      const scope = step.pkce ? 'others' : 'global';
      const answer = await post(w, `/logout?scope=${scope}`, undefined, session);
      if (answer.status !== 204) return;
      endSessions(w, session.account, step.pkce ? session.id : undefined);
      recordAccessCut(w, session.account, "the thief's sign-out");
    },
  },
};

/**
 * Returns the identity to link: an identity of the attacker at either provider, or a new identity with or without an
 * address.
 */
function identityToLink(w: ModelState, { n }: SequenceStep): Person {
  if (n === 5) return w.attacker.own[0];
  if (n % 3 === 0) return w.attacker.persons[0];
  return {
    ...w.attacker.persons[2],
    id: `link${w.now}.${w.attacker.persons[2].id}`,
    email: n % 3 === 1 ? null : `x${w.now}.${w.attacker.email}`,
    verified: false,
  };
}

/** Reports a violation if an aal1 session made this change although the victim has a second factor. */
function checkFactorRequired(w: ModelState, session: Session, what: string): void {
  if (hasOneFactorOfTwo(w, session)) reportMissingFactor(w, what);
}

const hasOneFactorOfTwo = (w: ModelState, { account, id }: Session): boolean =>
  account === w.victim.home && victimHasFactor(w) && w.one_factor.has(id);

/** Returns the attacker's sessions of anonymous users. An app merges such a session when the user signs in. */
const visitors = (w: ModelState): Session[] =>
  w.attacker.sessions.filter((session) => !w.hers.has(session.account) && isAnonymous(session));
