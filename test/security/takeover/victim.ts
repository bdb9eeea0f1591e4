// Actions of the victim in the takeover model. The victim opens only messages of a kind that the victim requested,
// signs in, and takes actions that cut access, such as setting a new password.
import { Authenticator, type CreationOptions } from '../../support/clients/authenticator.ts';
import {
  exchangeAuthCode,
  get,
  openMailLink,
  pkceMembers,
  post,
  put,
  readSession,
  request,
  returnFromProvider,
  sendAdminRequest,
  signInWith,
  startIdentityLink,
} from './browser.ts';
import { verifyFactor } from './factor.ts';
import { checkFlowCompleted } from './invariants.ts';
import { mergeAccounts, moveCredentials } from './merge.ts';
import { alwaysPossible, type ModelOperation, pickFromEnd, victimHasNoAccount } from './operation.ts';
import {
  endSessions,
  findVictimsAccount,
  findVictimsSession,
  type ModelState,
  recordAccessCut,
  recordVictimConfirmed,
  type SequenceStep,
  type Session,
  type VictimAccount,
} from './state.ts';
import type { Person } from './system.ts';

const inside = (w: ModelState): boolean => findVictimsSession(w) !== null;

/** Returns the victim's account, which exists wherever the precondition `inside` is true. */
const account = (w: ModelState): VictimAccount => findVictimsAccount(w) as VictimAccount;

const password = (w: ModelState): string => `victims password ${w.now} ${w.victim.emails[0]}`;

/** Requests a message and discards all earlier ones. */
async function requestMessage(w: ModelState, kinds: RegExp, work: () => Promise<unknown>): Promise<void> {
  const { victim } = w;
  await w.system.deliver(victim.email);
  victim.mailbox = [];
  victim.waits = kinds;
  await work();
}

const WAYS = [
  { path: '/otp', kinds: /^(confirmation|magic_link|invite)$/ },
  { path: '/recover', kinds: /^recovery$/ },
  { path: '/magiclink', kinds: /^(confirmation|magic_link|invite)$/ },
] as const;

/** Opens the newest message of an expected kind, by its link or its code. */
async function openNewestMessage(w: ModelState, by_code: boolean): Promise<void> {
  const { victim } = w;
  victim.mailbox.push(...(await w.system.deliver(victim.email)));
  const { waits } = victim;
  const message = waits === null ? undefined : victim.mailbox.findLast(({ kind }) => waits.test(kind));
  if (message === undefined) return;
  victim.waits = null;
  const type = message.kind === 'recovery' ? 'recovery' : 'email';
  const opened =
    by_code && message.kind !== 'email_change'
      ? readSession(w, await post(w, '/verify', { type, email: victim.email, token: message.code }))
      : await openMailLink(w, message);
  if (opened === null) return;
  const known = w.hers.has(opened.account);
  recordVictimConfirmed(w, opened, 'the first proof by mail');
  if (known && message.kind === 'recovery') recordAccessCut(w, opened.account, 'a recovery');
}

/** Requests a message and opens it. */
async function requestAndOpen(w: ModelState, n: number, pkce: boolean): Promise<void> {
  const { path, kinds } = WAYS[n % 3] as (typeof WAYS)[number];
  await requestMessage(w, kinds, () => post(w, path, { email: w.victim.email, ...pkceMembers(pkce) }));
  await openNewestMessage(w, n % 2 === 1 && !pkce);
}

async function setPassword(w: ModelState, event: string): Promise<void> {
  const own = w.victim.session as Session;
  const answer = await put(w, '/user', { password: password(w) }, own);
  if (answer.status !== 200) return;
  endSessions(w, own.account, own.id);
  recordAccessCut(w, own.account, event);
  account(w).password_since = w.now;
}

async function signInAsVictim(w: ModelState, person: Person, pkce: boolean): Promise<void> {
  const { session: direct, code } = await signInWith(w, person, pkce);
  const entered = code === null ? direct : await exchangeAuthCode(w, code);
  if (entered !== null) recordVictimConfirmed(w, entered, 'a provider that verified the address');
}

export const VICTIM_ACTIONS: Record<string, ModelOperation> = {
  'victim asks for a message': {
    when: alwaysPossible,
    async run(w, { n, pkce }) {
      const { path, kinds } = WAYS[n % 3] as (typeof WAYS)[number];
      await requestMessage(w, kinds, () => post(w, path, { email: w.victim.email, ...pkceMembers(pkce) }));
    },
  },
  'victim opens the newest message that she waits for': {
    when: (w) => w.victim.waits !== null,
    run: (w, { n }) => openNewestMessage(w, n % 2 === 1),
  },
  'victim gets in by her mailbox': { when: alwaysPossible, run: (w, { n, pkce }) => requestAndOpen(w, n, pkce) },
  'victim signs up': {
    when: victimHasNoAccount,
    async run(w, { n, pkce }) {
      const { email } = w.victim;
      let entered: Session | null = null;
      await requestMessage(w, /^confirmation$/, async () => {
        entered = readSession(w, await post(w, '/signup', { email, password: password(w), ...pkceMembers(pkce) }));
      });
      if (entered !== null) recordVictimConfirmed(w, entered, 'a sign-up under autoconfirm');
      else await openNewestMessage(w, n % 2 === 1 && !pkce);
    },
  },
  'victim gets in by her phone': {
    when: alwaysPossible,
    async run(w) {
      const { phone } = w.victim;
      await w.system.deliver(phone);
      const answer = await post(w, '/otp', { phone });
      const direct = readSession(w, answer);
      const message = (await w.system.deliver(phone)).at(-1);
      const entered =
        direct ??
        (message === undefined
          ? null
          : readSession(w, await post(w, '/verify', { type: 'sms', phone, token: message.code })));
      if (entered !== null) recordVictimConfirmed(w, entered, 'the first proof by SMS');
    },
  },
  'victim signs in with an identity that has her verified address': {
    when: alwaysPossible,
    run: (w, { pkce }) => signInAsVictim(w, { ...w.victim.persons[0], email: w.victim.email }, pkce),
  },
  'victim signs in with an identity that has her unverified address and opens its mail': {
    when: victimHasNoAccount,
    async run(w, { n }) {
      await requestMessage(w, /^confirmation$/, () =>
        signInWith(w, { ...w.victim.persons[2], email: w.victim.email }, false),
      );
      await openNewestMessage(w, n % 2 === 1);
    },
  },
  'victim signs in anonymously and takes her address': {
    when: victimHasNoAccount,
    async run(w, { n }) {
      const visitor = readSession(w, await post(w, '/signup', {}));
      if (visitor === null) return;
      await requestMessage(w, /^email_change$/, () => put(w, '/user', { email: w.victim.email }, visitor));
      await openNewestMessage(w, n % 2 === 1);
    },
  },
  'victim sets a new password': { when: inside, run: (w) => setPassword(w, 'a new password') },
  'victim recovers and sets a new password': {
    when: alwaysPossible,
    async run(w, { pkce }) {
      await requestAndOpen(w, 1, pkce);
      if (inside(w)) await setPassword(w, 'a recovery with a new password');
    },
  },
  'victim signs out': {
    when: inside,
    async run(w, { n }) {
      const own = findVictimsSession(w) as Session;
      const scope = (['global', 'others', 'local'] as const)[n % 3] as 'global' | 'others' | 'local';
      const answer = await post(w, `/logout?scope=${scope}`, undefined, own);
      if (answer.status !== 204) return;
      if (scope === 'local') {
        w.ended.add(own.id);
        return;
      }
      endSessions(w, own.account, scope === 'others' ? own.id : undefined);
      recordAccessCut(w, own.account, scope === 'others' ? 'a sign-out of the others' : 'a global sign-out');
    },
  },
  'victim enrols and verifies a factor': {
    when: (w) => inside(w) && w.victim.factor === null,
    async run(w) {
      const own = findVictimsSession(w) as Session;
      const enrolled = await post(w, '/factors', { factor_type: 'totp', friendly_name: `hers ${w.now}` }, own);
      if (enrolled.status !== 200) return;
      const { id, totp } = enrolled.body;
      const raised = await verifyFactor(w, own, id, totp.secret);
      if (raised === null) return;
      w.victim.factor = { id, account: own.account };
      w.victim.session = raised;
      endSessions(w, own.account, own.id);
      recordAccessCut(w, own.account, 'the first factor');
    },
  },
  'victim registers a passkey': {
    when: inside,
    async run(w) {
      const own = findVictimsSession(w) as Session;
      const started = await post(w, '/passkeys/registration/options', undefined, own);
      if (started.status !== 200) return;
      const { challenge_id, options } = started.body;
      const credential = new Authenticator().create(options as CreationOptions);
      const answer = await post(w, '/passkeys/registration/verify', { challenge_id, credential }, own);
      if (answer.status === 200) w.victim.passkeys.add(answer.body.id);
    },
  },
  'victim ends another session': {
    when: inside,
    async run(w, { n }) {
      const own = findVictimsSession(w) as Session;
      const others = w.attacker.sessions.filter(({ id, account: of }) => of === own.account && id !== own.id);
      if (others.length === 0) return;
      const { id } = pickFromEnd(others, n);
      const answer = await request(w, 'DELETE', `/sessions/${id}`, undefined, own);
      if (answer.status >= 300) return;
      w.ended.add(id);
      recordAccessCut(w, own.account, 'the end of another session');
    },
  },
  'victim begins to link her identity': {
    when: (w) => inside(w) && w.victim.links.length === 0,
    async run(w, { pkce }) {
      const own = findVictimsSession(w) as Session;
      const [, person] = w.victim.persons;
      const url = await startIdentityLink(w, own, person, pkce);
      if (url === null) return;
      w.victim.links = [{ url, pkce, person, account: own.account, session: own.id, since: w.now }];
    },
  },
  'victim finishes her link': {
    when: (w) => w.victim.links.length > 0,
    run: finishVictimsLink,
  },
  'victim unlinks an identity': {
    when: inside,
    async run(w) {
      const own = findVictimsSession(w) as Session;
      const { body } = await get(w, '/user', own);
      const identities = body.identities ?? [];
      const external = identities.find(({ provider }) => provider !== 'email' && provider !== 'phone');
      if (external === undefined) return;
      const named = identities.filter(({ email }) => email !== undefined && email === body.email);
      const answer = await request(w, 'DELETE', `/user/identities/${external.identity_id}`, undefined, own);
      if (answer.status !== 200) return;
      recordAccessCut(w, own.account, 'an identity was unlinked');
      // The victim loses the address with the last identity that has it.
      if (named.length === 1 && named[0] === external) account(w).spoiled = true;
    },
  },
  'victim merges another account of hers': { when: inside, run: mergeVictimsOtherAccount },
  'victim changes her e-mail address': {
    when: (w) => inside(w) && w.victim.email === w.victim.emails[0],
    run: changeVictimsEmail,
  },
  'victim adds her phone': {
    when: inside,
    async run(w) {
      const own = findVictimsSession(w) as Session;
      const { phone } = w.victim;
      await w.system.deliver(phone);
      const answer = await put(w, '/user', { phone }, own);
      const message = (await w.system.deliver(phone)).at(-1);
      if (answer.status === 200 && message !== undefined)
        await post(w, '/verify', { type: 'phone_change', phone, token: message.code });
    },
  },
};

async function finishVictimsLink(w: ModelState): Promise<void> {
  const [link] = w.victim.links.splice(0, 1);
  if (link === undefined) return;
  const hers = w.hers.get(link.account);
  const { session: direct, code, error } = await returnFromProvider(w, link.url, link.person);
  const entered = code === null ? direct : await exchangeAuthCode(w, code);
  const { body } = await sendAdminRequest(w, 'GET', `/admin/users/${link.account}`);
  const identities: { id: string }[] = body.identities ?? [];
  const linked = identities.some(({ id }) => id === link.person.id);
  const counts =
    hers !== undefined &&
    !hers.banned &&
    !hers.deleted &&
    !hers.spoiled &&
    link.since > hers.cut &&
    !w.ended.has(link.session);
  if (counts) checkFlowCompleted(w, 'a link that she began after the last cut', linked, error);
  if (linked && entered !== null) w.victim.session = entered;
}

/**
 * Merges another account of the victim into the current one: an anonymous account, or the account of an identity
 * without an address.
 */
async function mergeVictimsOtherAccount(w: ModelState, { n, pkce }: SequenceStep): Promise<void> {
  const own = findVictimsSession(w) as Session;
  if (n % 2 === 0) {
    const visitor = readSession(w, await post(w, '/signup', {}));
    if (visitor !== null) await mergeAccounts(w, own, visitor);
    return;
  }
  const { session: direct, code } = await signInWith(w, w.victim.persons[1], pkce);
  const other = code === null ? direct : await exchangeAuthCode(w, code);
  if (other === null || other.account === own.account) return;
  recordVictimConfirmed(w, other, 'an identity without an address');
  Object.assign(w.victim, { session: own, home: own.account });
  w.aud = own.aud; // the provider's sign-in may have opened an account of another audience
  if (!(await mergeAccounts(w, own, other))) return;
  moveCredentials(w, other, own);
  if (w.hers.get(other.account)?.shared) Object.assign(account(w), { shared: true, spoiled: true });
}

/** Changes the e-mail address. The victim confirms the change in both mailboxes. */
async function changeVictimsEmail(w: ModelState): Promise<void> {
  const own = findVictimsSession(w) as Session;
  const [before, after] = w.victim.emails;
  for (const address of [before, after]) await w.system.deliver(address);
  const answer = await put(w, '/user', { email: after }, own);
  if (answer.status !== 200) return;
  for (const address of [before, after])
    for (const message of await w.system.deliver(address))
      if (message.kind === 'email_change') await openMailLink(w, message);
  const { body } = await get(w, '/user', own);
  if (body.email === after) w.victim.email = after;
}
