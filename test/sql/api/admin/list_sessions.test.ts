// list_sessions: a user's sessions, newest first, both live and ended.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, client, confirmed, openSurface, sessionOf, settings } from '../../../support/database/surface.ts';
import { ADMIN, NO_IDS, NOT_FOUND, NOT_UUID, refusesStrangers } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const args = { claims: ADMIN, settings: settings() };

test('administrators only; rejects an invalid id, and an unknown user', async () => {
  await refusesStrangers(surface, 'list_sessions', { user_id: 'x' });
  for (const user_id of [...NO_IDS, null]) await surface.refused('list_sessions', { ...args, user_id }, NOT_UUID);
  await surface.refused('list_sessions', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test('a live, a refreshed and an ended session; no secret, and nothing is written', async () => {
  const person = await confirmed(surface);
  await confirmed(surface);
  const start = surface.now();
  await surface.advance(60);
  const credentials = { email: person.email, password: person.password, settings: settings(), client: {} };
  const second = sessionOf(await surface.call('sign_in_with_password', credentials));
  await surface.advance(60);
  const refresh = { user_id: person.id, session_id: person.session_id, counter: 0, settings: settings(), client };
  await surface.call('refresh_session', refresh);
  await surface.call('sign_out', { claims: second.claims, scope: 'local', settings: settings(), client });
  let answer: Args = {};
  const tables = await surface.changes(async () => {
    answer = await surface.call('list_sessions', { ...args, user_id: `{${person.id}}` });
  });
  assert.equal(tables, []);
  assert.equal(answer, {
    sessions: [
      {
        id: second.session_id,
        created_at: '2031-05-01T12:01:00.0Z',
        refreshed_at: null,
        revoked_at: surface.now(),
        revoked_reason: 'logout',
        last_used_at: '2031-05-01T12:01:00.0Z',
        not_after: null,
        aal: 'aal1',
        amr: second.claims.amr,
        tag: null,
        user_agent: null,
        ip: null,
      },
      {
        id: person.session_id,
        created_at: start,
        refreshed_at: surface.now(),
        revoked_at: null,
        revoked_reason: null,
        last_used_at: surface.now(),
        not_after: null,
        aal: 'aal1',
        amr: person.claims.amr,
        tag: null,
        user_agent: client.user_agent,
        ip: client.ip,
      },
    ],
  });
});

test.run();
