// Runs docs/providers.md block by block: the settings enable GitHub, an app's ID token signs in, and a custom provider
// is added.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor } from '../../cli/admin.ts';
import { openGuide, pathWithPostern } from '../../support/processes/guide.ts';
import { temporaryFolder } from '../../support/processes/process.ts';
import { parseVariables, warningsForSettings } from '../../support/processes/settings_text.ts';
import { JWT_SECRET, newEmail, PEPPER, startStack } from '../../support/processes/stack.ts';
import { createIssuers } from '../../support/providers/issuers.ts';

const GOOGLE = 'https://accounts.google.com';
const ACME = 'https://id.acme.example';
const NONCE = 'what the app made';
const URL_OF_DOCUMENT = 'https://auth.example.com';

const folder = temporaryFolder();
for (const name of ['github', 'acme']) writeFileSync(join(folder.path, name), `secret of ${name}\n`, { mode: 0o600 });
const secretsHere = (text: string): string => text.replaceAll('/run/secrets', folder.path);
const issuers = await createIssuers();
issuers.instead = ({ url }) =>
  url.href === `${ACME}/.well-known/openid-configuration`
    ? {
        body: {
          issuer: ACME,
          authorization_endpoint: `${ACME}/authorize`,
          token_endpoint: `${ACME}/token`,
          jwks_uri: `${ACME}/keys`,
        },
      }
    : null;
test.after(async () => {
  await issuers.close();
  folder.remove();
});

test('the blocks of the document run in order, and none is left out', async () => {
  let github: Record<string, string> = {};
  const read = (_: unknown, text: string) => {
    assert.equal(warningsForSettings(text), []);
    github = parseVariables(text);
    return Promise.resolve({ code: 0, stdout: '', stderr: '' });
  };
  let place = secretsHere;
  const env: Record<string, string> = { PATH: pathWithPostern(folder.path), NONCE };
  const options = { folder: folder.path, place: (text: string) => place(text), env, languages: { '': read } };
  const guide = openGuide('docs/providers.md', options);
  await guide.next('SVC_EXTERNAL_GITHUB_ENABLED=true');
  const google = { SVC_EXTERNAL_GOOGLE_ENABLED: 'true', SVC_EXTERNAL_GOOGLE_CLIENT_ID: 'web' };
  const stack = await startStack({
    worker: false,
    env: { ...github, ...google, SVC_API_EXTERNAL_URL: URL_OF_DOCUMENT },
  });
  const sentTo = async (provider: string): Promise<URL> => {
    const { status, text, headers } = await stack.get(`/authorize?provider=${provider}`);
    assert.is(status, 302, text);
    return new URL(headers.get('location') ?? '');
  };
  try {
    const { origin, searchParams } = await sentTo('github');
    assert.equal(
      [origin, searchParams.get('client_id'), searchParams.get('redirect_uri')],
      ['https://github.com', 'Iv1.0123456789abcdef', `${URL_OF_DOCUMENT}/callback`],
    );

    place = (text) => secretsHere(text).replaceAll(URL_OF_DOCUMENT, stack.url);
    const email = newEmail();
    const nonce = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(NONCE))).toString('hex');
    const claims = { sub: email, aud: 'web', email, email_verified: true, nonce };
    env.ID_TOKEN = issuers.at(GOOGLE).idToken(claims);
    // test/flows/providers/kept_tokens.test.ts runs this statement.
    guide.skip('delete from auth.provider_tokens');
    const signed_in = JSON.parse((await guide.next('grant_type=id_token')).stdout);
    assert.is(signed_in.user?.email, email, JSON.stringify(signed_in));

    Object.assign(env, environmentFor(stack.db), issuers.environment, {
      SVC_JWT_SECRET: JWT_SECRET,
      SVC_SECURITY_PEPPER: PEPPER,
    });
    await guide.next('provider add custom:acme');
    const own = await sentTo('custom:acme');
    assert.equal(
      [own.origin, own.searchParams.get('client_id'), own.searchParams.get('scope')],
      [ACME, 'postern', 'openid email profile'],
    );
    assert.is(own.searchParams.get('redirect_uri'), `${URL_OF_DOCUMENT}/callback`);
  } finally {
    await stack.close();
  }
  assert.equal(guide.left(), []);
});

test.run();
