// export_user: the export of any user, for administrators. For its content see ../account/export_own_data.test.ts.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, client, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { refusesStrangers } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const admin = { claims: { role: 'service_role' }, settings: settings() };
const exported = (user_id: string): Promise<Answer> => surface.call('export_user', { ...admin, user_id });

test("equals the user's own export, whatever the state of its sessions", async () => {
  const { id, claims } = await confirmed(surface);
  const own = await surface.call('export_own_data', { claims, settings: settings() });
  assert.equal(await exported(id), own);
  await surface.call('sign_out', { claims, scope: 'local', settings: settings(), client });
  assert.is(((await exported(id)).user as Answer).id, id);
});

test('administrators only', () => refusesStrangers(surface, 'export_user', { user_id: 'x' }));

test('an administrator can export the rest of a soft-deleted user', async () => {
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

test('rejects an invalid cursor and an unknown user', async () => {
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
