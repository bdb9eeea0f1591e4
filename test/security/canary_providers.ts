// External sign-in flows for the canary test: a provider from the settings, a custom provider, and an ID token from an
// app. The test searches for all their secrets.
import { createHash, randomBytes } from 'node:crypto';
import * as assert from 'uvu/assert';
import { ALLOW_LOOPBACK, newUserClaims, REDIRECT_URI } from '../flows/providers/custom_journey.ts';
import { newPerson, startGitHubMock } from '../flows/providers/mock.ts';
import { SERVICE_TOKEN } from '../support/clients/admin.ts';
import { startIssuer } from '../support/providers/issuer.ts';
import type { RecordingProxy } from './proxy.ts';

type PendingResponse = Promise<{ status: number; body: Record<string, unknown>; location: string }>;
interface Client {
  post(path: string, body?: unknown, token?: unknown): PendingResponse;
  get(path: string, token?: unknown): PendingResponse;
}

export async function runProviderFlows() {
  const github = await startGitHubMock();
  const issuer = await startIssuer(REDIRECT_URI);
  issuer.client.secret = `CANARY${randomBytes(18).toString('base64url')}`;

  const flows = async ({ post, get }: Client, { secrets }: RecordingProxy): Promise<void> => {
    secrets.set(String(github.env.SVC_EXTERNAL_GITHUB_SECRET), 'client secret of a provider');
    secrets.set(issuer.client.secret, 'client secret of a custom provider');
    const identifier = 'custom:canary';
    const common = { name: 'Canary', client_id: issuer.client.id, client_secret: issuer.client.secret };
    const provider = { ...common, provider_type: 'oidc', identifier, issuer: issuer.url };
    assert.is((await post('/admin/custom-providers', provider, SERVICE_TOKEN)).status, 201);

    const verifier = (): string => randomBytes(32).toString('base64url');
    const away = async (name: string, kept: string): Promise<string> => {
      const challenge = createHash('sha256').update(kept).digest('base64url');
      return (await get(`/authorize?provider=${name}&code_challenge_method=s256&code_challenge=${challenge}`)).location;
    };
    /** Signs in with the provider. Returns the authorization code that the app receives. */
    const back = async (name: string, kept: string): Promise<string> => {
      const there = await away(name, kept);
      const path = name === 'github' ? github.consent(there, newPerson()) : issuer.consent(there, newUserClaims());
      return new URL((await get(path)).location).searchParams.get('code') ?? '';
    };
    for (const name of ['github', identifier]) {
      // Flows whose code is exchanged, exchanged twice or never exchanged, flows that stop at the provider, and flows
      // that the provider rejects.
      const kept = verifier();
      const auth_code = await back(name, kept);
      const exchanged = await post('/token?grant_type=pkce', { auth_code, code_verifier: kept });
      assert.match(String(exchanged.body.provider_token), 'CANARY');
      secrets.set(String(exchanged.body.provider_token), 'provider_token');
      secrets.set(String(exchanged.body.provider_refresh_token), 'provider_refresh_token');
      assert.is((await post('/token?grant_type=pkce', { auth_code, code_verifier: kept })).status, 404);
      await back(name, verifier());
      await away(name, verifier());
      const foreign = new URL(await away(name, verifier())).searchParams.get('state');
      const refused = await get(`/callback?code=CANARY${randomBytes(9).toString('hex')}&state=${foreign}`);
      assert.is(new URL(refused.location).searchParams.get('error'), 'server_error');
    }
    for (const { headers, form } of [...github.requests, ...issuer.requests]) {
      const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
      if (bearer) secrets.set(bearer, 'provider_token');
      const proof = form instanceof URLSearchParams ? form.get('code_verifier') : form.code_verifier;
      if (proof) secrets.set(proof, 'verifier towards a provider');
    }

    const token = (aud: string): string =>
      issuer.signer.idToken({ ...newUserClaims(), aud, nonce: createHash('sha256').update('n').digest('hex') });
    const good = token(issuer.client.id);
    const bring = (id_token: string, access_token?: string) =>
      post('/token?grant_type=id_token', { provider: identifier, id_token, access_token, nonce: 'n' });
    secrets.set(good, 'id token').set(String(good.split('.')[2]), 'signature of an id token');
    assert.is((await bring(good)).status, 200);
    assert.is((await bring(good)).status, 400);
    const wrong = token('somebody-else');
    secrets.set(String(wrong.split('.')[2]), 'signature of a refused id token');
    assert.is((await bring(wrong, `CANARY${randomBytes(9).toString('hex')}`)).status, 400);
  };

  return {
    env: { ...github.env, ...ALLOW_LOOPBACK },
    flows,
    async close(): Promise<void> {
      await issuer.close();
      await github.close();
    },
  };
}
