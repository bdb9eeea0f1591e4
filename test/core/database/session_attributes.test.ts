// PGTARGETSESSIONATTRS, which postgres.js also reads: each program connects with any of its values that suits the
// server, and the parameter of the URL overrides it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openPool } from '../../../install/pool.ts';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { newEmail, startStack } from '../../support/processes/stack.ts';

const { PGTARGETSESSIONATTRS } = process.env;
const restore = (): void => {
  if (PGTARGETSESSIONATTRS === undefined) delete process.env.PGTARGETSESSIONATTRS;
  else process.env.PGTARGETSESSIONATTRS = PGTARGETSESSIONATTRS;
};

/** Returns the environment of a database, with a parameter added to each URL. */
function withParameter(db: TestDatabase, parameter: string): Record<string, string> {
  const urls = Object.entries(db.environment()).map(([name, value]) => {
    if (!value.startsWith('postgres')) return [name, value];
    return [name, `${value}${value.includes('?') ? '&' : '?'}${parameter}`];
  });
  return Object.fromEntries(urls);
}

for (const [variable, parameter] of [
  ['any', ''],
  ['primary', ''],
  ['read-write', ''],
  ['prefer-standby', ''],
  ['standby', 'target_session_attrs=any'],
  ['read-only', 'target_session_attrs=any'],
  ['standby', 'target_session_attrs=prefer-standby'],
  ['any', 'target_session_attrs=primary'],
] as const)
  test(`gateway, worker and commands connect with ${variable} in the environment and "${parameter}" in the URL`, async () => {
    const db = await createDatabase();
    const env = parameter === '' ? db.environment() : withParameter(db, parameter);
    process.env.PGTARGETSESSIONATTRS = variable;
    const stack = await startStack({ db, env }).finally(restore);
    try {
      const email = newEmail();
      process.env.PGTARGETSESSIONATTRS = variable;
      assert.is((await stack.post('/signup', { email, password: 'correct horse battery' })).status, 200);
      await stack.mail(email);
      const pool = await openPool(stack.settings, 'admin');
      assert.is((await pool.sql`select 1 as one`)[0]?.one, 1);
      await pool.close();
      assert.is(process.env.PGTARGETSESSIONATTRS, variable);
    } finally {
      // The connections of the test use the driver directly.
      restore();
      await stack.close();
    }
  });

test.run();
