// Limits of the statements that the gateway runs as the auditor, whose own login has a longer statement timeout.
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment, readSettings } from '../../../core/settings/reading.ts';
import { createReports } from '../../../gateway/database/reports.ts';
import type { ApiError } from '../../../gateway/http/errors.ts';
import { createDatabase } from '../../support/database/db.ts';
import { LAYOUT } from '../../support/database/layout.ts';
import { stackSettings } from '../../support/processes/stack.ts';

const db = await createDatabase();
test.after(() => db.drop());

const LOGINS: Readonly<Record<string, Record<string, string>>> = {
  'a login of another role': { DATABASE_URL_AUDITOR: '', DATABASE_URL: db.superuser_url },
  ...(LAYOUT.login_roles ? { 'the auditor’s own login': db.environment() } : {}),
};

for (const [login, env] of Object.entries(LOGINS)) {
  test(`with ${login}, the server ends a report that the gateway no longer waits for`, async () => {
    const { settings } = readSettings(
      readEnvironment({ env: { ...stackSettings(1), ...db.environment(), ...env }, file: null }),
    );
    const reports = createReports({ driver: postgres, settings });
    try {
      const [row] = await reports.ask<{ timeout: string; who: string; pid: number }>(
        `select current_setting('statement_timeout') as timeout, current_user as who, pg_backend_pid() as pid`,
      );
      assert.is(row?.timeout, '3s');
      assert.match(row?.who ?? '', 'auditor');
      const slow = reports.ask('select pg_sleep(60)').catch((error: { status?: number }) => error.status);
      assert.is(await slow, 504);
      assert.ok((await reports.run('refusals_by_day')).columns.length > 0);
    } finally {
      await reports.close();
    }
  });
}

test('parallel reports wait for each other, and those for which there is no room get 503 with Retry-After', async () => {
  const { settings } = readSettings(readEnvironment({ env: { ...stackSettings(1), ...db.environment() }, file: null }));
  const reports = createReports({ driver: postgres, settings });
  const askAtOnce = (times: number, text: string) =>
    Promise.allSettled(Array.from({ length: times }, () => reports.ask(text)));
  try {
    for (const { status } of await askAtOnce(24, 'select 1')) assert.is(status, 'fulfilled');
    const results = await askAtOnce(60, 'select pg_sleep(0.01)');
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as ApiError] : []));
    assert.ok(refused.length > 0 && refused.length < 60, `${refused.length} refused`);
    for (const { status, code, headers } of refused) {
      assert.equal([status, code], [503, 'reports_busy']);
      assert.match(headers?.['Retry-After'] ?? '', /^[1-9]/);
    }
    assert.is((await askAtOnce(1, 'select 1'))[0]?.status, 'fulfilled', 'the queue is empty again');
  } finally {
    await reports.close();
  }
});

test.run();
