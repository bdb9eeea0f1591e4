// A new installation has no account and no credential.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

/** Tables with the release, its migrations and the names of the queues. */
const FILLED = [
  'auth.migrations_applied',
  'auth.migrations_version',
  'auth.release',
  'auth.release_objects',
  'auth_queue.queue',
  'auth_queue.version',
];

test('a new installation has no user, no client and no credential: every table is empty', async () => {
  const tables = await db.sql<{ name: string; filled: boolean }[]>`
    select c.oid::regclass::text as name, (xpath('/table/row/n/text()', query_to_xml(
      format('select count(*) as n from %s', c.oid::regclass), false, false, '')))[1]::text <> '0' as filled
    from pg_class as c where c.relnamespace in ('auth'::regnamespace, 'auth_queue'::regnamespace)
      and c.relkind in ('r', 'p')`;
  assert.ok(tables.some(({ name }) => name === 'auth.users'));
  assert.equal(tables.flatMap(({ name, filled }) => (filled ? [name] : [])).sort(), FILLED);
});

test.run();
