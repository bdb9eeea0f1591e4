// runner: alone when=console,gateway,core

// Mail templates and doctor in the console: the editor with its live preview, hostile templates, test mails, findings,
// roles and keys.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNames } from '../../core/database/names.ts';
import { SERVICE } from '../support/clients/admin.ts';
import {
  collectPageFaults,
  findAccessibilityViolations,
  openBrowser,
  SCREENS,
  waitUntil,
} from '../support/clients/browser.ts';
import { computeTotp } from '../support/clients/totp.ts';
import { createCluster } from '../support/database/cluster.ts';
import { createDatabase } from '../support/database/db.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { type ConsoleWithData, PASSWORD, startConsoleWithData } from '../support/processes/console_with_data.ts';
import { confirmedUser } from '../support/processes/stack.ts';

const browser = await openBrowser();
// Uses its own Postgres server, because the test of doctor changes a role, and roles belong to the server.
const server = await createCluster();
const world: ConsoleWithData = await startConsoleWithData({ db: await createDatabase({ server }) });
const { stack } = world;
test.after(async () => {
  await browser?.close();
  await world.close();
  await server.stop();
});

/**
 * Registers a test that runs in a signed-in browser window. `faults` collects script errors, policy violations and
 * requests to other origins.
 */
function testInConsole(
  name: string,
  play: (page: Page, faults: string[], context: BrowserContext) => Promise<void>,
): void {
  test(name, async () => {
    if (browser === null) return cannotRun(name, 'no Chromium on this machine');
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const faults = collectPageFaults(context, [world.console.url, 'null']);
    try {
      const page = await context.newPage();
      await page.goto(world.console.link() ?? '');
      await page.locator('.rail').waitFor();
      await play(page, faults, context);
      assert.equal(faults, []);
    } finally {
      await context.close();
    }
  });
}

const open = (page: Page, path: string) => page.goto(`${world.console.url}${path}`);
/** Returns a frame of the preview, by default the last one. The preview is a frame within a frame of the page. */
const mailOf = (page: Page, at = -1) =>
  page.frameLocator('iframe[title="Preview of the mail"]').frameLocator('iframe[title="Preview of the mail"]').nth(at);

async function confirmAction(page: Page, button: string, fn: string, verb: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('What will happen').waitFor();
  await dialog.locator('.source-bar', { hasText: fn }).waitFor();
  assert.match(
    (await dialog.locator('.call pre').textContent()) ?? '',
    /curl -X (POST|PUT|DELETE) .*\/admin\/templates\//,
  );
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await page.locator('.toast', { hasText: fn }).or(dialog.getByRole('alert')).first().waitFor();
  assert.equal(await dialog.getByRole('alert').allTextContents(), []);
}

testInConsole('job 9: a mail is edited next to its preview, checked, saved and removed', async (page) => {
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Templates' }).waitFor();
  await page.getByRole('link', { name: 'Recovery' }).click();
  await mailOf(page).getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByText('Mails use the built-in template.').waitFor();
  const save = page.getByRole('button', { name: 'Save…' });
  assert.is(await save.isDisabled(), true, 'nothing has changed yet');

  await page.getByLabel('Subject', { exact: true }).fill('A new word for {{ .Email }}');
  await page.getByLabel('HTML').fill('<h1>Hello</h1>\n<p>{{ if }}</p>');
  await page.getByText('HTML, line 2, column 4:').waitFor();
  await page.getByText('The last mail without an error.').waitFor();
  assert.is(await save.isDisabled(), true, 'a template with an error cannot be saved');
  await page.getByLabel('HTML').fill('<h1>Hello {{ .Data.name }}</h1><p>{{ .Token }} {{ .Nothing }}</p>');
  await page.getByText('recovery mails have no .Nothing; it prints nothing').waitFor();
  await page.getByText('What this mail can print').click();
  await page.getByLabel('user_metadata of the sample user, as JSON').fill('{"name": "<b>Ada</b>"}');
  await mailOf(page).getByRole('heading', { name: 'Hello <b>Ada</b>' }).waitFor();
  await page.locator('.mail-head', { hasText: 'A new word for you@example.org' }).waitFor();
  await page.getByLabel('Text').fill('Code: {{ .Token }}');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.locator('.mail-text', { hasText: /Code: \d{6}/ }).waitFor();
  await page.getByRole('button', { name: 'Phone' }).click();
  await page.getByText('not saved').waitFor();
  await confirmAction(page, 'Save…', 'auth_api.set_template', 'Save');
  await page.getByText('not saved').waitFor({ state: 'detached' });

  const person = await confirmedUser(stack);
  await stack.post('/recover', { email: person.email });
  const mail = await stack.mail(person.email, 2);
  assert.is(mail.parsed.subject, `A new word for ${person.email}`);
  assert.match(String(mail.parsed.html), '<h1>Hello </h1>');

  await confirmAction(page, 'Remove…', 'auth_api.set_template', 'Remove');
  await page.getByText('Mails use the built-in template.').waitFor();
  await mailOf(page).getByRole('heading', { name: 'Choose a new password' }).waitFor();
});

testInConsole('a language has a template of its own; the back button leaves the editor after edits', async (page) => {
  await open(page, '/templates');
  await page.getByRole('link', { name: 'Invite' }).click();
  await page.getByLabel('HTML').waitFor();
  for (const text of ['<p>one</p>', '<p>two</p>', '<p>three</p>']) {
    await page.getByLabel('HTML').fill(text);
    await mailOf(page).getByText(text.slice(3, -4), { exact: true }).waitFor();
  }
  await page.goBack();
  await page.getByRole('heading', { name: 'Templates' }).waitFor();
  await page.getByRole('link', { name: 'Invite' }).click();
  await page.getByRole('button', { name: 'Add a language' }).click();
  await page.getByLabel('Language, such as de or de-AT').fill('de-AT');
  await page.keyboard.press('Enter');
  await page.getByText('For the language de-at.').waitFor();
  await page.getByLabel('HTML').fill('<p>Grüß dich</p>');
  await mailOf(page).getByText('Grüß dich').waitFor();
  await confirmAction(page, 'Save…', 'auth_api.set_template', 'Save');
  await open(page, '/templates');
  await page.getByRole('link', { name: 'de-at' }).click();
  await page.getByRole('button', { name: 'de-at', pressed: true }).waitFor();
  await confirmAction(page, 'Remove…', 'auth_api.set_template', 'Remove');
});

testInConsole('a preview that loads after the next one does not remove it', async (page) => {
  const held: Array<() => Promise<void>> = [];
  await page.route('**/console/frame', (route) => {
    held.push(() => route.continue());
  });
  const allHeld = (count: number): Promise<void> => waitUntil(() => held.length === count, `${count} requests`);
  await open(page, '/templates/invite/default');
  await allHeld(1);
  await page.getByLabel('HTML').fill('<p>the newer mail</p>');
  await allHeld(2);
  await held[0]?.();
  await mailOf(page, 0).getByRole('link').first().waitFor();
  await held[1]?.();
  await mailOf(page).getByText('the newer mail').waitFor();
});

/** Returns markup that tries to run scripts, load resources, leave the frame or send data. */
const hostileMail = (elsewhere: string): string =>
  [
    `<script>parent.document.title = "ran"; top.location = "${elsewhere}/"</script>`,
    `<img src="${elsewhere}/pixel" onerror="parent.document.title = 'ran'">`,
    `<svg onload="top.document.title = 'ran'"></svg>`,
    `<link rel="stylesheet" href="${elsewhere}/x.css"><style>@import "${elsewhere}/y.css"; body { background: url(${elsewhere}/z) }</style>`,
    `<iframe src="${elsewhere}/frame"></iframe><object data="${elsewhere}/o"></object>`,
    `<meta http-equiv="refresh" content="0;url=${elsewhere}/refresh">`,
    `<base href="${elsewhere}/"><form action="${elsewhere}/form"><button>send</button></form>`,
    `<a href="${elsewhere}/link">a link</a><a href="javascript:parent.document.title='ran'">run</a>`,
  ].join('\n');

testInConsole(
  'a hostile template runs nothing, loads nothing and leaves its frame nowhere',
  async (page, faults, context) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const html = `${hostileMail(elsewhere)}<p>the end</p>`;
    await stack.request('PUT', '/admin/templates/confirmation/default', { html }, SERVICE);
    await open(page, '/templates/confirmation/default');
    await mailOf(page).getByText('the end').waitFor();
    for (const click of ['a link', 'run', 'send']) await mailOf(page).getByText(click, { exact: true }).click();
    await page.waitForTimeout(500);
    await mailOf(page).getByText('the end').waitFor();
    assert.is(await page.title(), 'Template of confirmation mails · Postern');
    assert.equal(new URL(page.url()).pathname, '/templates/confirmation/default');
    assert.is(context.pages().length, 1, 'no window has opened');
    assert.equal(asked, [], 'nothing was loaded');
    server.close();
    // The browser logs the blocked content of the frame. The page itself has no error.
    const blocked = /127\.0\.0\.1|sandboxed|javascript:|[Ss]cript/;
    assert.equal(
      faults.splice(0).filter((text) => !blocked.test(text)),
      [],
    );
    await stack.request('DELETE', '/admin/templates/confirmation/default', undefined, SERVICE);
  },
);

testInConsole(
  'doctor: findings with what to do, checked again after the repair; what needs the command line',
  async (page) => {
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('heading', { name: 'On the command line' }).waitFor();
    await page.getByText('npx postern doctor').first().waitFor();
    await page.getByText('Tables, columns, domains and indexes').waitFor();
    const { role } = createNames(stack.settings.db_namespace, stack.settings.role_prefix);
    const again = async (): Promise<void> => {
      // Requests within two seconds share a response.
      await page.waitForTimeout(2_100);
      await page.getByRole('button', { name: 'Check again' }).click();
    };
    await stack.db.sql.unsafe(`alter role ${role.worker} set work_mem = '1MB'`);
    await again();
    const finding = page.getByRole('region', { name: 'Finding of role settings' });
    await finding.getByText(`${role.worker} runs with work_mem = 1MB, which roles.sql does not set`).waitFor();
    assert.equal(await findAccessibilityViolations(page), []);
    const script = (await finding.locator('pre').textContent()) ?? '';
    assert.match(script, `alter role ${role.worker} reset work_mem;`);
    await stack.db.sql.unsafe(`alter role ${role.worker} reset work_mem`);
    await again();
    await page.getByText('Nothing found').waitFor();
  },
);

/** Creates a staff member with this role, and signs the staff member in to the console with password and TOTP code. */
async function signIn(context: BrowserContext, role: string, path: string): Promise<{ page: Page; email: string }> {
  const { email, secret } = await world.staff(role);
  const page = await context.newPage();
  await page.goto(`${world.production.url}${path}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Go on with the password' }).click();
  await page.getByLabel('Code of your authenticator app').fill(computeTotp(secret, Date.now()));
  await page.getByRole('button', { name: 'Sign in' }).click();
  return { page, email };
}

test('an administrator sends a test to the own address, and nowhere else', async () => {
  if (browser === null) return cannotRun('test mails of the console', 'no Chromium on this machine');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const faults = collectPageFaults(context, [world.production.url, 'null']);
  const { page, email } = await signIn(context, 'service_role', '/templates/magic_link/default');
  await page.getByLabel('HTML').fill('<p>A test of words</p>');
  await mailOf(page).getByText('A test of words').waitFor();
  await confirmAction(page, 'Send a test…', 'auth_api.prepare_test_mail', 'Send');
  await page.getByText(`The mail server has accepted the mail to ${email}.`).waitFor();
  const mail = await stack.mail(email);
  assert.match(String(mail.parsed.html), 'A test of words');
  assert.equal(faults, []);
  await context.close();
});

test('support sees templates and doctor, and cannot change anything, not by hand either', async () => {
  if (browser === null) return cannotRun('templates for support', 'no Chromium on this machine');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const faults = collectPageFaults(context, [world.production.url, 'null']);
  const { page } = await signIn(context, 'support_team', '/templates/recovery/default');
  await mailOf(page).getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByRole('region', { name: 'HTML of the template' }).waitFor();
  for (const name of ['Save…', 'Remove…', 'Send a test…', 'Add a language'])
    assert.is(await page.getByRole('button', { name }).count(), 0, name);
  assert.is(await page.locator('textarea').count(), 0);
  const statuses =
    await page.evaluate(`Promise.all(['preview', 'check', 'send-test'].map((name) => fetch('/admin/templates/' + name, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ kind: 'recovery', html: '<p>x</p>', to: 'x@example.com' }),
  }).then(({ status }) => status)))`);
  assert.equal(statuses, [403, 403, 403], 'the right is decided in SQL');
  await page.goto(`${world.production.url}/doctor`);
  await page.getByText('Nothing found').waitFor();
  assert.equal(faults, []);
  await context.close();
});

test('axe finds no violation in the editor with problems, its dialogs and doctor, and no page is too wide', async () => {
  if (browser === null) return cannotRun('axe on templates', 'no Chromium on this machine');
  for (const { name, width, height, scheme } of SCREENS) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
    const page = await context.newPage();
    const check = async (what: string): Promise<void> => {
      assert.equal(await findAccessibilityViolations(page), [], `${what}, ${name}`);
      assert.is(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${what}, ${name}`);
    };
    await page.goto(world.console.link() ?? '');
    await page.locator('main').waitFor();
    await open(page, '/templates/recovery/default');
    await page.getByLabel('HTML').fill(`<p>{{ if }}</p>${'x'.repeat(300)}`);
    await page.getByText('HTML, line 1').waitFor();
    await page.getByText('What this mail can print').click();
    await check('an error');
    await page.getByLabel('HTML').fill('<p>{{ .Nothing }}</p>');
    await page.getByText('it prints nothing').waitFor();
    await check('a warning');
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByText('What will happen').waitFor();
    await check('the dialog');
    await context.close();
  }
});

test.run();
