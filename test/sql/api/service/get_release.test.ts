// Tests of get_release.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RELEASE, readDatabaseState } from '../../../../core/database/release.ts';
import { connect } from '../../../install/migration_database.ts';
import { createDatabase, LOGIN_ROLES, type TestDatabase } from '../../../support/database/db.ts';

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(() => db.drop());

test('every role reads version, digest and the oldest supported gateway', async () => {
  const [row] = await db.sql`select version, digest, min_gateway from auth.release`;
  assert.is(row?.version, RELEASE.version);
  for (const role of LOGIN_ROLES) {
    const sql = connect(db.url(role), 1);
    assert.equal(await readDatabaseState(sql, 'auth'), { ...row }, role);
    await sql.end();
  }
});

test('a role of another installation reads nothing, and a database without Postern has no state', async () => {
  const empty = await createDatabase({ template: 'empty' });
  assert.is(await readDatabaseState(empty.sql, 'auth'), null);
  await empty.drop();
});

test.run();
