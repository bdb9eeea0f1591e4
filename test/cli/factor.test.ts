// postern factor: lists a user's factors, and deletes the factor of a lost phone.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPersonWithTotp, signIn } from '../flows/factors/app.ts';
import { claimsOf, expectData } from '../support/clients/client.ts';
import { runInside } from '../support/processes/inside.ts';
import { startStack } from '../support/processes/stack.ts';
import { environmentFor, runJson } from './admin.ts';

const stack = await startStack();
const env = environmentFor(stack.db);
test.after(() => stack.close());

test('lists factors as text and JSON; deletes one after confirmation, and its sessions are aal1 again', async () => {
  const { client, email, id, app, password } = await createPersonWithTotp(stack);
  const listed = await runInside(['factor', 'list', email], { env });
  assert.match(listed.stdout, new RegExp(`${app.factorId} +totp +verified +phone `));
  const factor_list = (await runJson(['factor', 'list', email], env)) as { user_id: string; factors: { id: string }[] };
  assert.equal([factor_list.user_id, factor_list.factors.map((one) => one.id)], [id, [app.factorId]]);

  const unasked = await runInside(['factor', 'delete', email, app.factorId], { env });
  assert.equal([unasked.code, /add --yes/.test(unasked.stderr)], [1, true]);
  const gone = ['factor', 'delete', email, app.factorId.toUpperCase(), '--yes'];
  assert.equal(await runJson(gone, env), { user_id: id, deleted: app.factorId });
  assert.match((await runInside(gone, { env })).stderr, /has no factor/);
  const { session } = expectData(await client.refreshSession());
  assert.is(claimsOf(session?.access_token ?? '').aal, 'aal1');
  expectData(await (await signIn(stack, { email, password })).updateUser({ password: 'another horse battery' }));
});

test.run();
