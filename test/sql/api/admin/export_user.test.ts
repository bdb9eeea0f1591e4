// export_user: the export of anybody, for administrators. What is in it: ../account/export_own_data.test.ts.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, client, confirmed, openSurface, settings } from '../../../support/surface.ts';
import { refusesStrangers } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const admin = { claims: { role: 'service_role' }, settings: settings() };
const exported = (user_id: string): Promise<Answer> => surface.call('export_user', { ...admin, user_id });

test('the same as the user reads, whatever has become of the sessions', async () => {
  const { id, claims } = await confirmed(surface);
  const own = await surface.call('export_own_data', { claims, settings: settings() });
  assert.equal(await exported(id), own);
  await surface.call('sign_out', { claims, scope: 'local', settings: settings(), client });
  assert.is(((await exported(id)).user as Answer).id, id);
});

test('administrators only', () => refusesStrangers(surface, 'export_user', { user_id: 'x' }));

test('a soft-deleted user is exported by an administrator: what is left', async () => {
  const person = await confirmed(surface);
  await surface.call('delete_user', {
    claims: { role: 'service_role' },
    user_id: person.id,
    should_soft_delete: true,
    settings: settings(),
    client,
  });
  const answer = await exported(person.id);
  assert.equal([answer.sessions, answer.passkeys, answer.passwords], [[], [], []]);
  assert.not(JSON.stringify([answer.user, answer.identities, answer.addresses]).includes(person.email));
});

test('a cursor that is none, a user that is none', async () => {
  const { id } = await confirmed(surface);
  const bad = [400, 'validation_failed', 'Bad Pagination Parameters: cursor is none of ours'] as const;
  await surface.refused('export_user', { ...admin, user_id: id, cursor: '-' }, bad);
  const other = id.replace(/^......../, '00000000');
  await surface.refused('export_user', { ...admin, user_id: other }, [404, 'user_not_found', 'User not found']);
  await surface.refused('export_user', { ...admin, user_id: 'x' }, [
    404,
    'validation_failed',
    'user_id must be an UUID',
  ]);
});

test.run();
