// Account takeover before confirmation, over HTTP with real mails: a random sample of the sequences of
// takeover.test.ts, which states the invariant. first_password.ts computes the expected results. POSTERN_TEST_SEED sets
// the seed, which is printed.
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMovableClock } from '../support/database/clock.ts';
import { type Answer, newEmail, readRedirectFragment, type Stack, startStack } from '../support/processes/stack.ts';
import {
  ACTIONS,
  type ExpectedState,
  FIRST_PASSWORD,
  FIRST_SIGN_UP,
  OTHER_PASSWORD,
  type SignUpAction,
} from './first_password.ts';
import { createRandom, readSeed } from './random.ts';

const PATHS: Record<string, string> = {
  sign_up: '/signup',
  resend: '/resend',
  request_otp: '/otp',
  request_magic_link: '/magiclink',
  request_recovery: '/recover',
};
const ORDERS = 14;

let stack: Stack;
let forward: (by: string) => Promise<void>;
test.before(async () => {
  stack = await startStack();
  forward = await createMovableClock(stack.db.sql);
});
test.after(() => stack.close());

const verifier = randomBytes(32).toString('base64url');
const PKCE = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 's256',
};

/** A mail that the mailbox owner can still use. `confirmation` is true for the mail of a sign-up. */
interface ValidMail {
  path: string;
  code: string;
  confirmation: boolean;
}

async function runSequence(
  email: string,
  action: SignUpAction,
  mails: number,
): Promise<{ answer: Answer; mails: number; live?: ValidMail }> {
  if (!action.limited) await forward('901 seconds');
  const pkce = action.args.pkce === true ? PKCE : {};
  const answer = await stack.post(PATHS[action.call] as string, { email, ...action.args, ...pkce });
  if (action.limited) return { answer, mails };
  const mail = await stack.mail(email, mails + 1);
  return {
    answer,
    mails: mails + 1,
    live: { path: mail.path, code: mail.code, confirmation: mail.path.includes('type=signup') },
  };
}

async function signIn(email: string, password: string): Promise<string> {
  const answer = await stack.post('/token?grant_type=password', { email, password });
  return answer.status === 200 ? 'in' : String(answer.body.error_code);
}

/** Consumes a mail by its link, its code, or its hash in a POST. Returns true if the response has a session. */
async function consumeMail(email: string, live: ValidMail, way: string): Promise<boolean> {
  const query = new URLSearchParams(live.path.split('?')[1]);
  if (way === 'code') return (await stack.post('/verify', { type: 'email', email, token: live.code })).status === 200;
  if (way === 'posted') {
    const posted = await stack.post('/verify', { type: query.get('type'), token_hash: query.get('token') });
    return posted.status === 200;
  }
  const answer = await stack.get(live.path);
  assert.is(answer.status, 303);
  const auth_code = new URL(answer.headers.get('location') ?? '').searchParams.get('code');
  if (auth_code === null) return readRedirectFragment(answer).has('access_token');
  const body = { auth_code, code_verifier: verifier };
  return (await stack.post('/token?grant_type=pkce', body)).status === 200;
}

test('the invariant holds for a sample of orders of up to four requests, with and without PKCE', async () => {
  const seed = readSeed();
  const pick = createRandom(seed);
  const plain = ACTIONS.filter((action) => !action.limited);
  // A second request of the same purpose is limited. Directly after the first sign-up, the test sends such a request
  // with sign-ups only.
  const limited = ACTIONS.filter((action) => action.limited && action.call === 'sign_up');
  for (let order = 0; order < ORDERS; order += 1) {
    const email = newEmail();
    let state: ExpectedState = FIRST_SIGN_UP.after({ unbroken: false, unanimous: false });
    const started = await runSequence(email, FIRST_SIGN_UP, 0);
    const live = new Map<boolean, ValidMail>([[true, started.live as ValidMail]]);
    let { mails } = started;
    const names = [FIRST_SIGN_UP.name];
    for (let length = pick(4); length > 0; length -= 1) {
      const choices = names.length === 1 ? [...plain, ...limited] : plain;
      const chosen = choices[pick(choices.length)] as SignUpAction;
      const action = { ...chosen, args: { ...chosen.args, pkce: pick(3) === 0 } };
      const done = await runSequence(email, action, mails);
      assert.is(done.answer.status, action.limited ? 429 : 200, `seed ${seed}: ${action.name} ${done.answer.text}`);
      mails = done.mails;
      if (done.live) live.set(done.live.confirmation, done.live);
      state = action.after(state);
      names.push(`${action.name}${action.args.pkce ? ' pkce' : ''}`);
    }
    assert.is.not(await signIn(email, FIRST_PASSWORD), 'in');
    const [used] = [...live.values()].slice(pick(live.size));
    const way = ['link', 'code', 'posted'][pick(3)] as string;
    const about = `seed ${seed}: ${names.join(', ')}; ${used?.confirmation ? 'confirmation' : 'recovery'} by ${way}`;
    assert.ok(await consumeMail(email, used as ValidMail, way), about);
    const works = used?.confirmation && state.unbroken && state.unanimous;
    assert.is(await signIn(email, FIRST_PASSWORD), works ? 'in' : 'invalid_credentials', about);
    assert.is(await signIn(email, OTHER_PASSWORD), 'invalid_credentials', about);
    for (const other of live.values())
      assert.not(await consumeMail(email, other, 'posted'), `${about}: a mail from before`);
  }
  console.log(`${ORDERS} orders, seed ${seed}`);
});

test.run();
