// Checks of the OAuth server's settings.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment, readSettings } from '../../../core/settings/reading.ts';
import { SIGNING_KEY } from '../../support/clients/oauth.ts';

const required = {
  SVC_SITE_URL: 'http://localhost:3000',
  SVC_API_EXTERNAL_URL: 'http://localhost:9999',
  SVC_JWT_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  DATABASE_URL: 'postgres://u@localhost/d',
};
const warnings = (env: Record<string, string>) =>
  readSettings(readEnvironment({ env: { ...required, ...env }, file: null })).warnings.filter((text) =>
    text.includes('OAUTH_SERVER'),
  );
const problem = (env: Record<string, string>) => {
  try {
    warnings(env);
    return '';
  } catch (error) {
    return String(error);
  }
};

test('warns of HS256, with which no client can verify an ID token', () => {
  assert.equal(warnings({}), []);
  assert.is(warnings({ SVC_OAUTH_SERVER_ENABLED: 'true' }).length, 1);
  assert.equal(warnings({ SVC_OAUTH_SERVER_ENABLED: 'true', SVC_JWT_KEYS: SIGNING_KEY }), []);
});

test('refuses paths with a query, built-in scopes and resources that are no URLs', () => {
  assert.match(problem({ SVC_OAUTH_SERVER_AUTHORIZATION_PATH: '/consent?x=1' }), 'must be a path');
  assert.match(problem({ SVC_OAUTH_SERVER_SCOPES: 'email:Read mails' }), 'built in');
  assert.match(problem({ SVC_OAUTH_SERVER_RESOURCES: 'mcp' }), 'absolute URLs');
  assert.match(problem({ SVC_OAUTH_SERVER_CODE_TTL: '1h' }), 'at most 600');
  assert.is(
    problem({
      SVC_OAUTH_SERVER_SCOPES: 'orders:Read your orders',
      SVC_OAUTH_SERVER_RESOURCES: 'https://mcp.example.com',
    }),
    '',
  );
});

test.run();
