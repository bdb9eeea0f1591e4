// The pages of the OAuth server without a browser: headers, languages, redirect targets, and client names that
// attackers chose.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fillPage } from '../../../core/pages/asset.ts';
import { readEnvironment, readSettings } from '../../../core/settings/reading.ts';
import {
  CONSENT_PATH,
  choosePageLanguage,
  createOauthPages,
  DEVICE_PATH,
  LANGUAGES,
} from '../../../gateway/pages/oauth.ts';
import { stackSettings } from '../../support/processes/stack_parts.ts';
import { SAML_SETTINGS } from '../../support/providers/saml_settings.ts';

/** Path of the page's scripts, which have no types. */
const SCRIPTS = '../../../gateway/pages/oauth';
const { shownName } = (await import(`${SCRIPTS}/parts.js`)) as { shownName(name: unknown): string };
const { describe, safeTarget } = (await import(`${SCRIPTS}/target.js`)) as {
  describe(url: URL): { kind: string; text: string };
  safeTarget(text: unknown, registered?: string): URL | null;
};

const ENV = {
  ...stackSettings(25),
  SVC_OAUTH_SERVER_DEVICE_ENABLED: 'true',
  DATABASE_URL: 'postgres://a@b/c',
  SVC_OAUTH_SERVER_ENABLED: 'true',
};

/** Returns a function that requests a path from the pages with these settings. */
function createPages(env: Record<string, string> = {}) {
  const { settings } = readSettings(readEnvironment({ env: { ...ENV, ...env }, file: null }));
  const pages = createOauthPages(settings);
  return (path: string, headers: Record<string, string> = {}, query = '') =>
    pages({ method: 'GET', query, header: (name) => headers[name.toLowerCase()] }, path);
}

const get = createPages();
const bodyOf = (path: string) => String(get(path)?.body ?? '');

test('both pages: no inline script or style, nothing from other origins, not framed, their address is kept to themselves', () => {
  for (const path of [CONSENT_PATH, DEVICE_PATH]) {
    const html = bodyOf(path);
    assert.not.match(html, /<script(?![^>]* src="page\/)|<style| style=| on\w+=|\{\{|href="http|src="http/);
    const headers = get(path)?.headers ?? {};
    assert.is(
      headers['Content-Security-Policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; " +
        "form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    const named = ['X-Frame-Options', 'Referrer-Policy', 'Cache-Control', 'Cross-Origin-Opener-Policy'];
    assert.equal(
      named.map((name) => headers[name]),
      ['DENY', 'no-referrer', 'no-store', 'same-origin'],
    );
  }
});

test('every file that a page or a script names is served', () => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const found = get(path);
    assert.is(found?.status, 200, path);
    const names = String(found?.body).matchAll(/(?:from '|import '|src="|stylesheet" href=")([^'"]+)'?"?/g);
    for (const [, name = ''] of names) visit(new URL(name, `http://localhost${path}`).pathname);
  };
  visit(CONSENT_PATH);
  for (const name of LANGUAGES) visit(`/oauth/page/words/${name}.js`);
  assert.ok(seen.size >= 10 + LANGUAGES.length, [...seen].join(' '));
  assert.is(get('/oauth/page/oauth.ts'), null);
  assert.is(get('/oauth/page/../oauth.ts'), null);
});

type PageTexts = Record<string, Record<string, string>>;
const flat = (words: PageTexts): Map<string, string> =>
  new Map(Object.entries(words).flatMap(([part, texts]) => Object.entries(texts).map(([k, v]) => [`${part}.${k}`, v])));
const valuesIn = (text = ''): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test('a value in a page stays text, even if it contains markup', () => {
  const page = '<p title="{{a}}">{{b}}</p>{{unknown}}';
  const hostile = `"><script>alert(1)</script> {{b}} $' $\` $& &quot;`;
  assert.is(
    fillPage(page, { a: hostile, b: '{{a}}<b>' }),
    `<p title="&quot;>&lt;script>alert(1)&lt;/script> {{b}} $' $\` $&amp; &amp;quot;">{{a}}&lt;b></p>{{unknown}}`,
  );
});

test('every language says everything, with the same values', async () => {
  const wordsOf = async (name: string) =>
    flat(((await import(`../../../gateway/pages/oauth/words/${name}.js`)) as { default: PageTexts }).default);
  const english = await wordsOf('en');
  for (const name of LANGUAGES) {
    const words = await wordsOf(name);
    assert.equal([...words.keys()], [...english.keys()], name);
    for (const [key, text] of words) assert.equal(valuesIn(text), valuesIn(english.get(key)), `${name}: ${key}`);
  }
});

test('chooses the language as mails do: what the app asked for, what the browser prefers, the default', () => {
  const choose = (query: string, header: string | undefined, fallback = 'en') =>
    choosePageLanguage({ query, header: () => header }, fallback);
  assert.is(choose('', undefined), 'en');
  assert.is(choose('', 'de-AT,en;q=0.8'), 'de');
  assert.is(choose('', 'xx, fr;q=0.5, de;q=0.4'), 'fr');
  assert.is(choose('ui_locales=fr-CA%20de', 'de'), 'fr');
  assert.is(choose('ui_locales=../../etc', 'toString'), 'en');
  assert.is(choose('', undefined, 'de_CH'), 'de');
  assert.is(choose('', undefined, 'tlh'), 'en');
  const german = get(CONSENT_PATH, { 'accept-language': 'de' });
  assert.match(String(german?.body), '<html lang="de">');
  assert.is(german?.headers.Vary, 'Accept-Language');
});

test('offers the ways that are on and work on the page', () => {
  const waysOf = (env: Record<string, string>) => {
    const html = String(createPages(env)(CONSENT_PATH)?.body);
    const [, text = ''] = /data-ways="([^"]*)"/.exec(html) ?? [];
    return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Record<string, unknown>;
  };
  const all = {
    SVC_API_EXTERNAL_URL: 'https://id.example.com',
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_PASSKEY_ENABLED: 'true',
    SVC_WEBAUTHN_RP_ID: 'example.com',
    SVC_WEBAUTHN_RP_ORIGINS: 'https://id.example.com',
    SVC_EXTERNAL_WEB3_SOLANA_ENABLED: 'true',
    SVC_EXTERNAL_GITHUB_ENABLED: 'true',
    SVC_EXTERNAL_GITHUB_CLIENT_ID: 'id',
    SVC_EXTERNAL_GITHUB_SECRET: 'secret',
    SVC_EXTERNAL_GITHUB_REDIRECT_URI: 'https://id.example.com/callback',
  };
  assert.equal(waysOf(all), {
    email: true,
    link: true,
    phone: true,
    passkey: true,
    wallets: ['solana'],
    providers: [{ name: 'github', title: 'GitHub' }],
    custom: true,
    organization: false,
    captcha: false,
  });
  assert.is(waysOf({ ...all, SVC_CUSTOM_OAUTH_ENABLED: 'false' }).custom, false);
  const saml = { ...all, ...SAML_SETTINGS };
  assert.is(waysOf(saml).organization, true);
  assert.is(waysOf({ ...all, SVC_WEBAUTHN_RP_ORIGINS: 'https://app.example.com' }).passkey, false);
  assert.is(waysOf({ ...all, SVC_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: 'false' }).link, false);
  const guarded = waysOf({ ...saml, SVC_SECURITY_CAPTCHA_ENABLED: 'true', SVC_SECURITY_CAPTCHA_SECRET: 'secret' });
  assert.equal(
    [guarded.email, guarded.link, guarded.phone, guarded.passkey, guarded.wallets, guarded.organization],
    [false, false, false, false, [], false],
  );
  assert.equal(guarded.providers, [{ name: 'github', title: 'GitHub' }]);
});

test('warns at the start when a captcha is demanded that the page does not show', () => {
  const warningsWith = (env: Record<string, string>) =>
    readSettings(readEnvironment({ env: { ...ENV, ...env }, file: null })).warnings.filter((text) =>
      /consent page/.test(text),
    );
  const captcha = { SVC_SECURITY_CAPTCHA_ENABLED: 'true', SVC_SECURITY_CAPTCHA_SECRET: 'secret' };
  assert.is(warningsWith(captcha).length, 1);
  assert.equal(warningsWith({}), []);
  assert.equal(warningsWith({ ...captcha, SVC_OAUTH_SERVER_AUTHORIZATION_PATH: '/consent' }), []);
});

test('warns at the start when any client document may be fetched from a private network', () => {
  const warningsWith = (env: Record<string, string>) =>
    readSettings(readEnvironment({ env: { ...ENV, ...env }, file: null })).warnings.filter((text) =>
      /ALLOWED_NETWORKS/.test(text),
    );
  const networks = { SVC_OAUTH_SERVER_ALLOWED_NETWORKS: '10.2.0.0/16' };
  assert.is(warningsWith({ ...networks, SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: 'any' }).length, 1);
  assert.equal(warningsWith({ ...networks, SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: 'any.example.com' }), []);
  assert.equal(warningsWith({ SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: 'any' }), []);
});

test('sends browsers to https, to this machine and to apps, and never to what executes or shows its own content', () => {
  const allowed = [
    'https://app.example.org/cb?code=1&state=2',
    'http://localhost:4711/cb?code=1',
    'http://127.0.0.1/cb?code=1',
    'http://[::1]:8080/?code=1',
    'com.example.app:/cb?code=1',
    'myapp://callback?code=1',
  ];
  const refused = [
    'javascript:alert(1)//?code=1',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'javascript://app.example.org/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://app.example.org/1',
    'file:///etc/passwd',
    'view-source:https://app.example.org',
    'http://app.example.org/cb?code=1',
    'https://user@app.example.org/cb',
    'myapp:callback',
    '/cb',
    '//evil.example',
    '',
    undefined,
    {},
  ];
  for (const text of allowed) assert.is(safeTarget(text)?.href, new URL(text).href, text);
  for (const text of refused) assert.is(safeTarget(text), null, String(text));
});

test('sends browsers only to the address that the user was shown', () => {
  const shown = 'https://app.example.org/cb?tenant=1';
  assert.ok(safeTarget('https://app.example.org/cb?tenant=1&code=2', shown));
  for (const other of ['https://evil.example/cb', 'https://app.example.org/other', 'https://app.example.org:444/cb']) {
    assert.is(safeTarget(other, shown), null, other);
  }
  const kinds = ['https://app.example.org:8443/cb', 'http://127.0.0.1:4711/cb', 'com.example.app:/cb'];
  assert.equal(
    kinds.map((text) => describe(new URL(text))),
    [
      { kind: 'host', text: 'app.example.org:8443' },
      { kind: 'device', text: '127.0.0.1:4711' },
      { kind: 'app', text: 'com.example.app' },
    ],
  );
});

test('shows names without characters that hide or turn text, and no more than 100 letters', () => {
  assert.is(shownName('Acme\u202egnp.exe\u2066\u200b\ufeff'), 'Acmegnp.exe');
  assert.is(shownName('<b>Acme</b>'), '<b>Acme</b>');
  assert.is(shownName('a\n\n\t  b'), 'a b');
  assert.is(shownName(undefined), '');
  assert.is([...shownName('ä'.repeat(300))].length, 101);
});

test.run();
