// runner: when=sql,gateway,core

// Link flows that start while access to an account is cut, or while the mailbox owner confirms the address. None of
// them links an identity afterwards. Both halves of a flow lock the user, and the epoch decides.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, readSeed } from './random.ts';
import {
  exchangeAuthCode,
  openMailLink,
  post,
  put,
  returnFromProvider,
  sendAdminRequest,
  signInByPassword,
  signInWith,
  startIdentityLink,
} from './takeover/browser.ts';
import { createInitialState, type ModelState, type Session } from './takeover/state.ts';
import { type SystemUnderTest, startSystem } from './takeover/system.ts';

const RACES = 60;
const LINKS = 4;

let system: SystemUnderTest;
test.before(async () => {
  system = await startSystem();
});
test.after(() => system.close());

const seed = readSeed();
console.log(`seed ${seed}`);
const chance = createRandom(seed);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a confirmed account with two sessions: the owner's and an attacker's. */
async function createTwoSessions(w: ModelState): Promise<[Session, Session]> {
  const { email } = w.victim;
  const password = 'correct horse battery';
  await sendAdminRequest(w, 'POST', '/admin/users', { email, password, email_confirm: true });
  const owner = await signInByPassword(w, { email }, password);
  const thief = await signInByPassword(w, { email }, password);
  if (owner === null || thief === null) throw new Error('the owner cannot sign in');
  return [owner, thief];
}

/**
 * Creates an attacker's session in an unconfirmed account. Returns the session and a function that opens the
 * confirmation mail.
 */
async function createAttackersSession(w: ModelState): Promise<[Session, () => Promise<Session | null>]> {
  const { session } = await signInWith(w, w.attacker.persons[0], false);
  if (session === null) throw new Error('the stranger cannot sign in');
  await system.deliver(w.victim.email);
  await post(w, '/otp', { email: w.victim.email });
  const message = (await system.deliver(w.victim.email)).at(-1);
  if (message === undefined) throw new Error('no mail has come');
  return [session, () => openMailLink(w, message)];
}

const CUTS: Record<string, (w: ModelState, owner: Session) => Promise<unknown>> = {
  'a sign-out everywhere': (w, owner) => post(w, '/logout?scope=global', undefined, owner),
  'a sign-out of the others': (w, owner) => post(w, '/logout?scope=others', undefined, owner),
  'a new password': (w, owner) => put(w, '/user', { password: 'another horse battery' }, owner),
  'the end of all sessions by an administrator': (w, { account }) =>
    sendAdminRequest(w, 'DELETE', `/admin/users/${account}/sessions`),
};

/**
 * Starts link flows at moments around the cut, then completes them. Returns how many started and how many linked an
 * identity.
 */
async function raceLinks(
  w: ModelState,
  thief: Session,
  cut: () => Promise<unknown>,
): Promise<{ begun: number; linked: number }> {
  const [, , bare] = w.attacker.persons;
  const begin = async (delay: number): Promise<string | null> => {
    await pause(delay);
    return startIdentityLink(w, thief, bare, delay % 2 === 1);
  };
  const [, ...urls] = await Promise.all([
    pause(chance(LINKS)).then(cut),
    ...Array.from({ length: LINKS }, (_, at) => begin(at)),
  ]);
  const begun = urls.filter((url): url is string => url !== null);
  for (const [at, url] of begun.entries()) {
    const { code } = await returnFromProvider(w, url, { ...bare, id: `race${at}.${bare.id}` });
    if (code !== null) await exchangeAuthCode(w, code);
  }
  const { body } = await sendAdminRequest(w, 'GET', `/admin/users/${thief.account}`);
  const linked = (body.identities ?? []).filter(({ id }: { id: string }) => id.startsWith('race')).length;
  return { begun: begun.length, linked };
}

/** Runs the races. `starts` is true if some links must start before the cut, and false if none may. */
async function runRaces(
  of: (w: ModelState) => Promise<{ begun: number; linked: number }>,
  starts = true,
): Promise<void> {
  const total = { begun: 0, linked: 0 };
  for (let round = 0; round < RACES; round += 1) {
    const { begun, linked } = await of(createInitialState(system, 'unverified sign-ins'));
    total.begun += begun;
    total.linked += linked;
  }
  console.log(`${RACES} races, ${total.begun} links were begun, ${total.linked} came through`);
  assert.is(total.begun > 0, starts, 'links that were begun');
  assert.is(total.linked, 0);
}

for (const [name, cut] of Object.entries(CUTS)) {
  test(`no link started during ${name} adds an identity`, () =>
    runRaces(async (w) => {
      const [owner, thief] = await createTwoSessions(w);
      return raceLinks(w, thief, () => cut(w, owner));
    }));
}

test('a stranger’s session starts no link during the first proof, neither before nor after it', () =>
  runRaces(async (w) => {
    const [stranger, prove] = await createAttackersSession(w);
    return raceLinks(w, stranger, async () => assert.ok(await prove(), 'the proof succeeds'));
  }, false));

test.run();
