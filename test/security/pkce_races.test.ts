// Parallel uses of one PKCE mail through two gateways. Link, hash and code belong to one token, so ten uses have one
// effect: a session or an authorization code. Ten exchanges of that code open one session.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf, ring } from '../support/database/sql_api.ts';
import { type Answer, newEmail } from '../support/processes/stack.ts';
import { PASSWORD, startRaceGateways, type ValidToken } from './races.ts';

const { stack, sql, ten, live, sessions, person } = await startRaceGateways({
  SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false',
});
test.after(() => stack.close());

const code_verifier = 'v'.repeat(64);
const PKCE = {
  code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  code_challenge_method: 's256',
};

interface PreparedFlow {
  id: string;
  token: ValidToken;
  /** Types of the link and of the code. */
  link: string;
  typed: string;
}
const KINDS: Record<string, () => Promise<PreparedFlow>> = {
  signup: async () => {
    const email = newEmail();
    const { body } = await stack.post('/signup', { email, password: PASSWORD, ...PKCE });
    return { id: String(body.id), token: await live(email, 'confirmation'), link: 'signup', typed: 'signup' };
  },
  'a new address at /otp': async () => {
    const email = newEmail();
    await stack.post('/otp', { email, ...PKCE });
    const token = await live(email, 'confirmation');
    return { id: token.user_id, token, link: 'signup', typed: 'email' };
  },
  magiclink: async () => {
    const { email, id } = await person();
    await stack.post('/magiclink', { email, ...PKCE });
    return { id, token: await live(email, 'recovery'), link: 'magiclink', typed: 'email' };
  },
  recovery: async () => {
    const { email, id } = await person();
    await stack.post('/recover', { email, ...PKCE });
    return { id, token: await live(email, 'recovery'), link: 'recovery', typed: 'recovery' };
  },
  email_change: async () => {
    const { id, headers } = await person();
    const next = newEmail();
    await stack.request('PUT', '/user', { email: next, ...PKCE }, headers);
    return { id, token: await live(next, 'email_change_new'), link: 'email_change', typed: 'email_change' };
  },
};

/** Returns the authorization codes in redirects. */
const codesIn = (answers: Answer[]): string[] =>
  answers.flatMap(({ headers }) => {
    const location = headers.get('location');
    return location === null ? [] : (new URL(location).searchParams.get('code') ?? []);
  });

for (const [kind, prepare] of Object.entries(KINDS)) {
  test(`${kind}: ten uses of its link, its code and its hash have one effect; ten exchanges one session`, async () => {
    for (const ways of [['link'], ['code'], ['hash'], ['link', 'code', 'hash']]) {
      const { id, token, link, typed } = await prepare();
      const before = await sessions(id);
      const hash = `pkce_${ring.sealLink(token.id)}`;
      const answers = await ten((node, index) => {
        const way = ways[index % ways.length];
        if (way === 'link') return node.get(`/verify?type=${link}&token=${hash}`);
        if (way === 'hash') return node.post('/verify', { type: link, token_hash: hash });
        return node.post('/verify', { type: typed, email: token.address, token: codeOf(token) });
      });
      for (const { status, text, body } of answers) {
        assert.ok(status === 303 || status === 200 || body.error_code === 'otp_expired', text);
      }
      const opened = answers.filter(({ body }) => body.access_token !== undefined).length;
      const codes = codesIn(answers);
      assert.is(opened + codes.length, 1, `${kind} by ${ways}`);
      assert.is((await sessions(id)) - before, opened);
      if (ways.length === 1 && ways[0] === 'link') assert.is(codes.length, 1, 'a link leads to a code');
      assert.equal([...(await sql`select 1 from auth.one_time_tokens where user_id = ${id}`)], []);

      const [auth_code = 'none'] = codes;
      const exchanged = await ten((node) => node.post('/token?grant_type=pkce', { auth_code, code_verifier }));
      assert.is(exchanged.filter(({ status }) => status === 200).length, codes.length, `${kind} by ${ways}`);
      assert.is((await sessions(id)) - before, 1, `${kind} by ${ways}`);
      if (codes.length === 0) continue;
      for (const { status, body, text } of exchanged.filter((one) => one.status !== 200)) {
        assert.equal([status, body.error_code], [404, 'flow_state_not_found'], text);
      }
    }
  });
}

test.run();
