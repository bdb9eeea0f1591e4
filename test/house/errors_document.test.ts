// docs/errors.md is up to date, has a row for every error of both tables, and names a source of each error.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GATEWAY_ERRORS } from '../../gateway/http/errors.ts';
import { renderErrorsDocument } from '../../tools/errors_document.ts';
import { sqlErrors } from '../../tools/sql_refusals.ts';

const document = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const rows = document.split('\n').filter((line) => line.startsWith('| `'));
const row = (name: string, status: number) => rows.find((line) => line.startsWith(`| \`${name}\` | ${status} |`)) ?? '';

test('docs/errors.md is up to date', () => {
  assert.ok(document === renderErrorsDocument(), 'run: node tools/write_errors_doc.ts');
});

test('every row of both tables is in the document', () => {
  const sql = readFileSync(new URL('../../sql/errors.sql', import.meta.url), 'utf8');
  const named = sql.split('\n').filter((line) => /^ +\('/.test(line)).length;
  assert.is(sqlErrors().length, named);
  assert.is(rows.length, named + Object.keys(GATEWAY_ERRORS).length);
});

test('every error has a source', () => {
  const nowhere = rows.filter((line) => / \| {2}\|$/.test(line));
  assert.equal(nowhere, []);
});

test('the sources are the routes that call the functions', () => {
  assert.match(row('anonymous_disabled', 422), /\| `POST \/signup` \|$/);
  assert.match(
    row('refresh_token_already_used', 400),
    /\| `POST \/token\?grant_type=refresh_token`, `POST \/oauth\/token` \|$/,
  );
  assert.match(row('not_admin', 403), /\| the admin API \|$/);
  // The row must not name `POST /signup`, which calls auth_lib.create_user and not auth_api.create_user.
  assert.match(row('admin_session_expired', 403), /\| the admin API \|$/);
  assert.match(row('session_not_found', 403), /every route with a user's token/);
  assert.match(row('request_rate_limit', 429), /`POST \/otp`/);
  assert.match(row('passkeys_disabled', 404), /`GET \/passkeys`/);
});

test.run();
