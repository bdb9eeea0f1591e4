// Ten parallel uses of each kind of link and code through two gateways open one session or have one effect.
// pkce_races.test.ts covers PKCE flows.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { codeOf, ring } from '../support/database/sql_api.ts';
import { type Answer, bearer, newEmail, readRedirectFragment, type TestGateway } from '../support/processes/stack.ts';
import { openedSessions, PASSWORD, startRaceGateways, TEST_PHONE, type ValidToken } from './races.ts';

const { stack, sql, newPhone, ten, live, sessions, audited, person } = await startRaceGateways();
const single = await stack.another({ SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' });
test.after(() => stack.close());

// A one-time token: its user, the body that submits its code, and the type of its link, if any.
interface PreparedToken {
  id: string;
  token: ValidToken;
  body: Record<string, string>;
  link?: string;
  /** Gateway with the settings that this kind of token needs; absent for the default gateways. */
  by?: TestGateway;
}

/** Generates a link as an administrator, for a new or a known user. */
async function generateLink(type: string): Promise<PreparedToken> {
  const email = type === 'signup' || type === 'invite' ? newEmail() : (await person()).email;
  const new_email = newEmail();
  const by = type === 'email_change_new' ? single : stack;
  const { body } = await by.post('/admin/generate_link', { type, email, new_email, password: PASSWORD }, SERVICE);
  const kind = { signup: 'confirmation', invite: 'confirmation', magiclink: 'recovery' }[type] ?? type;
  const link = type === 'email_change_new' ? 'email_change' : type;
  const address = type === 'email_change_new' ? new_email : email;
  const token = await live(address, kind);
  assert.is(body.hashed_token, ring.sealLink(token.id));
  return {
    id: String(body.id),
    token,
    body: { type: link, email: address },
    link,
    by: type === 'email_change_new' ? by : undefined,
  };
}
const KINDS: Record<string, () => Promise<PreparedToken>> = {
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
  'an address that is new to /otp': async () => {
    const email = newEmail();
    await stack.post('/otp', { email });
    const token = await live(email, 'confirmation');
    return { id: token.user_id, token, body: { type: 'email', email }, link: 'email' };
  },
  'email_change by one mail': async () => {
    const { id, headers } = await person();
    const email = newEmail();
    await single.request('PUT', '/user', { email }, headers);
    const token = await live(email, 'email_change_new');
    return { id, token, body: { type: 'email_change', email }, link: 'email_change', by: single };
  },
  ...Object.fromEntries(
    (['signup', 'invite', 'magiclink', 'recovery', 'email_change_new'] as const).map((type) => [
      `a generated link of ${type}`,
      () => generateLink(type),
    ]),
  ),
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
  test(`${kind}: ten uses of its code, its link, and both at once open one session`, async () => {
    const rounds = [
      ['code'],
      ...(kind.startsWith('sms') || kind === 'phone_change' ? [] : [['link'], ['code', 'link', 'hash']]),
    ];
    for (const ways of rounds) {
      const { id, token, body, link, by } = await prepare();
      const before = await sessions(id);
      const answers = await ten((either, index) => {
        const node = by ?? either;
        const way = ways[index % ways.length];
        if (way === 'code') return node.post('/verify', { ...body, token: codeOf(token) });
        const hash = ring.sealLink(token.id);
        if (way === 'hash') return node.post('/verify', { type: link, token_hash: hash });
        return node.get(`/verify?type=${link}&token=${hash}`);
      });
      assert.equal(openedSessions(answers), [id], `${kind} by ${ways}`);
      assert.is((await sessions(id)) - before, 1);
      assert.equal([...(await sql`select 1 from auth.one_time_tokens where user_id = ${id}`)], []);
    }
  });
}

test('the fixed code of a test number: parallel uses sign in its user or are 403', async () => {
  const { body } = await stack.post('/signup', { phone: TEST_PHONE, password: PASSWORD });
  const answers = await ten((node) => node.post('/verify', { type: 'sms', phone: TEST_PHONE, token: '424242' }));
  for (const answer of answers) assert.ok([200, 403].includes(answer.status), answer.text);
  const users = openedSessions(answers);
  assert.ok(users.length >= 1 && users.every((id) => id === body.id));
  assert.is(await sessions(String(body.id)), users.length);
});

/** Both ways to change an address: a request by the user, and two links generated by an administrator. */
const CHANGES: Record<string, (o: { email: string; next: string; headers: Record<string, string> }) => Promise<void>> =
  {
    asked: async ({ next, headers }) => {
      assert.is((await stack.request('PUT', '/user', { email: next }, headers)).status, 200);
    },
    generated: async ({ email, next }) => {
      for (const type of ['email_change_current', 'email_change_new']) {
        const { status } = await stack.post('/admin/generate_link', { type, email, new_email: next }, SERVICE);
        assert.is(status, 200);
      }
    },
  };
const ROUNDS = Object.keys(CHANGES).flatMap((way) =>
  [['code'], ['link'], ['code', 'link', 'hash']].map((ways) => [way, ways] as const),
);

test('email_change, requested or generated: ten parallel uses of each of both mails make one change and one session', async () => {
  for (const [asking, ways] of ROUNDS) {
    const { email, id, headers } = await person();
    const next = newEmail();
    await CHANGES[asking]?.({ email, next, headers });
    const both = [await live(email, 'email_change_current'), await live(next, 'email_change_new')] as const;
    const before = await sessions(id);
    const use = (token: ValidToken): Promise<Answer[]> =>
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
      String(answer.body.msg ?? readRedirectFragment(answer).get('message')).startsWith('Confirmation link accepted'),
    );
    assert.is(half.length, 1, `${ways}`);
    assert.equal(openedSessions(answers.filter((answer) => !half.includes(answer))), [id], `${ways}`);
    assert.is((await sessions(id)) - before, 1);
    const [user] = await sql`select email, new_email, email_change_status from auth.users where id = ${id}`;
    assert.equal({ ...user }, { email: next, new_email: null, email_change_status: 0 });
    // A request by the user and the completed change write one audit entry each. Generated links and the first of two
    // confirmations write none.
    assert.is(await audited(id, 'user_modified'), asking === 'asked' ? 2 : 1);
  }
});

test('reauthentication: ten changes of password with one nonce make one change, by mail and by SMS', async () => {
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

test.run();
