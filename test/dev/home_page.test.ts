// runner: when=cli,dev

// The page at the root of the embedded start: its files, and its messages about a mail's link. test/browser tests it in
// a browser.
import { createHash } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REFUSALS } from '../../gateway/openapi/generated/refusals.ts';
import { readBlocks } from '../house/blocks.ts';
import { openAndConfirm } from '../support/clients/confirm_page.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { messageTo, postJson, runCli, temporaryFolder } from '../support/processes/process.ts';
import { copyStartedFolder } from '../support/processes/started.ts';

interface PageMessage {
  good: boolean;
  title: string;
  text: string;
}

const { tell } = (await import(new URL('../../dev/pages/home/words.js', import.meta.url).href)) as {
  tell: (search: string, hash: string) => PageMessage | null;
};

const folder = temporaryFolder();
await copyStartedFolder(join(folder.path, '.postern'));
const start = runCli(['start'], { cwd: folder.path, env: { PORT: '0' } });
const [, url = ''] = await start.until(/API +(http:\S+)/);
test.after(async () => {
  await start.stop();
  folder.remove();
});

/** Signs a user up and opens the link of the mail. Returns the redirect target. */
async function followMailLink(email: string): Promise<URL> {
  assert.is((await postJson(`${url}/signup`, { email, password: 'correct horse battery' })).status, 200);
  const { link } = await messageTo(start, email);
  return openAndConfirm(link);
}

test('GET / returns a page and its files; no script is inline and nothing comes from another origin', async () => {
  const page = await fetch(url);
  const html = await page.text();
  assert.is(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  const policy = page.headers.get('content-security-policy') ?? '';
  const [, map = ''] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html) ?? [];
  const hash = createHash('sha256').update(map).digest('base64');
  assert.match(policy, `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; connect-src 'self'`);
  assert.match(policy, "require-trusted-types-for 'script'");
  assert.not.match(policy, 'unsafe');
  assert.is(page.headers.get('x-content-type-options'), 'nosniff');
  assert.is(page.headers.get('referrer-policy'), 'no-referrer');
  assert.not.match(html, /<script(?![^>]* src="| type="importmap")|<style| style=| on\w+=|\{\{/);
  const named = [...html.matchAll(/(?:src|<link rel="stylesheet" href)="([^"]+)"/g)].map(([, path = '']) => path);
  assert.equal(named, ['/page/tokens.css', '/page/shapes.css', '/page/postern.css', '/page/home.css', '/page/home.js']);
  assert.is((await postJson(url, {})).status, 404);
});

/** Returns the imports of a module, resolved as browsers do. */
function importsOf(source: string, path: string, map: Record<string, string>): string[] {
  const statements = source.matchAll(/^(?:import|export)\s(?:[^;()]*?\sfrom\s+)?['"]([^'"]+)['"]/gm);
  const names = [...statements].map(([, name = '']) => name);
  return names.map((name) => map[name] ?? new URL(name, `${url}${path}`).pathname);
}

test('every module of the page, including those of @supabase/auth-js, comes from this server', async () => {
  const html = await (await fetch(url)).text();
  const [, text = '{}'] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html) ?? [];
  const { imports } = JSON.parse(text) as { imports: Record<string, string> };
  const paths = new Set(['/page/home.js']);
  for (const path of paths) {
    const file = await fetch(`${url}${path}`);
    assert.is(file.status, 200, path);
    assert.match(file.headers.get('content-type') ?? '', /^text\/javascript/);
    const source = await file.text();
    if (!/auth-js|tslib/.test(path)) assert.not.match(source, /https?:|innerHTML|eval\(/);
    for (const imported of importsOf(source, path, imports)) paths.add(imported);
  }
  assert.ok(paths.has('/page/auth-js/GoTrueClient') && paths.has('/page/tslib'), [...paths].join(' '));
  for (const path of ['/page/auth-js/../../package.json', '/page/package.json']) {
    assert.is((await fetch(`${url}${path}`)).status, 404);
  }
});

test('only this machine can reach it', async () => {
  const other = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  if (other === undefined) return cannotRun('an address of the network', 'this machine has loopback addresses alone');
  const { port } = new URL(url);
  assert.is((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
  const outside = await fetch(`http://${other.address}:${port}/health`).then(
    ({ status }) => status,
    (error: Error) => (error.cause as NodeJS.ErrnoException).code,
  );
  assert.is(outside, 'ECONNREFUSED');
});

test('the commands of the page are those of the README and of docs/getting-started.md', async () => {
  const html = await (await fetch(url)).text();
  const shown = [...html.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) => text);
  const documented = ['README.md', 'docs/getting-started.md']
    .flatMap(readBlocks)
    .map(({ text }) => text.trim())
    .filter((text) => text.includes('localhost:8081'));
  const commands = shown.filter((text) => text.includes('curl'));
  assert.ok(commands.length > 0);
  for (const command of commands) {
    const wanted = command.replaceAll('&quot;', '"').replaceAll(url, 'http://localhost:8081');
    assert.ok(
      documented.some((text) => text.includes(wanted)),
      wanted,
    );
  }
});

test('the first visit of the link confirms and leads to the page, a second one shows the error', async () => {
  const first = await followMailLink('first@example.com');
  assert.is(first.origin + first.pathname, `${url}/`);
  const told = tell(first.search, first.hash);
  assert.equal([told?.good, told?.title], [true, 'Your address is confirmed']);
  const { link } = await messageTo(start, 'first@example.com');
  const again = await openAndConfirm(link);
  const fault = tell(again.search, again.hash);
  assert.is(fault?.good, false);
  assert.match(fault?.text ?? '', /^The link has expired, .* \(otp_expired\)$/);
});

test('shows a sentence for every error of a redirect; an unknown one is shown as sent', () => {
  for (const code of REFUSALS['GET /verify']?.['303'] ?? []) {
    const { text = '' } = tell('', `#error=x&error_code=${code}&error_description=Some+words&sb=`) ?? {};
    assert.match(text, /^[A-Z].+ \(\w+\)$/, code);
  }
  assert.is(tell('', '#error=server_error')?.text, 'It did not work. (server_error)');
  assert.is(tell('?message=Confirm+the+other', '')?.text, 'Confirm the other');
  assert.match(tell('?code=abc', '')?.text ?? '', 'PKCE');
  assert.is(tell('', '#access_token=no.token.x&type=recovery')?.title, 'You are signed in to set a new password');
  assert.is(tell('', ''), null);
  assert.is(tell('?utm=x', '#section'), null);
});

test.run();
