// runner: when=cli,dev,install,worker,docs/messages.md

// Runs the settings and commands of docs/messages.md in order, on a message that the mail server has rejected
// permanently.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor } from '../cli/admin.ts';
import { openGuide, pathWithPostern } from '../support/processes/guide.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { warningsForSettings } from '../support/processes/settings_text.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ worker: false });
const folder = temporaryFolder();
test.after(async () => {
  folder.remove();
  await stack.close();
});

/** Queues a message, and records that the mail server has rejected it. Returns its id. */
async function queueRejectedMessage(email: string): Promise<string> {
  const { sql } = stack.db;
  assert.is((await stack.post('/otp', { email })).status, 200);
  const [message] = await sql<{ id: string }[]>`
    select m.id, auth_api.lease_message(m.id, m.generation, '{}') as taken
    from auth.messages as m join auth.users as u on u.id = m.user_id where u.email = ${email}`;
  const { id = '' } = message ?? {};
  await sql`select auth_api.finish_message(${id}, 1, 'rejected', '554 no')`;
  return id;
}

test('the blocks of the document run in order, and none is left out', async () => {
  const email = newEmail();
  const id = await queueRejectedMessage(email);
  const settings = (_: unknown, text: string) => {
    assert.equal(warningsForSettings(text), []);
    return Promise.resolve({ code: 0, stdout: '', stderr: '' });
  };
  const guide = openGuide('docs/messages.md', {
    folder: folder.path,
    place: (text) => text,
    env: { ...environmentFor(stack.db), PATH: pathWithPostern(folder.path), ID: id },
    languages: { '': settings },
  });
  await guide.next('SVC_SMS_PROVIDER=http');
  await guide.next('SVC_SMTP_URLS');
  const { stdout } = await guide.next('message list --state failed');
  assert.match(stdout, new RegExp(`^${id} +failed .*554 no *$`, 'm'));
  assert.match(stdout, `message ${id} to ${email} is queued again\nmessage ${id} to ${email} is dropped\n`);
  const suppressed = await guide.next('suppress add');
  assert.match(suppressed.stdout, /^ada@example\.com: suppressed\n[\s\S]*bounced on May 1/);
  assert.equal(guide.left(), []);
  assert.equal([...(await stack.db.sql`select 1 from auth.suppressions`)], []);
});

test.run();
