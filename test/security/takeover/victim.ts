// Actions of the victim: she opens only messages of a kind that she requested, signs in, and cuts access when she
// notices something.
import { Authenticator, type CreationOptions } from '../../support/clients/authenticator.ts';
import {
  admin,
  challenged,
  comeBack,
  departToLink,
  exchange,
  get,
  open,
  post,
  put,
  request,
  sessionIn,
  signInWith,
} from './browser.ts';
import { verifyFactor } from './factor.ts';
import { checkFinished } from './invariants.ts';
import { merges, moveCredentials } from './merge.ts';
import { always, type Operation, pick, unowned } from './operation.ts';
import {
  type Account,
  cut,
  endSessions,
  herSession,
  home,
  owns,
  type Session,
  type Step,
  type World,
} from './state.ts';
import type { Person } from './system.ts';

const inside = (w: World): boolean => herSession(w) !== null;

/** Returns her account, which exists wherever `inside` is true. */
const account = (w: World): Account => home(w) as Account;

const password = (w: World): string => `victims password ${w.now} ${w.victim.emails[0]}`;

/** Requests a message and discards all earlier ones. */
async function ask(w: World, kinds: RegExp, work: () => Promise<unknown>): Promise<void> {
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

/** Opens the newest message of an expected kind, by its link or by its code. */
async function openNewest(w: World, by_code: boolean): Promise<void> {
  const { victim } = w;
  victim.mailbox.push(...(await w.system.deliver(victim.email)));
  const { waits } = victim;
  const message = waits === null ? undefined : victim.mailbox.findLast(({ kind }) => waits.test(kind));
  if (message === undefined) return;
  victim.waits = null;
  const type = message.kind === 'recovery' ? 'recovery' : 'email';
  const opened =
    by_code && message.kind !== 'email_change'
      ? sessionIn(w, await post(w, '/verify', { type, email: victim.email, token: message.code }))
      : await open(w, message);
  if (opened === null) return;
  const known = w.hers.has(opened.account);
  owns(w, opened, 'the first proof by mail');
  if (known && message.kind === 'recovery') cut(w, opened.account, 'a recovery');
}

/** Requests a message and opens it. */
async function proves(w: World, n: number, pkce: boolean): Promise<void> {
  const { path, kinds } = WAYS[n % 3] as (typeof WAYS)[number];
  await ask(w, kinds, () => post(w, path, { email: w.victim.email, ...challenged(pkce) }));
  await openNewest(w, n % 2 === 1 && !pkce);
}

async function setPassword(w: World, event: string): Promise<void> {
  const own = w.victim.session as Session;
  const answer = await put(w, '/user', { password: password(w) }, own);
  if (answer.status !== 200) return;
  endSessions(w, own.account, own.id);
  cut(w, own.account, event);
  account(w).password_since = w.now;
}

async function signsInWith(w: World, person: Person, pkce: boolean): Promise<void> {
  const { session: direct, code } = await signInWith(w, person, pkce);
  const entered = code === null ? direct : await exchange(w, code);
  if (entered !== null) owns(w, entered, 'a provider that verified the address');
}

export const VICTIM: Record<string, Operation> = {
  'victim asks for a message': {
    when: always,
    async run(w, { n, pkce }) {
      const { path, kinds } = WAYS[n % 3] as (typeof WAYS)[number];
      await ask(w, kinds, () => post(w, path, { email: w.victim.email, ...challenged(pkce) }));
    },
  },
  'victim opens the newest message that she waits for': {
    when: (w) => w.victim.waits !== null,
    run: (w, { n }) => openNewest(w, n % 2 === 1),
  },
  'victim gets in by her mailbox': { when: always, run: (w, { n, pkce }) => proves(w, n, pkce) },
  'victim signs up': {
    when: unowned,
    async run(w, { n, pkce }) {
      const { email } = w.victim;
      let entered: Session | null = null;
      await ask(w, /^confirmation$/, async () => {
        entered = sessionIn(w, await post(w, '/signup', { email, password: password(w), ...challenged(pkce) }));
      });
      if (entered !== null) owns(w, entered, 'a sign-up under autoconfirm');
      else await openNewest(w, n % 2 === 1 && !pkce);
    },
  },
  'victim gets in by her phone': {
    when: always,
    async run(w) {
      const { phone } = w.victim;
      await w.system.deliver(phone);
      const answer = await post(w, '/otp', { phone });
      const direct = sessionIn(w, answer);
      const message = (await w.system.deliver(phone)).at(-1);
      const entered =
        direct ??
        (message === undefined
          ? null
          : sessionIn(w, await post(w, '/verify', { type: 'sms', phone, token: message.code })));
      if (entered !== null) owns(w, entered, 'the first proof by SMS');
    },
  },
  'victim signs in with an identity that has her verified address': {
    when: always,
    run: (w, { pkce }) => signsInWith(w, { ...w.victim.persons[0], email: w.victim.email }, pkce),
  },
  'victim signs in with an identity that has her unverified address and opens its mail': {
    when: unowned,
    async run(w, { n }) {
      await ask(w, /^confirmation$/, () => signInWith(w, { ...w.victim.persons[2], email: w.victim.email }, false));
      await openNewest(w, n % 2 === 1);
    },
  },
  'victim signs in anonymously and takes her address': {
    when: unowned,
    async run(w, { n }) {
      const visitor = sessionIn(w, await post(w, '/signup', {}));
      if (visitor === null) return;
      await ask(w, /^email_change$/, () => put(w, '/user', { email: w.victim.email }, visitor));
      await openNewest(w, n % 2 === 1);
    },
  },
  'victim sets a new password': { when: inside, run: (w) => setPassword(w, 'a new password') },
  'victim recovers and sets a new password': {
    when: always,
    async run(w, { pkce }) {
      await proves(w, 1, pkce);
      if (inside(w)) await setPassword(w, 'a recovery with a new password');
    },
  },
  'victim signs out': {
    when: inside,
    async run(w, { n }) {
      const own = herSession(w) as Session;
      const scope = (['global', 'others', 'local'] as const)[n % 3] as 'global' | 'others' | 'local';
      const answer = await post(w, `/logout?scope=${scope}`, undefined, own);
      if (answer.status !== 204) return;
      if (scope === 'local') {
        w.ended.add(own.id);
        return;
      }
      endSessions(w, own.account, scope === 'others' ? own.id : undefined);
      cut(w, own.account, scope === 'others' ? 'a sign-out of the others' : 'a global sign-out');
    },
  },
  'victim enrols and verifies a factor': {
    when: (w) => inside(w) && w.victim.factor === null,
    async run(w) {
      const own = herSession(w) as Session;
      const enrolled = await post(w, '/factors', { factor_type: 'totp', friendly_name: `hers ${w.now}` }, own);
      if (enrolled.status !== 200) return;
      const { id, totp } = enrolled.body;
      const raised = await verifyFactor(w, own, id, totp.secret);
      if (raised === null) return;
      w.victim.factor = { id, account: own.account };
      w.victim.session = raised;
      endSessions(w, own.account, own.id);
      cut(w, own.account, 'the first factor');
    },
  },
  'victim registers a passkey': {
    when: inside,
    async run(w) {
      const own = herSession(w) as Session;
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
      const own = herSession(w) as Session;
      const others = w.attacker.sessions.filter(({ id, account: of }) => of === own.account && id !== own.id);
      if (others.length === 0) return;
      const { id } = pick(others, n);
      const answer = await request(w, 'DELETE', `/sessions/${id}`, undefined, own);
      if (answer.status >= 300) return;
      w.ended.add(id);
      cut(w, own.account, 'the end of another session');
    },
  },
  'victim begins to link her identity': {
    when: (w) => inside(w) && w.victim.links.length === 0,
    async run(w, { pkce }) {
      const own = herSession(w) as Session;
      const url = await departToLink(w, own, pkce);
      if (url === null) return;
      const [, person] = w.victim.persons;
      w.victim.links = [{ url, pkce, person, account: own.account, session: own.id, since: w.now }];
    },
  },
  'victim finishes her link': {
    when: (w) => w.victim.links.length > 0,
    run: finishesLink,
  },
  'victim unlinks an identity': {
    when: inside,
    async run(w) {
      const own = herSession(w) as Session;
      const { body } = await get(w, '/user', own);
      const identities = body.identities ?? [];
      const external = identities.find(({ provider }) => provider !== 'email' && provider !== 'phone');
      if (external === undefined) return;
      const named = identities.filter(({ email }) => email !== undefined && email === body.email);
      const answer = await request(w, 'DELETE', `/user/identities/${external.identity_id}`, undefined, own);
      if (answer.status !== 200) return;
      cut(w, own.account, 'an identity was unlinked');
      // Her address goes with the last identity that has it.
      if (named.length === 1 && named[0] === external) account(w).spoiled = true;
    },
  },
  'victim merges another account of hers': { when: inside, run: mergesAnother },
  'victim changes her e-mail address': {
    when: (w) => inside(w) && w.victim.email === w.victim.emails[0],
    run: changesEmail,
  },
  'victim adds her phone': {
    when: inside,
    async run(w) {
      const own = herSession(w) as Session;
      const { phone } = w.victim;
      await w.system.deliver(phone);
      const answer = await put(w, '/user', { phone }, own);
      const message = (await w.system.deliver(phone)).at(-1);
      if (answer.status === 200 && message !== undefined)
        await post(w, '/verify', { type: 'phone_change', phone, token: message.code });
    },
  },
};

async function finishesLink(w: World): Promise<void> {
  const [link] = w.victim.links.splice(0, 1);
  if (link === undefined) return;
  const hers = w.hers.get(link.account);
  const { session: direct, code, error } = await comeBack(w, link.url, link.person);
  const entered = code === null ? direct : await exchange(w, code);
  const { body } = await admin(w, 'GET', `/admin/users/${link.account}`);
  const identities: { id: string }[] = body.identities ?? [];
  const linked = identities.some(({ id }) => id === link.person.id);
  const counts =
    hers !== undefined &&
    !hers.banned &&
    !hers.deleted &&
    !hers.spoiled &&
    link.since > hers.cut &&
    !w.ended.has(link.session);
  if (counts) checkFinished(w, 'a link that she began after the last cut', linked, error);
  if (linked && entered !== null) w.victim.session = entered;
}

/** The other account is an anonymous one, or one that she opens with an identity without an address. */
async function mergesAnother(w: World, { n, pkce }: Step): Promise<void> {
  const own = herSession(w) as Session;
  if (n % 2 === 0) {
    const visitor = sessionIn(w, await post(w, '/signup', {}));
    if (visitor !== null) await merges(w, own, visitor);
    return;
  }
  const { session: direct, code } = await signInWith(w, w.victim.persons[1], pkce);
  const other = code === null ? direct : await exchange(w, code);
  if (other === null || other.account === own.account) return;
  owns(w, other, 'an identity without an address');
  Object.assign(w.victim, { session: own, home: own.account });
  w.aud = own.aud; // the provider's sign-in may have opened an account of another audience
  if (!(await merges(w, own, other))) return;
  moveCredentials(w, other, own);
  if (w.hers.get(other.account)?.shared) Object.assign(account(w), { shared: true, spoiled: true });
}

/** Both mailboxes are hers, and both confirm. */
async function changesEmail(w: World): Promise<void> {
  const own = herSession(w) as Session;
  const [before, after] = w.victim.emails;
  for (const address of [before, after]) await w.system.deliver(address);
  const answer = await put(w, '/user', { email: after }, own);
  if (answer.status !== 200) return;
  for (const address of [before, after])
    for (const message of await w.system.deliver(address)) if (message.kind === 'email_change') await open(w, message);
  const { body } = await get(w, '/user', own);
  if (body.email === after) w.victim.email = after;
}
