// The link of a newcomer's first mail ends at a page that says what it did; nothing of an address becomes a script.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REFUSALS } from '../../gateway/openapi/generated/refusals.ts';
import { blocksOf } from '../house/blocks.ts';
import { cannotRun } from '../support/cannot_run.ts';
import { openAndPress } from '../support/confirm_page.ts';
import { post, runCli, temporaryFolder } from './process.ts';

interface Told {
  good: boolean;
  title: string;
  text: string;
  who: string | null;
}

const { tell } = (await import(new URL('../../cli/embedded/page/words.js', import.meta.url).href)) as {
  tell: (search: string, hash: string) => Told | null;
};

const folder = temporaryFolder();
const start = runCli(['start'], { cwd: folder.path, env: { PORT: '0' } });
const [, url = ''] = await start.until(/API +(http:\S+)/, 60_000);
test.after(async () => {
  await start.stop();
  folder.remove();
});

/** Signs somebody up and opens the link of the mail; where it leads. */
async function followed(email: string): Promise<URL> {
  assert.is((await post(`${url}/signup`, { email, password: 'correct horse battery' })).status, 200);
  const [, link = ''] = await start.until(new RegExp(`Mail to ${email}[^]*?(${url}/verify\\S+)`));
  return openAndPress(link);
}

test('GET / answers with a page and its files; no script is inline and nothing comes from elsewhere', async () => {
  const page = await fetch(url);
  const html = await page.text();
  assert.is(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, "default-src 'none'; script-src 'self'; style-src 'self'");
  assert.not.match(policy, 'unsafe');
  assert.is(page.headers.get('x-content-type-options'), 'nosniff');
  assert.is(page.headers.get('referrer-policy'), 'no-referrer');
  assert.not.match(html, /<script(?![^>]* src=")|<style| style=| on\w+=|\{\{/);
  const named = [...html.matchAll(/(?:src|<link rel="stylesheet" href)="([^"]+)"/g)].map(([, path = '']) => path);
  assert.equal(named, ['/welcome.css', '/welcome.js']);
  for (const path of [...named, '/words.js']) {
    const file = await fetch(`${url}${path}`);
    assert.is(file.status, 200, path);
    assert.match(file.headers.get('content-type') ?? '', path.endsWith('.js') ? 'text/javascript' : 'text/css');
    assert.not.match(await file.text(), /https?:|innerHTML|eval\(/);
  }
  assert.is((await post(url, {})).status, 404);
});

test('only this machine reaches it', async () => {
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

test('the commands of the page are those of the README', async () => {
  const html = await (await fetch(url)).text();
  const shown = [...html.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) => text);
  const readme = blocksOf('README.md')
    .map(({ text }) => text.trim())
    .filter((text) => text.includes('localhost:8081'));
  for (const command of shown.filter((text) => text.includes('curl'))) {
    const wanted = command.replaceAll('&quot;', '"').replaceAll(url, 'http://localhost:8081');
    assert.ok(
      readme.some((text) => text.includes(wanted)),
      wanted,
    );
  }
});

test('the first link confirms and leads to the page, the same link again tells why not', async () => {
  const first = await followed('first@example.com');
  assert.is(first.origin + first.pathname, `${url}/`);
  const told = tell(first.search, first.hash);
  assert.equal([told?.good, told?.title, told?.who], [true, 'Your address is confirmed', 'first@example.com']);
  const [, link = ''] = await start.until(new RegExp(`Mail to first@example.com[^]*?(${url}/verify\\S+)`));
  const again = await openAndPress(link);
  const fault = tell(again.search, again.hash);
  assert.is(fault?.good, false);
  assert.match(fault?.text ?? '', /^The link has expired, .* \(otp_expired\)$/);
});

test('every error that a redirect can tell is a sentence; what is unknown is shown as it was sent', () => {
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

const BROWSER = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** The page as a browser leaves it. */
async function seen(address: string): Promise<string> {
  const args = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
  ];
  args.push(`--user-data-dir=${join(folder.path, 'browser')}`, '--timeout=20000', '--dump-dom', address);
  const { stdout } = await promisify(execFile)(BROWSER ?? '', args, { timeout: 60_000 });
  return stdout;
}

test('a browser shows who was confirmed, and what a link says is text', async () => {
  if (BROWSER === undefined) return cannotRun('the page in a browser', 'no Chromium on this machine');
  const confirmed = await seen((await followed('second@example.com')).href);
  assert.match(confirmed, /<h1 id="told-title">Your address is confirmed<\/h1>/);
  assert.match(confirmed, /Signed in: second@example\.com/);
  assert.match(confirmed, /<title>Your address is confirmed<\/title>/);
  const hostile = encodeURIComponent('<img src=x onerror="document.title=1">');
  const shown = await seen(`${url}/#error=x&error_code=x&error_description=${hostile}`);
  assert.match(shown, '&lt;img src=x onerror');
  assert.not.match(shown, '<img');
  assert.match(shown, '<section id="told" class="bad">');
  assert.match(await seen(url), '<section id="told" hidden="">');
});

test('the page follows a dark screen and a narrow one', () => {
  const css = readFileSync('cli/embedded/page/welcome.css', 'utf8');
  assert.match(css, '@media (prefers-color-scheme: dark)');
  assert.match(readFileSync('cli/embedded/page/index.html', 'utf8'), 'width=device-width');
});

test.run();
