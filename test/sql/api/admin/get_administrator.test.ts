// get_administrator: the caller and its rights.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { administering } from './console.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const { sql } = surface.db;
const { ask } = administering(surface);

test('a service token, and a user with a session', async () => {
  const rights = ['read', 'list', 'support', 'administer'];
  const service = { user_id: null, email: null, role: 'service_role', aal: 'aal1', session_id: null, expires_at: null };
  assert.equal(await ask('get_administrator'), { ...service, rights });
  const user = await confirmed(surface);
  await sql`update auth.users set role = 'service_role', sign_up_role = null where id = ${user.id}`;
  const claims: Args = { ...user.claims, role: 'service_role', exp: Date.parse(surface.now()) / 1000 + 60 };
  const me = await ask('get_administrator', { claims });
  assert.equal([me.user_id, me.email, me.session_id, me.rights], [user.id, user.email, user.session_id, rights]);
  const viewer = { claims: { role: 'viewer' }, settings: settings({ jwt_auditor_roles: ['viewer'] }) };
  assert.equal((await ask('get_administrator', viewer)).rights, ['read', 'list']);
  const needs = [403, 'insufficient_right', 'The role does not have the right administer'] as const;
  await surface.refused('get_administrator', { ...viewer, needed: 'administer' }, needs);
  assert.match(String(me.expires_at), /^2031-05-01T12:01/);
});

test.run();
