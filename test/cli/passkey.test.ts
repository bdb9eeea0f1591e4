// postern passkey: lists a user's passkeys, and deletes the passkey of a lost device.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createSignedInUser,
  passkeyClient,
  registerPasskey,
  startPasskeyStack,
} from '../flows/passkeys/passkey_stack.ts';
import { runInside } from '../support/processes/inside.ts';
import { environmentFor, runJson } from './admin.ts';

const stack = await startPasskeyStack();
const env = environmentFor(stack.db);
test.after(() => stack.close());

test('lists passkeys as text and JSON; deletes one after confirmation, and it no longer signs in', async () => {
  const { auth, email, id } = await createSignedInUser(stack);
  const { passkey, authenticator } = await registerPasskey(auth);
  const listed = await runInside(['passkey', 'list', email], { env });
  assert.match(listed.stdout, new RegExp(`${passkey.id} +Passkey `));
  assert.equal(await runJson(['passkey', 'list', email], env), { user_id: id, passkeys: [passkey] });

  const unasked = await runInside(['passkey', 'delete', email, passkey.id], { env });
  assert.equal([unasked.code, /add --yes/.test(unasked.stderr)], [1, true]);
  const gone = ['passkey', 'delete', email, passkey.id.toUpperCase(), '--yes'];
  assert.equal(await runJson(gone, env), { user_id: id, deleted: passkey.id });
  assert.match((await runInside(gone, { env })).stderr, /has no passkey/);
  const { challenge_id, options } = (await passkeyClient(stack).passkey.startAuthentication()).data ?? {};
  const credential = authenticator.get(options as never);
  assert.is((await stack.post('/passkeys/authentication/verify', { challenge_id, credential })).status, 400);
});

test.run();
