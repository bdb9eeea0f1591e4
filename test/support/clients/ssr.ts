// A web application that stores the session in cookies with @supabase/ssr. Each request has its own client; all
// requests share one cookie jar.
import { createServerClient } from '@supabase/ssr';
import * as assert from 'uvu/assert';

export type CookieJar = Map<string, string>;

/** Creates a client for one request. */
export function createSsrClient(url: string, jar: CookieJar) {
  return createServerClient(url, 'anon', {
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (cookies) => {
        for (const { name, value } of cookies) {
          if (value === '') jar.delete(name);
          else jar.set(name, value);
        }
      },
    },
  });
}

/**
 * Signs up, follows the link in the mail, refreshes the session, signs out and signs in. `follow` opens the link and
 * returns the final URL.
 */
export async function runCookieFlow(url: string, email: string, follow: () => Promise<URL>): Promise<void> {
  const jar: CookieJar = new Map();
  const client = () => createSsrClient(url, jar);
  const user = async () => (await client().auth.getUser()).data.user?.email;
  const verifier = () => [...jar.keys()].some((name) => name.endsWith('-auth-token-code-verifier'));
  const credentials = { email, password: 'correct horse battery' };

  // signUp() stores a PKCE code verifier in a cookie. The exchange of the code for a session reads that cookie.
  const signed_up = await client().auth.signUp(credentials);
  assert.equal([signed_up.error, signed_up.data.session], [null, null]);
  assert.ok(verifier());
  assert.is(await user(), undefined);
  const { searchParams, href } = await follow();
  const code = searchParams.get('code') ?? '';
  assert.ok(code, href);
  const stranger = await createSsrClient(url, new Map()).auth.exchangeCodeForSession(code);
  assert.ok(stranger.error, 'without the cookie the code is worth nothing');
  const exchanged = await client().auth.exchangeCodeForSession(code);
  assert.equal([exchanged.error, exchanged.data.user?.email], [null, email]);
  assert.not(verifier());
  assert.is(await user(), email);

  const before = [...jar.values()].join();
  assert.is((await client().auth.refreshSession()).error, null);
  assert.is.not([...jar.values()].join(), before, 'the cookies hold the new session');
  assert.is(await user(), email);
  assert.is((await client().auth.signOut()).error, null);
  assert.is(jar.size, 0);
  assert.is((await client().auth.signInWithPassword(credentials)).error, null);
  assert.is(await user(), email);
}
