// Actions of the attacker without a session: prepares accounts with the victim's addresses, copies tokens, and uses
// what he holds. intruder.ts has the actions in a session.
import { challenged, open, post, sessionIn } from './browser.ts';
import {
  confirmChanges,
  finishLink,
  readMailbox,
  taint,
  tryCode,
  tryIdentity,
  tryPasswords,
  tryPhone,
} from './holdings.ts';
import { always, type Operation, pick, unowned } from './operation.ts';
import { hasFactor, herSession, type Session, type World } from './state.ts';
import type { Person } from './system.ts';

const outside = (w: World): boolean => unowned(w) && w.attacker.sessions.length === 0;

export const ATTACKER: Record<string, Operation> = {
  "attacker signs up with the victim's e-mail address": {
    when: unowned,
    async run(w) {
      const { email } = w.victim;
      await taint(w, email);
      const { password } = w.attacker;
      const answer = await post(w, '/signup', { email, password });
      if (answer.status !== 200) return;
      w.attacker.passwords.push({ password, since: w.now });
      const session = sessionIn(w, answer);
      if (session !== null) w.attacker.sessions.push(session);
    },
  },
  "attacker signs up with the victim's phone": {
    when: unowned,
    async run(w) {
      const { phone } = w.victim;
      await taint(w, phone);
      const { password } = w.attacker;
      const answer = await post(w, '/signup', { phone, password });
      if (answer.status !== 200) return;
      w.attacker.passwords.push({ password, since: w.now });
      const session = sessionIn(w, answer);
      if (session !== null) w.attacker.sessions.push(session);
    },
  },
  "attacker asks for a message to the victim's address": {
    when: always,
    async run(w, { n, pkce }) {
      const { email, phone } = w.victim;
      await taint(w, n % 5 === 4 ? phone : email);
      const asked = [
        { path: '/otp', body: { email } },
        { path: '/recover', body: { email } },
        { path: '/magiclink', body: { email } },
        { path: '/resend', body: { type: 'signup', email } },
        { path: '/otp', body: { phone } },
      ][n % 5] as { path: string; body: object };
      await post(w, asked.path, { ...asked.body, ...(n % 5 < 3 ? challenged(pkce) : {}) });
    },
  },
  'attacker signs in with an identity': {
    when: always,
    run: (w, { n, pkce }) => tryIdentity(w, w.attacker.persons[n % 3] as Person, pkce),
  },
  'attacker signs in with an identity that tells another address': {
    when: always,
    run(w, { n, pkce }) {
      const [first, own, bare] = w.attacker.persons;
      const emails = [
        { ...first, email: own.email, verified: true },
        { ...own, email: w.victim.emails[0], verified: false },
        { ...bare, email: w.victim.emails[0], verified: false },
      ];
      return tryIdentity(w, emails[n % 3] as Person, pkce);
    },
  },
  'attacker signs up with an address of his own': {
    when: outside,
    async run(w) {
      const { email, password } = w.attacker;
      const answer = await post(w, '/signup', { email, password });
      const [message] = await w.system.deliver(email);
      const session = sessionIn(w, answer) ?? (message === undefined ? null : await open(w, message));
      if (session === null) return;
      w.attacker.sessions.push(session);
      w.his.add(session.account);
    },
  },
  'attacker signs in anonymously': {
    when: outside,
    async run(w) {
      const session = sessionIn(w, await post(w, '/signup', {}));
      if (session === null) return;
      w.attacker.sessions.push(session);
      w.his.add(session.account);
    },
  },
  "attacker copies the victim's tokens": {
    when: (w) => herSession(w) !== null,
    async run(w) {
      w.attacker.sessions.push({ ...(herSession(w) as Session), since: w.now });
    },
  },
  'attacker finishes a link': {
    when: (w) => w.attacker.links.length > 0,
    run: (w, { n }) => finishLink(w, pick(w.attacker.links, n)),
  },
  'attacker confirms what was sent to him': { when: always, run: confirmChanges },
  'attacker signs in by his phone': { when: (w) => w.attacker.phones.length > 0, run: tryPhone },
  'attacker tries his passwords': { when: (w) => w.attacker.passwords.length > 0, run: tryPasswords },
  'attacker exchanges a code': {
    when: (w) => w.attacker.codes.length > 0,
    run: (w, { n }) => tryCode(w, n),
  },
  "attacker reads the victim's mailbox once": {
    when: hasFactor,
    run: readMailbox,
  },
};
