// The unmodified @supabase/supabase-js with the URL of this server, and @supabase/ssr, which stores the session in
// cookies.
import { createClient } from '@supabase/supabase-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE_TOKEN } from '../support/clients/admin.ts';
import { type CookieJar, createSsrClient, runCookieFlow } from '../support/clients/ssr.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ worker: false, env: { SVC_MAILER_AUTOCONFIRM: 'true' } });
test.after(() => stack.close());

const password = 'correct horse battery';
const auth = { autoRefreshToken: false, persistSession: false };

test('createClient(url, key): sign-up, sign-in, a refresh, the user, new metadata, sign-out', async () => {
  const supabase = createClient(stack.url, 'anon', { auth });
  const email = newEmail();
  const signed_up = await supabase.auth.signUp({ email, password, options: { data: { name: 'Ada' } } });
  assert.is(signed_up.error, null);
  const signed_in = await supabase.auth.signInWithPassword({ email, password });
  assert.is(signed_in.error, null);
  assert.is(signed_in.data.user?.user_metadata.name, 'Ada');
  assert.is((await supabase.auth.refreshSession()).error, null);
  assert.is((await supabase.auth.getUser()).data.user?.email, email);
  assert.is((await supabase.auth.updateUser({ data: { name: 'Bob' } })).data.user?.user_metadata.name, 'Bob');
  assert.is((await supabase.auth.signOut()).error, null);
  assert.is((await supabase.auth.getSession()).data.session, null);
  const wrong = await supabase.auth.signInWithPassword({ email, password: 'another one' });
  assert.is(wrong.error?.code, 'invalid_credentials');
});

test('with the key of an administrator: creates users, lists them by page and deletes them', async () => {
  const { admin } = createClient(stack.url, SERVICE_TOKEN, { auth }).auth;
  const email = newEmail();
  const { data, error } = await admin.createUser({ email, password, email_confirm: true });
  assert.is(error, null);
  const page = await admin.listUsers({ page: 1, perPage: 1 });
  assert.is(page.data.users.length, 1);
  assert.is('nextPage' in page.data && page.data.nextPage, 2);
  assert.is((await admin.deleteUser(String(data.user?.id))).error, null);
});

test("with the API keys of a hosted project: sign-in works, and the administrator's error explains why the key does not", async () => {
  const supabase = createClient(stack.url, 'sb_publishable_CANARY', { auth });
  assert.is((await supabase.auth.signUp({ email: newEmail(), password })).error, null);
  assert.ok((await supabase.auth.getUser()).data.user);
  const { error } = await createClient(stack.url, 'sb_secret_CANARY', { auth }).auth.admin.listUsers();
  assert.equal([error?.status, error?.code], [403, 'bad_jwt']);
  assert.match(error?.message ?? '', /API key of Supabase \(sb_secret_…\) and no JSON Web Token$/);
});

test('@supabase/ssr: the next server client reads the cookies that one writes', async () => {
  const jar: CookieJar = new Map();
  const client = () => createSsrClient(stack.url, jar);
  const email = newEmail();
  assert.is((await client().auth.signUp({ email, password })).error, null);
  assert.ok(jar.size > 0);
  const { data, error } = await client().auth.getUser();
  assert.is(error, null);
  assert.is(data.user?.email, email);
  const former = [...jar.values()].join();
  assert.is((await client().auth.refreshSession()).error, null);
  assert.is.not([...jar.values()].join(), former);
});

test('@supabase/ssr: sign-up by mail, exchange of the link’s code, a refresh, sign-out, sign-in, all in cookies', async () => {
  const mailed = await startStack();
  const email = newEmail();
  try {
    await runCookieFlow(mailed.url, email, async () => {
      const { headers } = await mailed.get((await mailed.mail(email)).path);
      return new URL(headers.get('location') ?? '');
    });
  } finally {
    await mailed.close();
  }
});

test.run();
