// OAuth 1.0a: the signature of the example in Twitter's documentation, and a complete sign-in with Twitter.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NO_CONFIG, type OAuth1Provider, type ProviderConfig } from '../../../core/providers/provider.ts';
import { requireProvider } from '../../../core/providers/registry.ts';
import {
  fetchOAuth1Profile,
  finishOAuth1SignIn,
  signAuthorizationHeader,
  startOAuth1SignIn,
} from '../../../gateway/providers/oauth1.ts';
import { startFakeProviders } from '../../support/providers/world.ts';

const world = await startFakeProviders({ here: true });
const redirect_uri = 'https://auth.example.com/callback';
world.register(redirect_uri);
test.after(() => world.close());

const app = world.app('twitter');
const TWITTER = requireProvider('twitter') as OAuth1Provider;
const config: ProviderConfig = {
  ...NO_CONFIG,
  client_id: app.client_id,
  client_ids: [app.client_id],
  secret: app.secret,
  redirect_uri,
};
const fails = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'did not fail',
    (error: Error) => error.message,
  );
const signal = () => AbortSignal.timeout(5_000);

test('the signature is that of the example in Twitter’s own documentation', () => {
  const header = signAuthorizationHeader(
    { client_id: 'xvz1evFS4wEEPTGEFPHBog', secret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw' },
    {
      method: 'POST',
      url: 'https://api.twitter.com/1.1/statuses/update.json?include_entities=true&status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21',
      token: {
        token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
        secret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
      },
      nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
      now: 1_318_622_958_000,
    },
  );
  assert.match(header, 'oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D"');
});

test('a complete sign-in: request token, consent, access token, profile', async () => {
  const { request, url } = await startOAuth1SignIn(TWITTER, config, { state: 'st', signal: signal() });
  const { to } = await world.visit(url);
  assert.is(to?.searchParams.get('state'), 'st');
  assert.is(to?.searchParams.get('oauth_token'), request.token);
  const verifier = to?.searchParams.get('oauth_verifier') ?? '';
  const token = await finishOAuth1SignIn(TWITTER, config, { request, verifier, signal: signal() });
  const profile = await fetchOAuth1Profile(TWITTER, config, { token, signal: signal() });
  assert.is(profile.subject, world.person.id);
  assert.equal(profile.emails, [{ email: world.person.email, verified: true, primary: true }]);
  const again = finishOAuth1SignIn(TWITTER, config, { request, verifier, signal: signal() });
  assert.match(await fails(again), 'the token endpoint answered 401');
});

test('reports a wrong secret, callback or verifier as the provider’s answer, without any secret', async () => {
  const start = (change: Partial<ProviderConfig>) =>
    startOAuth1SignIn(TWITTER, { ...config, ...change }, { state: 'st', signal: signal() });
  assert.match(await fails(start({ secret: 'wrong' })), /^the endpoint of request tokens answered 401$/);
  assert.match(await fails(start({ redirect_uri: 'https://other.example.com/' })), /answered 403$/);
  const { request, url } = await start({});
  await world.visit(url);
  const work = finishOAuth1SignIn(TWITTER, config, { request, verifier: 'wrong', signal: signal() });
  assert.match(await fails(work), /^the token endpoint answered 401$/);
});

test.run();
