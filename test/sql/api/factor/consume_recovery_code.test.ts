// Tests of consume_recovery_code.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallResult, type ExpectedError, openSqlApi, readSession } from '../../../support/database/sql_api.ts';
import {
  codeArguments,
  disabledError,
  disabledSettings,
  makeRecoveryCodes,
  NO_RECOVERY_CODES,
  recoveryCodes,
  TABLES_OF_WRONG_CODE,
  WRONG_RECOVERY_CODE,
} from './codes.ts';
import { createPersonWithTotp, factorSettings, signIn } from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('a code raises a session once; the other sessions of one factor end', async () => {
  const person = await createPersonWithTotp(sql_api);
  await sql_api.refused('consume_recovery_code', codeArguments(person.weak, { code: 'x' }), NO_RECOVERY_CODES);
  const [code = ''] = await makeRecoveryCodes(sql_api, person.claims);
  const second = await signIn(sql_api, person);
  const typed = ` ${code.toUpperCase().replace(/(.{4})/g, '$1-')} `;
  const off_now = codeArguments(person.weak, { code: typed, ...disabledSettings('verify') });
  await sql_api.refused('consume_recovery_code', off_now, disabledError('verify'));
  const { claims } = readSession(
    await sql_api.call('consume_recovery_code', codeArguments(person.weak, { code: typed })),
  );
  assert.equal([claims.aal, (claims.amr as CallResult[])[0]?.method], ['aal2', 'mfa/recovery_code']);
  const [ended] = await sql_api.rows('auth.sessions', `t.id = '${second.session_id}'`);
  assert.is(ended?.revoked_reason, 'factor');
  await sql_api.refused(
    'consume_recovery_code',
    codeArguments(claims, { code }),
    WRONG_RECOVERY_CODE,
    TABLES_OF_WRONG_CODE,
  );
});

test('a session past its time box is not raised, and the code stays valid', async () => {
  const person = await createPersonWithTotp(sql_api);
  const [code] = await makeRecoveryCodes(sql_api, person.claims);
  await sql_api.advance(60);
  const gone: ExpectedError = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
  const late = codeArguments(person.weak, { code, settings: factorSettings({ sessions_timebox: 59 }) });
  await sql_api.refused('consume_recovery_code', late, gone);
  assert.ok(readSession(await sql_api.call('consume_recovery_code', codeArguments(person.weak, { code }))));
});

test('wrong codes within a day count together', async () => {
  const person = await createPersonWithTotp(sql_api);
  const [code] = await makeRecoveryCodes(sql_api, person.claims);
  const few = factorSettings({ security_max_code_failures: 2, security_max_code_failures_per_day: 3 });
  const tried = async (typed?: string) => {
    const call = codeArguments(person.weak, { code: typed ?? 'x', settings: few });
    return ((await sql_api.call('consume_recovery_code', call)).refused as { code: string }).code;
  };
  const [miss, locked] = ['mfa_verification_failed', 'mfa_recovery_codes_locked'];
  assert.equal([await tried(), await tried(), await tried()], [miss, miss, locked]);
  await sql_api.advance(3_599);
  assert.is(await tried(), locked);
  await sql_api.advance(2);
  person.weak = { ...person.weak, exp: Number(person.weak.exp) + 10_000 };
  assert.equal([await tried(), await tried(code)], [miss, locked]);
});

test('wrong codes count: after thirty in an hour none is checked until the codes are renewed', async () => {
  const [person, other] = [await createPersonWithTotp(sql_api), await createPersonWithTotp(sql_api)];
  const [right] = await makeRecoveryCodes(sql_api, person.claims);
  const [theirs] = await makeRecoveryCodes(sql_api, other.claims);
  const guesses = [theirs, null, '', '-', ...Array.from({ length: 26 }, () => '1'.repeat(16))];
  for (const code of guesses.slice(0, 4)) {
    await sql_api.refused(
      'consume_recovery_code',
      codeArguments(person.weak, { code }),
      WRONG_RECOVERY_CODE,
      TABLES_OF_WRONG_CODE,
    );
  }
  for (const code of guesses.slice(4))
    await sql_api.call('consume_recovery_code', codeArguments(person.weak, { code }));
  const locked: ExpectedError = [
    429,
    'mfa_recovery_codes_locked',
    'Too many wrong recovery codes, wait or use another factor',
  ];
  await sql_api.refused('consume_recovery_code', codeArguments(person.weak, { code: right }), locked);
  const [code] = recoveryCodes(await sql_api.call('renew_recovery_codes', codeArguments(person.claims)));
  assert.ok(readSession(await sql_api.call('consume_recovery_code', codeArguments(person.weak, { code }))));
});

test.run();
