// postern message: delivery status as text and JSON, and suppressed addresses.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runInside } from '../support/processes/inside.ts';
import { newEmail, type Stack, startStack } from '../support/processes/stack.ts';
import { environmentFor, runJson } from './admin.ts';

let stack: Stack;
let env: Record<string, string>;
test.before(async () => {
  stack = await startStack({ worker: false });
  env = environmentFor(stack.db);
});
test.after(() => stack.close());

interface Message {
  id: string;
  to: string;
  state: string;
  last_error: string | null;
}

async function queueMessage(): Promise<Message> {
  const email = newEmail();
  assert.is((await stack.post('/otp', { email })).status, 200);
  const { messages } = (await runJson(['message', 'list', '--to', email], env)) as { messages: Message[] };
  assert.is(messages.length, 1);
  return messages[0] as Message;
}
const run = async (...args: string[]) => {
  const ended = await runInside(args, { env });
  assert.is(ended.code, 0, ended.stderr);
  return ended.stdout;
};

test('list and show print the state of a message, drop and retry change it; no token, no link', async () => {
  const { id, to, state } = await queueMessage();
  assert.is(state, 'queued');
  const [token] = await stack.db.sql`select id from auth.one_time_tokens where address = ${to}`;
  const listed = await run('message', 'list', '--state', 'queued');
  assert.match(listed, /^ID +STATE +KIND +CHANNEL +TO +TRIES +CREATED +LAST ERROR\n/);
  assert.match(listed, new RegExp(`${id} +queued +confirmation +mail +${to} +0 `));
  assert.is(await run('message', 'drop', id, '--yes'), `message ${id} to ${to} is dropped\n`);
  const shown = await run('message', 'show', id);
  assert.match(shown, /^state +skipped$/m);
  assert.match(shown, /^last_error +dropped by an administrator$/m);
  for (const text of [listed, shown]) assert.not.match(text, String(token?.id));
  assert.is(await run('message', 'retry', id), `message ${id} to ${to} is queued again\n`);
  assert.is(((await runJson(['message', 'show', id], env)) as unknown as Message).state, 'queued');
});

test('an unknown message and an unconfirmed drop end with an error', async () => {
  const unknown = await runInside(['message', 'retry', stack.db.name], { env });
  assert.equal([unknown.code, unknown.stderr], [1, 'Message not found (not_found)\n']);
  const { id } = await queueMessage();
  const unasked = await runInside(['message', 'drop', id], { env });
  assert.is(unasked.code, 1);
  assert.match(unasked.stderr, /add --yes/);
  const many = await runInside(['message', 'list', '--limit', '1001'], { env });
  assert.is(many.code, 2);
  assert.match(many.stderr, 'It must be a number from 1 to 1000.');
  assert.is((await runInside(['message', 'suppress', 'add'], { env })).code, 2);
});

test('suppress: adds, lists, checks before a message is queued, removes', async () => {
  const email = newEmail();
  const output = await run('message', 'suppress', 'add', email, '+49 170 1234567', '--reason', 'complained');
  assert.is(output, `${email}: suppressed\n491701234567: suppressed\n`);
  assert.is((await stack.post('/otp', { email })).status, 200);
  const { messages } = (await runJson(['message', 'list', '--to', email], env)) as { messages: Message[] };
  assert.equal(
    messages.map(({ state, last_error }) => [state, last_error]),
    [['skipped', 'nothing is sent to this address: complained']],
  );
  assert.match(await run('message', 'suppress', 'list'), new RegExp(`^${email} +\\S+Z +complained$`, 'm'));
  const refused = await runInside(['message', 'retry', String(messages[0]?.id)], { env });
  assert.match(refused.stderr, /^Nothing is sent to its address/);
  assert.is(await run('message', 'suppress', 'remove', email), `${email}: not suppressed any more\n`);
  const { suppressions } = (await runJson(['message', 'suppress', 'list', email], env)) as { suppressions: unknown[] };
  assert.equal(suppressions, []);
});

test.run();
