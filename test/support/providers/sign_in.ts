// Signs in with a provider as a browser does: it opens the URL that auth-js builds, the fake provider consents, and the
// browser returns to the callback.
import type { Provider, Session } from '@supabase/auth-js';
import { type Client, createClient } from '../clients/client.ts';
import { EXTERNAL_URL, type TestGateway } from '../processes/stack_parts.ts';
import { providerRow } from './rows.ts';
import type { FakeProviders } from './world.ts';

export const CALLBACK = `${EXTERNAL_URL}/callback`;

/** Returns settings for these providers with the client ids and secrets that the fake providers know. */
export function providerEnvironment(world: FakeProviders, names: readonly string[]): Record<string, string> {
  const rows = names.flatMap((name) => {
    const { client_id, secret, redirect_uri } = world.app(name);
    const { url, own: alone = {} } = providerRow(name);
    const own = {
      ENABLED: 'true',
      CLIENT_ID: client_id,
      SECRET: secret,
      REDIRECT_URI: redirect_uri,
      ...(url === undefined ? {} : { URL: url }),
      ...Object.fromEntries(Object.entries(alone).map(([key, value]) => [key.toUpperCase(), value])),
    };
    return Object.entries(own).map(([part, value]) => [`SVC_EXTERNAL_${name.toUpperCase()}_${part}`, value] as const);
  });
  return Object.fromEntries(rows);
}

export interface BrowserResult {
  client: Client;
  /** Final URL of the browser. */
  to: URL;
  /** Parameters in the fragment of the final URL, and in its query. */
  fragment: URLSearchParams;
  query: URLSearchParams;
}

export interface ProviderSignIn {
  world: Pick<FakeProviders, 'visit'>;
  provider: string;
  flowType: 'implicit' | 'pkce';
  client?: Client;
  /** Sign-in options that replace the test data's options for the provider. */
  options?: { scopes?: string; queryParams?: Record<string, string> };
}

/** Sends the browser to a provider, consents, and returns where the browser ends. */
export async function consentAndReturn(node: TestGateway, o: ProviderSignIn): Promise<BrowserResult> {
  const client = o.client ?? createClient(node.url, { flowType: o.flowType });
  const { data, error } = await client.auth.signInWithOAuth({
    provider: o.provider as Provider,
    options: {
      skipBrowserRedirect: true,
      redirectTo: 'http://localhost:3000/welcome',
      ...(o.options ?? providerRow(o.provider).client),
    },
  });
  if (error) throw error;
  const left = await node.get((data.url ?? '').slice(node.url.length));
  const there = left.headers.get('location');
  if (left.status !== 302 || there === null) throw new Error(`/authorize answered ${left.status} ${left.text}`);
  const { to: back, ...visited } = await o.world.visit(there);
  if (back === null) throw new Error(`${o.provider} showed ${JSON.stringify(visited)}`);
  const path = back.href.slice(EXTERNAL_URL.length);
  const form = 'form' in visited ? visited.form : null;
  const answer =
    form === null
      ? await node.get(path)
      : await node.request('POST', path, new URLSearchParams(form).toString(), {
          'content-type': 'application/x-www-form-urlencoded',
        });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`/callback answered ${answer.status} ${answer.text}`);
  const to = new URL(location);
  return { client, to, query: to.searchParams, fragment: new URLSearchParams(to.hash.slice(1)) };
}

/** Signs in. Returns the client's session and the provider's token. Throws if the final URL has an error. */
export async function signInWithProvider(
  node: TestGateway,
  o: ProviderSignIn,
): Promise<{ session: Session; provider_token: string }> {
  const { client, to, query, fragment } = await consentAndReturn(node, o);
  if (query.has('error')) throw new Error(`${o.provider}: ${to.search}`);
  if (o.flowType === 'pkce') {
    const { data, error } = await client.auth.exchangeCodeForSession(query.get('code') ?? '');
    if (error) throw error;
    return { session: data.session, provider_token: data.session.provider_token ?? '' };
  }
  const tokens = {
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  };
  const { data, error } = await client.auth.setSession(tokens);
  if (error) throw error;
  if (data.session === null) throw new Error('the client has no session');
  return { session: data.session, provider_token: fragment.get('provider_token') ?? '' };
}
