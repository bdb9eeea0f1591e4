// Runs docs/quickstart-js.md block by block, first against `npm start`, then against the stack of docker-compose.yml.
// Skips only the package installation.
import { cpSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { openAndConfirm } from '../support/clients/confirm_page.ts';
import { runCookieFlow } from '../support/clients/ssr.ts';
import type { ComposeStack } from '../support/processes/compose_stack.ts';
import { createGuidePrograms, openGuide, saveBlock } from '../support/processes/guide.ts';
import { messageTo, runCli, temporaryFolder } from '../support/processes/process.ts';
import { parseMail } from '../support/processes/stack_parts.ts';
import { copyStartedFolder } from '../support/processes/started.ts';

const CREDENTIALS = "ada@example.com 'correct horse battery'";

export async function runJsGuide(kit: ComposeStack): Promise<void> {
  const clone = temporaryFolder({ on_disk: true });
  cpSync('deploy', join(clone.path, 'deploy'), { recursive: true });
  await copyStartedFolder(join(clone.path, '.postern'));
  const started = runCli(['start'], {
    cwd: clone.path,
    env: { PORT: '0', SVC_INBOX_PORT: '0' },
    main: resolve('cli/postern.mjs'),
  });
  const [, url = ''] = await started.until(/API +(http:\S+)/);
  let place = (text: string): string => text.replaceAll('http://localhost:8081', url);
  const project = join(clone.path, 'quickstart');
  const save = saveBlock(project);
  // supabase-js needs Node 22, and the machine's own Node may be older.
  const PATH = [createGuidePrograms(kit), dirname(process.execPath), process.env.PATH].join(delimiter);
  const guide = openGuide('docs/quickstart-js.md', {
    folder: clone.path,
    place: (text) => place(text).replace(/npm install \S+\n/, ''),
    env: { PATH, HOME: process.env.HOME ?? '', SVC_SECURITY_BCRYPT_COST: '4' },
    languages: { js: save },
  });
  try {
    // `npm start` runs already.
    guide.skip('npm start\n');
    await guide.next('key issue --role anon');
    await guide.next('npm init -y');
    symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
    await guide.next('// client.mjs');
    await guide.next('// sign_up.mjs');
    const asked = async () => `${(await messageTo(started, 'ada@example.com')).code}\n`;
    const signed_up = await guide.next(`node sign_up.mjs ${CREDENTIALS}`, { input: asked });
    assert.match(signed_up.stdout, /signed in as ada@example.com, [0-9a-f-]{36}\n/);
    await guide.next('// sign_in.mjs');
    const signed_in = await guide.next(`node sign_in.mjs ${CREDENTIALS}`);
    assert.equal(signed_in.stdout.split('\n'), [
      'the access token is valid for 3600 seconds',
      'another refresh token: true',
      'hello Ada',
      'signed out',
      '',
    ]);
    // Tests the cookies of @supabase/ssr, which the guide also covers.
    const grace = 'grace@example.com';
    await runCookieFlow(url, grace, async () => openAndConfirm((await messageTo(started, grace)).link));
    place = kit.place;
    await guide.next('docker compose up -d --wait');
    await save({ file: '', line: 0, language: 'js', text: '' }, place(guide.text('// client.mjs')));
    const code = async () => {
      const [mail] = await kit.sink.waitFor('ada@js.example');
      return `${parseMail(mail as never).code}\n`;
    };
    place = (text) => kit.place(text).replaceAll('ada@example.com', 'ada@js.example');
    const again = await guide.next('cd quickstart', { input: code });
    assert.match(again.stdout, 'signed in as ada@js.example');
    await guide.next('// notes.mjs');
    const notes = await guide.next(`node notes.mjs ${CREDENTIALS}`);
    assert.match(
      notes.stdout,
      /^without a session: permission denied for table notes\nnote \d+: Remember the milk\n1 of my notes\n$/,
    );
    assert.equal(guide.left(), []);
  } finally {
    await started.stop();
    clone.remove();
  }
}
