// Reads user id, session id and admin role from a verified access token.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isAdmin, isServiceToken, readBearerIds, readSessionId } from '../../../gateway/http/claims.ts';
import type { ApiError } from '../../../gateway/http/errors.ts';

test('sub and session_id', () => {
  const id = '6f7a1c52-6d7c-4b0b-8f6e-0c1b1f0b7d11';
  const bearer = (claims: object) => readBearerIds(claims as Record<string, unknown>);
  const fails = (claims: object, status: number, text: string) => {
    try {
      bearer(claims);
      assert.unreachable(text);
    } catch (error) {
      assert.equal([(error as ApiError).status, (error as ApiError).msg], [status, text]);
    }
  };
  assert.equal(bearer({ sub: id }), { user_id: id, session_id: null });
  assert.equal(bearer({ sub: id.toUpperCase(), session_id: '' }), { user_id: id, session_id: null });
  assert.equal(bearer({ sub: `{${id}}`, session_id: '00000000-0000-0000-0000-000000000000' }), {
    user_id: id,
    session_id: null,
  });
  assert.equal(bearer({ sub: id.replaceAll('-', ''), session_id: id }), { user_id: id, session_id: id });
  for (const sub of [undefined, null, '', 5, []]) fails({ sub }, 403, 'invalid claim: missing sub claim');
  for (const sub of ['x', `${id}0`, `urn:uuid:`, `{${id}`])
    fails({ sub }, 400, 'invalid claim: sub claim must be a UUID');
  for (const session_id of ['x', 5, true])
    fails({ sub: id, session_id }, 403, 'invalid claim: session_id claim must be a UUID');
  assert.is(readSessionId({ session_id: id }), id);
  assert.is(isAdmin({ role: 'service_role' }, { jwt_admin_roles: ['service_role'] }), true);
  for (const role of ['', 'service', undefined, ['service_role']])
    assert.is(isAdmin({ role }, { jwt_admin_roles: ['service_role'] }), false);
});

test('a service token names no session; one that names another session is an administrator’s own, and no fault', () => {
  const settings = { jwt_admin_roles: ['service_role'] };
  const nil = '00000000-0000-0000-0000-000000000000';
  for (const session_id of [undefined, null, '', nil, `{${nil}}`])
    assert.is(isServiceToken({ role: 'service_role', session_id }, settings), true, String(session_id));
  for (const session_id of ['6f7a1c52-6d7c-4b0b-8f6e-0c1b1f0b7d11', 'x', 5, true])
    assert.is(isServiceToken({ role: 'service_role', session_id }, settings), false, String(session_id));
  assert.is(isServiceToken({ role: 'authenticated' }, settings), false);
});

test.run();
