// runner: when=core,cli

// No start error, no warning and no output of `postern config` shows the login of a URL in any setting. The query is
// hidden too, except in lists of patterns.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment, readSettings, SettingsError } from '../../core/settings/reading.ts';
import type { Row } from '../../core/settings/row.ts';
import { SETTINGS, type SettingName, variableNames } from '../../core/settings/table.ts';
import { runInside } from '../support/processes/inside.ts';

const required = {
  SVC_SITE_URL: 'http://localhost:3000',
  SVC_API_EXTERNAL_URL: 'http://localhost:9999',
  SVC_JWT_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  DATABASE_URL: 'postgres://u@localhost/d',
};

/** Well-formed and malformed URLs. One has no @ in its first 100 characters. */
const FORMS = [
  'https://zq-user:zq-pass@127.0.0.1:9/x?zq-query=1',
  'https://zq-user:zq/pass?#@ho st/?zq-query=1',
  ' HTTPS:/zq-user:zq-pass@[/?zq-query=1',
  `https://zq-user:${'zq-pass'.repeat(30)}@/`,
  'smtp://zq-user:zq-pass@mail.example.com:587',
  'zq-user:zq-pass@mail.example.com:587',
  'pg-functions://zq-user@postgres/auth/x?zq-query=1',
  'https://zq-user:zq-pass@[a.example.com/**',
];
/**
 * All settings except those of the type `character sets`. Their values are split at colons, so they cannot contain a
 * URL.
 */
const ROWS = (Object.entries(SETTINGS) as [SettingName, Row<unknown>][]).filter(
  ([, row]) => row.type !== 'character sets',
);
const LOGIN = /zq-?(user|pass)/;

function startAndPrintConfig(env: Record<string, string>): { refused: boolean; text: string } {
  try {
    const { warnings } = readSettings(readEnvironment({ env, file: null }));
    return { refused: false, text: warnings.join('\n') };
  } catch (error) {
    assert.instance(error, SettingsError);
    return { refused: true, text: (error as SettingsError).problems.join('\n') };
  }
}

test('no start error, no warning and no config shows the login or the query of a URL', async () => {
  for (const form of FORMS) {
    const accepted: Record<string, string> = {};
    for (const [key, row] of ROWS) {
      // Each setting gets a different value, because two settings with equal values may conflict.
      const pair = { [variableNames(key)[0] ?? '']: form.replace('zq-user', `zq-user-${key}`) };
      const { refused, text } = startAndPrintConfig({ ...required, ...pair });
      assert.not.match(text, LOGIN, `${key}: ${form}`);
      if (!row.patterns) assert.not.match(text, 'zq-query', `${key}: ${form}`);
      else if (form.includes('zq-query')) continue;
      if (!refused) Object.assign(accepted, pair);
    }
    assert.ok(Object.keys(accepted).length > 50, form);
    const { code, stdout, stderr } = await runInside(['config'], { env: { ...required, ...accepted } });
    assert.is(code, 0, stderr);
    assert.not.match(stdout + stderr, LOGIN);
    assert.not.match(stdout + stderr, 'zq-query');
  }
});

test('shows a text without a login unchanged', () => {
  for (const text of ['https://h/@scope/x', 'ada@example.com', 'Code: {{ .Code }}\n\n@app.example.com #1'])
    assert.match(startAndPrintConfig({ ...required, SVC_JWT_EXP: text }).text, JSON.stringify(text));
});

test('rejects a login in a URL for HTTP requests, because fetch() cannot send it', () => {
  const { text } = startAndPrintConfig({
    ...required,
    SVC_EXTERNAL_KEYCLOAK_URL: 'https://zq-user:zq-pass@id.example.com',
  });
  assert.is(text, 'SVC_EXTERNAL_KEYCLOAK_URL: must hold no login: none can be sent, not "https://***@id.example.com"');
});

test.run();
