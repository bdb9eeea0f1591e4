// Sessions of staff that the database ends while their browser is signed in to the console, and the console of a
// service with a captcha.
// runner: when=console,gateway,core
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openProductionConsole } from '../../console/server/open.ts';
import { createLog } from '../../core/log.ts';
import { startGateway } from '../../gateway/main.ts';
import { findFreePort } from '../../gateway/server/ports.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { PASSWORD, startConsoleWithData } from '../support/processes/console_with_data.ts';
import { confirmedUser } from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';
import { createConsoleClient, type Headers } from './client.ts';

const world = await startConsoleWithData();
const { stack } = world;
const { send, signIn } = createConsoleClient(world);
test.after(() => world.close());

const idOf = async (cookies: Headers): Promise<string> =>
  ((await (await send('GET', '/admin/me', cookies)).json()) as { user_id: string }).user_id;

const ENDS: Record<string, [change: (id: string) => Promise<{ status: number }>, reason: string]> = {
  'its sessions were ended': [
    (id) => stack.request('DELETE', `/admin/users/${id}/sessions`, undefined, SERVICE),
    'Session from session_id claim in JWT does not exist',
  ],
  'it was deleted': [
    (id) => stack.request('DELETE', `/admin/users/${id}`, undefined, SERVICE),
    'User from sub claim in JWT does not exist',
  ],
  'it was banned': [
    (id) => stack.request('PUT', `/admin/users/${id}`, { ban_duration: '24h' }, SERVICE),
    'User is banned',
  ],
  'its role was taken away': [
    (id) => stack.request('PUT', `/admin/users/${id}`, { role: 'authenticated' }, SERVICE),
    'User not allowed',
  ],
};

for (const [what, [change, reason]] of Object.entries(ENDS)) {
  test(`an account signs in again after ${what}: the console says why, and deletes the cookie`, async () => {
    const { whole } = await signIn('service_role');
    assert.ok((await change(await idOf(whole))).status < 300);
    const answer = await send('GET', '/admin/users', whole);
    const { error_code, msg } = (await answer.json()) as { error_code: string; msg: string };
    assert.equal([answer.status, error_code], [401, 'console_session_expired']);
    assert.is(msg, `${reason}. Sign in to the console again.`);
    assert.match(answer.headers.get('set-cookie') ?? '', /^postern-console=; .*Max-Age=0/);
    const session = (await (await send('GET', '/console/session', whole)).json()) as { signed_in: boolean };
    assert.is(session.signed_in, false, 'the cookie that the browser kept signs nobody in');
  });
}

test('a browser that is not signed in learns neither the release nor the name of the database', async () => {
  const shown = async (cookies: Headers = {}) =>
    Object.keys((await (await send('GET', '/console/session', cookies)).json()) as object);
  assert.equal(await shown(), ['by', 'signed_in']);
  assert.equal(await shown((await signIn('audit_team')).whole), ['version', 'database', 'doctor', 'by', 'signed_in']);
});

test('a call that the role may not make, or about a user that does not exist, does not end the session', async () => {
  const { whole } = await signIn('support_team');
  const refused = await send('GET', '/admin/users', whole);
  const absent = await send('GET', '/admin/users/00000000-0000-4000-8000-000000000000', whole);
  assert.equal([refused.status, absent.status], [403, 404]);
  assert.equal([refused.headers.get('set-cookie'), absent.headers.get('set-cookie')], [null, null]);
  assert.is((await send('GET', '/admin/me', whole)).status, 200);
});

test('with a captcha, staff sign in by a passkey only, and send mails to users', async () => {
  const provider = await startThirdParty();
  provider.behaviour = () => ({ body: { success: true } });
  const port = await findFreePort();
  const settings = {
    ...stack.settings,
    ...{ console_port: port, console_host: '127.0.0.1', console_url: `http://127.0.0.1:${port}` },
    security_captcha_enabled: true,
    security_captcha_secret: 'a secret',
    security_captcha_url: `${provider.url}/siteverify`,
  };
  const log = createLog({ level: 'fatal' });
  const gateway = await startGateway({ settings, sources: stack.sources, log, listens: false });
  const guarded = await openProductionConsole({ settings, log, handler: gateway.handler });
  try {
    const there = createConsoleClient(world, guarded.url);
    const { email, whole } = await signIn('service_role');
    const password = await there.send('POST', '/console/sign-in/password', {}, { email, password: PASSWORD });
    const { error_code, msg } = (await password.json()) as { error_code: string; msg: string };
    assert.equal([password.status, error_code], [400, 'captcha_failed']);
    assert.match(msg, 'Use a passkey');
    const options = await there.send('POST', '/console/sign-in/passkey/options', {}, {});
    assert.is(options.status, 200, await options.text());
    const person = await confirmedUser(stack);
    const recovery = await there.send('POST', '/recover', whole, { email: person.email });
    assert.is(recovery.status, 200, await recovery.text());
    const resent = await there.send('POST', '/resend', whole, { type: 'signup', email: person.email });
    assert.is(resent.status, 200, await resent.text());
    // The names of headers do not exempt a request.
    const direct = await gateway.handler({
      ...{ method: 'POST', path: '/recover', query: '', remote_addr: '127.0.0.1', aborted: false },
      header: () => undefined,
      body: async () => Buffer.from(JSON.stringify({ email: person.email, needs_no_captcha: true })),
    });
    assert.is(direct.status, 400);
    assert.is(provider.requests.length, 0);
  } finally {
    await guarded.close();
    await gateway.close({ at_once: true });
    await provider.close();
  }
});

test.run();
