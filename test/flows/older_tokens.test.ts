// Access tokens with an earlier set of claims stay valid (docs/versioning.md). Missing claims are not required, and
// additional claims are ignored.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { signToken } from '../support/clients/admin.ts';
import { bearer, confirmedUser, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
test.after(() => stack.close());

const SHAPES: Record<string, object> = {
  'no session, no aal, no amr': {},
  'aud as a list': { aud: ['authenticated'] },
  'amr as words': { amr: ['password'], aal: 'aal1' },
  'groups of an inherited kind': { groups: ['admin'], app_metadata: { roles: ['admin'] }, is_super_admin: true },
  'the nil session': { session_id: '00000000-0000-0000-0000-000000000000' },
  'no role': { role: undefined },
};

test('each older token is accepted on the routes of a user, and its groups give no rights', async () => {
  const { id } = await confirmedUser(stack);
  for (const [about, claims] of Object.entries(SHAPES)) {
    const token = bearer(signToken({ sub: id, aud: 'authenticated', role: 'authenticated', ...claims }));
    assert.is((await stack.get('/user', token)).status, 200, about);
    const changed = await stack.request('PUT', '/user', { data: { seen: about } }, token);
    assert.equal(
      [changed.status, changed.body.user_metadata],
      [200, { ...metadata(changed.body), seen: about }],
      about,
    );
    assert.is((await stack.get('/admin/users', token)).status, 403, about);
    assert.is((await stack.post('/logout?scope=others', undefined, token)).status, 204, about);
  }
});

const metadata = (body: Record<string, unknown>) => body.user_metadata as object;

test.run();
