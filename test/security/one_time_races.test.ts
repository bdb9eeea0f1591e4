// Ten parallel uses of every kind of link and code, through two gateways: one session or one effect each (issue 5, 7).
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../flows/admin.ts';
import { claimsOf } from '../flows/client.ts';
import { type Answer, bearer, fragment, newEmail, startStack } from '../stack.ts';
import { codeOf, ring, type TokenRow } from './surface.ts';

const TEST_PHONE = '4915400000000';
const ENV = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_PROVIDER: 'twilio',
  SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
  SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
  SVC_SMS_TEST_OTP: `${TEST_PHONE}:424242`,
  SVC_RATE_LIMIT_SMS_SENT: '1000000',
  SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
  SVC_SECURITY_HASH_CONCURRENCY: '4',
};
const stack = await startStack({ worker: false, env: ENV });
const other = await stack.another();
test.after(() => stack.close());

const { sql } = stack.db;
const PASSWORD = 'correct horse battery';
const nodes = [stack, other] as const;
type Use = (node: (typeof nodes)[number], index: number) => Promise<Answer>;
const ten = (use: Use): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 10 }, (_, index) => use(nodes[index % 2] as (typeof nodes)[number], index)));
let numbers = 0;
const newPhone = () => `491550${String(++numbers).padStart(6, '0')}`;

type Live = TokenRow & { address: string };
/** The live token of a kind, as if its message had arrived. */
async function live(address: string, kind: string): Promise<Live> {
  const [token] = await sql<Live[]>`
    update auth.one_time_tokens set expires_at = auth_lib.clock() + valid_for
    where address = ${address} and kind = ${kind} returning *`;
  if (!token) throw new Error(`no ${kind} token for ${address}`);
  return token;
}
const sessions = async (id: string) => (await sql`select 1 from auth.sessions where user_id = ${id}`).length;
const audited = async (id: string, action: string) =>
  (await sql`select 1 from auth.audit_log where actor_id = ${id} and ${action} = any (actions)`).length;

/** Whoever got a session, by POST or by redirect; the others were refused politely. */
function winners(answers: Answer[]): string[] {
  const tokens = answers.map((answer) => answer.body.access_token ?? fragment(answer).get('access_token'));
  answers.forEach(({ status, body, text }, index) => {
    if (!tokens[index]) assert.ok(status === 303 || (status === 403 && body.error_code === 'otp_expired'), text);
  });
  return tokens.filter(Boolean).map((token) => String(claimsOf(String(token)).sub));
}

/** A confirmed user with a session. */
async function person() {
  const email = newEmail();
  const { body } = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  const signedIn = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  return { email, id: String(body.id), headers: bearer(signedIn.body.access_token) };
}

// Each prepares a token of its kind and answers whose it is, how it is typed, and the type its link has, if any.
interface Prepared {
  id: string;
  token: Live;
  body: Record<string, string>;
  link?: string;
}
const KINDS: Record<string, () => Promise<Prepared>> = {
  signup: async () => {
    const email = newEmail();
    const { body } = await stack.post('/signup', { email, password: PASSWORD });
    return {
      id: String(body.id),
      token: await live(email, 'confirmation'),
      body: { type: 'signup', email },
      link: 'signup',
    };
  },
  invite: async () => {
    const email = newEmail();
    const { body } = await stack.post('/invite', { email }, SERVICE);
    return {
      id: String(body.id),
      token: await live(email, 'confirmation'),
      body: { type: 'invite', email },
      link: 'invite',
    };
  },
  recovery: async () => {
    const { email, id } = await person();
    await stack.post('/recover', { email });
    return { id, token: await live(email, 'recovery'), body: { type: 'recovery', email }, link: 'recovery' };
  },
  magiclink: async () => {
    const { email, id } = await person();
    await stack.post('/magiclink', { email });
    return { id, token: await live(email, 'recovery'), body: { type: 'email', email }, link: 'magiclink' };
  },
  'a generated link': async () => {
    const { email, id } = await person();
    await stack.post('/admin/generate_link', { type: 'recovery', email }, SERVICE);
    return { id, token: await live(email, 'recovery'), body: { type: 'recovery', email }, link: 'recovery' };
  },
  'sms of a sign-up': async () => {
    const phone = newPhone();
    const { body } = await stack.post('/signup', { phone, password: PASSWORD });
    return { id: String(body.id), token: await live(phone, 'sms'), body: { type: 'sms', phone } };
  },
  'sms of a sign-in': async () => {
    const phone = newPhone();
    const { body } = await stack.post('/admin/users', { phone, phone_confirm: true }, SERVICE);
    await stack.post('/otp', { phone });
    return { id: String(body.id), token: await live(phone, 'sms'), body: { type: 'sms', phone } };
  },
  phone_change: async () => {
    const { id, headers } = await person();
    const phone = newPhone();
    await stack.request('PUT', '/user', { phone }, headers);
    return { id, token: await live(phone, 'phone_change'), body: { type: 'phone_change', phone } };
  },
};

for (const [kind, prepare] of Object.entries(KINDS)) {
  test(`${kind}: ten times its code, its link, and both at once: one session`, async () => {
    const rounds = [
      ['code'],
      ...(kind.startsWith('sms') || kind === 'phone_change' ? [] : [['link'], ['code', 'link', 'hash']]),
    ];
    for (const ways of rounds) {
      const { id, token, body, link } = await prepare();
      const before = await sessions(id);
      const answers = await ten((node, index) => {
        const way = ways[index % ways.length];
        if (way === 'code') return node.post('/verify', { ...body, token: codeOf(token) });
        const hash = ring.sealLink(token.id);
        if (way === 'hash') return node.post('/verify', { type: link, token_hash: hash });
        return node.get(`/verify?type=${link}&token=${hash}`);
      });
      assert.equal(winners(answers), [id], `${kind} by ${ways}`);
      assert.is((await sessions(id)) - before, 1);
      assert.equal([...(await sql`select 1 from auth.one_time_tokens where user_id = ${id}`)], []);
    }
  });
}

test('the fixed code of a test number, which needs no token: each use is a sign-in of the one user, none a fault', async () => {
  const { body } = await stack.post('/signup', { phone: TEST_PHONE, password: PASSWORD });
  const answers = await ten((node) => node.post('/verify', { type: 'sms', phone: TEST_PHONE, token: '424242' }));
  for (const answer of answers) assert.ok([200, 403].includes(answer.status), answer.text);
  const users = winners(answers);
  assert.ok(users.length >= 1 && users.every((id) => id === body.id));
  assert.is(await sessions(String(body.id)), users.length);
});

test('email_change: ten times each of both mails, at once: one change, one session', async () => {
  for (const ways of [['code'], ['link'], ['code', 'link', 'hash']]) {
    const { email, id, headers } = await person();
    const next = newEmail();
    await stack.request('PUT', '/user', { email: next }, headers);
    const both = [await live(email, 'email_change_current'), await live(next, 'email_change_new')] as const;
    const before = await sessions(id);
    const use = (token: Live): Promise<Answer[]> =>
      ten((node, index) => {
        const way = ways[index % ways.length];
        const hash = ring.sealLink(token.id);
        if (way === 'code') {
          return node.post('/verify', { type: 'email_change', email: token.address, token: codeOf(token) });
        }
        if (way === 'hash') return node.post('/verify', { type: 'email_change', token_hash: hash });
        return node.get(`/verify?type=email_change&token=${hash}`);
      });
    const answers = (await Promise.all(both.map(use))).flat();
    const half = answers.filter((answer) =>
      String(answer.body.msg ?? fragment(answer).get('message')).startsWith('Confirmation link accepted'),
    );
    assert.is(half.length, 1, `${ways}`);
    assert.equal(winners(answers.filter((answer) => !half.includes(answer))), [id], `${ways}`);
    assert.is((await sessions(id)) - before, 1);
    const [user] = await sql`select email, new_email, email_change_status from auth.users where id = ${id}`;
    assert.equal({ ...user }, { email: next, new_email: null, email_change_status: 0 });
    // The request is one row with the action, the change another; the first of two confirmations is none.
    assert.is(await audited(id, 'user_modified'), 2);
  }
});

test('reauthentication: ten changes of password by one nonce: one is made, by mail and by SMS', async () => {
  const phone = newPhone();
  const { body } = await stack.post('/admin/users', { phone, password: PASSWORD, phone_confirm: true }, SERVICE);
  const signedIn = await stack.post('/token?grant_type=password', { phone, password: PASSWORD });
  const byPhone = { id: String(body.id), address: phone, headers: bearer(signedIn.body.access_token) };
  const mail = await person();
  for (const { id, address, headers } of [byPhone, { ...mail, address: mail.email }]) {
    assert.is((await stack.get('/reauthenticate', headers)).status, 200);
    const nonce = codeOf(await live(address, 'reauthentication'));
    const answers = await ten((node, index) =>
      node.request('PUT', '/user', { password: `quite another ${index}`, nonce }, headers),
    );
    const made = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    assert.is(made.length, 1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assert.equal([answer.status, answer.body.error_code], [422, 'reauthentication_not_valid'], answer.text);
    }
    assert.is(await audited(id, 'user_updated_password'), 1);
    const identity = address.includes('@') ? { email: address } : { phone: address };
    const tried = await ten((node, index) =>
      node.post('/token?grant_type=password', { ...identity, password: `quite another ${index}` }),
    );
    assert.equal(
      tried.flatMap(({ status }, index) => (status === 200 ? [index] : [])),
      made,
    );
  }
});

test('a link of a PKCE flow, ten times: one code, and ten exchanges of it: one session', async () => {
  const { email, id, headers } = await person();
  const code_verifier = 'v'.repeat(64);
  const pkce = {
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 's256',
  };
  const single = await stack.another({ SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' });
  const next = newEmail();
  await single.request('PUT', '/user', { email: next, ...pkce }, headers);
  const changes = [{ type: 'email_change', token: await live(next, 'email_change_new') }];
  for (const { type, token } of changes) {
    const path = `/verify?type=${type}&token=pkce_${ring.sealLink(token.id)}`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => single.get(path)));
    const codes = answers.flatMap(
      ({ headers: head }) => new URL(head.get('location') ?? '').searchParams.get('code') ?? [],
    );
    assert.is(codes.length, 1);
    const before = await sessions(id);
    const exchanged = await ten((node) => node.post('/token?grant_type=pkce', { auth_code: codes[0], code_verifier }));
    assert.is(exchanged.filter(({ status }) => status === 200).length, 1);
    assert.is((await sessions(id)) - before, 1);
  }
  assert.equal([...(await sql`select 1 from auth.users where email = ${email}`)], []);
});

test.run();
