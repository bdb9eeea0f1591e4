// Actions of the attacker without a session in the takeover model: preparing accounts with the victim's addresses,
// copying tokens, and using credentials. intruder.ts has the actions in a session.
import { openMailLink, pkceMembers, post, readSession } from './browser.ts';
import {
  confirmChanges,
  exchangeAttackerCode,
  finishLink,
  recordConfirmedByAttacker,
  signInByIdentity,
  signInByPasswords,
  signInByPhone,
  useVictimsMail,
} from './holdings.ts';
import { alwaysPossible, type ModelOperation, pickFromEnd, victimHasNoAccount } from './operation.ts';
import { findVictimsSession, type ModelState, type Session, victimHasFactor } from './state.ts';
import type { Person } from './system.ts';

const outside = (w: ModelState): boolean => victimHasNoAccount(w) && w.attacker.sessions.length === 0;

export const ATTACKER_ACTIONS: Record<string, ModelOperation> = {
  "attacker signs up with the victim's e-mail address": {
    when: victimHasNoAccount,
    async run(w) {
      const { email } = w.victim;
      await recordConfirmedByAttacker(w, email);
      const { password } = w.attacker;
      const answer = await post(w, '/signup', { email, password });
      if (answer.status !== 200) return;
      w.attacker.passwords.push({ password, since: w.now });
      const session = readSession(w, answer);
      if (session !== null) w.attacker.sessions.push(session);
    },
  },
  "attacker signs up with the victim's phone": {
    when: victimHasNoAccount,
    async run(w) {
      const { phone } = w.victim;
      await recordConfirmedByAttacker(w, phone);
      const { password } = w.attacker;
      const answer = await post(w, '/signup', { phone, password });
      if (answer.status !== 200) return;
      w.attacker.passwords.push({ password, since: w.now });
      const session = readSession(w, answer);
      if (session !== null) w.attacker.sessions.push(session);
    },
  },
  "attacker asks for a message to the victim's address": {
    when: alwaysPossible,
    async run(w, { n, pkce }) {
      const { email, phone } = w.victim;
      await recordConfirmedByAttacker(w, n % 5 === 4 ? phone : email);
      const asked = [
        { path: '/otp', body: { email } },
        { path: '/recover', body: { email } },
        { path: '/magiclink', body: { email } },
        { path: '/resend', body: { type: 'signup', email } },
        { path: '/otp', body: { phone } },
      ][n % 5] as { path: string; body: object };
      await post(w, asked.path, { ...asked.body, ...(n % 5 < 3 ? pkceMembers(pkce) : {}) });
    },
  },
  'attacker signs in with an identity': {
    when: alwaysPossible,
    run: (w, { n, pkce }) => signInByIdentity(w, w.attacker.persons[n % 3] as Person, pkce),
  },
  'attacker signs in with an identity that tells another address': {
    when: alwaysPossible,
    run(w, { n, pkce }) {
      const [first, own, bare] = w.attacker.persons;
      const emails = [
        { ...first, email: own.email, verified: true },
        { ...own, email: w.victim.emails[0], verified: false },
        { ...bare, email: w.victim.emails[0], verified: false },
      ];
      return signInByIdentity(w, emails[n % 3] as Person, pkce);
    },
  },
  'attacker signs in with his own provider': {
    when: alwaysPossible,
    run: (w, { n, pkce }) => signInByIdentity(w, w.attacker.own[n % 3] as Person, pkce),
  },
  'attacker signs in with his own provider that tells another address': {
    when: alwaysPossible,
    run(w, { n, pkce }) {
      const [first, , bare] = w.attacker.own;
      const emails = [
        { ...first, email: w.attacker.email },
        { ...bare, email: w.victim.emails[0], verified: true },
        { ...first, email: w.victim.emails[1] },
      ];
      return signInByIdentity(w, emails[n % 3] as Person, pkce);
    },
  },
  'attacker signs up with an address of his own': {
    when: outside,
    async run(w) {
      const { email, password } = w.attacker;
      const answer = await post(w, '/signup', { email, password });
      const [message] = await w.system.deliver(email);
      const session = readSession(w, answer) ?? (message === undefined ? null : await openMailLink(w, message));
      if (session === null) return;
      w.attacker.sessions.push(session);
      w.his.add(session.account);
    },
  },
  'attacker signs in anonymously': {
    when: outside,
    async run(w) {
      const session = readSession(w, await post(w, '/signup', {}));
      if (session === null) return;
      w.attacker.sessions.push(session);
      w.his.add(session.account);
    },
  },
  "attacker copies the victim's tokens": {
    when: (w) => findVictimsSession(w) !== null,
    async run(w) {
      w.attacker.sessions.push({ ...(findVictimsSession(w) as Session), since: w.now });
    },
  },
  'attacker finishes a link': {
    when: (w) => w.attacker.links.length > 0,
    run: (w, { n }) => finishLink(w, pickFromEnd(w.attacker.links, n)),
  },
  'attacker confirms what was sent to him': { when: alwaysPossible, run: confirmChanges },
  'attacker signs in by his phone': { when: (w) => w.attacker.phones.length > 0, run: signInByPhone },
  'attacker tries his passwords': { when: (w) => w.attacker.passwords.length > 0, run: signInByPasswords },
  'attacker exchanges a code': {
    when: (w) => w.attacker.codes.length > 0,
    run: (w, { n }) => exchangeAttackerCode(w, n),
  },
  "attacker reads the victim's mailbox once": {
    when: victimHasFactor,
    run: useVictimsMail,
  },
};
