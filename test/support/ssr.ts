// A server that keeps the session of a browser in cookies with @supabase/ssr: a client for each request, and one jar of cookies.
import { createServerClient } from '@supabase/ssr';
import * as assert from 'uvu/assert';

export type Jar = Map<string, string>;

/** The client of one request. */
export function serverClient(url: string, jar: Jar) {
  return createServerClient(url, 'anon', {
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (cookies) => {
        for (const { name, value } of cookies) {
          // An empty value is how a cookie is taken away.
          if (value === '') jar.delete(name);
          else jar.set(name, value);
        }
      },
    },
  });
}

/**
 * Somebody signs up, follows the mail's link, stays signed in over a refresh, signs out and in again. `follow` opens the link of the
 * mail to an address, and answers where that leads.
 */
export async function walkWithCookies(url: string, email: string, follow: () => Promise<URL>): Promise<void> {
  const jar: Jar = new Map();
  const client = () => serverClient(url, jar);
  const user = async () => (await client().auth.getUser()).data.user?.email;
  const verifier = () => [...jar.keys()].some((name) => name.endsWith('-auth-token-code-verifier'));
  const credentials = { email, password: 'correct horse battery' };

  // The request of the sign-up keeps a verifier in a cookie; the one that the link leads to exchanges the code for a session with it.
  const signed_up = await client().auth.signUp(credentials);
  assert.equal([signed_up.error, signed_up.data.session], [null, null]);
  assert.ok(verifier());
  assert.is(await user(), undefined);
  const { searchParams, href } = await follow();
  const code = searchParams.get('code') ?? '';
  assert.ok(code, href);
  const stranger = await serverClient(url, new Map()).auth.exchangeCodeForSession(code);
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
