// The generated table of errors by route is up to date. The check of test responses detects an error that is not
// listed, and a full run detects a listed error that no test received.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { createRefusalFinder, type RouteRefusal, routeLabel } from '../../tools/refusals.ts';
import { REFUSALS_FILE, renderRefusalsFile } from '../../tools/refusals_file.ts';
import { refusedByFunction, refusedNames, sqlErrors } from '../../tools/sql_refusals.ts';
import { matchingErrorNames, recordReceivedError, unseenErrors } from '../support/database/seen_errors.ts';
import { createRefusalCheck } from './openapi/refusals.ts';

const routes: readonly Route[] = ROUTES;
const refusals = createRefusalFinder();
const names = (label: string) => {
  const rows = routes.filter((route) => routeLabel(route) === label);
  assert.ok(rows.length > 0, label);
  return rows.flatMap(refusals).map(({ name }) => name);
};
test('the table in the gateway is up to date', () => {
  assert.ok(readFileSync(REFUSALS_FILE, 'utf8') === renderRefusalsFile(), 'run: node tools/write_errors_doc.ts');
});

test('a comment ends with the names of its errors, or does not mention them', () => {
  assert.equal(refusedNames('POST /x. Errors: one, two_three.'), ['one', 'two_three']);
  assert.equal(refusedNames('For the worker: sends.'), []);
  for (const wrong of ['Errors: one, two', 'Errors: one (sometimes).', 'Errors are rare.']) {
    assert.throws(() => refusedNames(wrong), 'does not end in a list');
  }
  assert.ok([...refusedByFunction().values()].flat().length > 300);
});

const answer = ({ status, code, text, by_redirect }: RouteRefusal) => {
  const values = { error_code: code, error_description: text.replaceAll('%s', '1') };
  if (by_redirect) {
    const location = `http://localhost:3000#${new URLSearchParams(values)}`;
    return { status: 303, headers: new Headers({ location }), text: '' };
  }
  const body = { code: status, error_code: code, msg: values.error_description };
  return { status, headers: new Headers(), text: JSON.stringify(body) };
};
const url = (route: Route) =>
  route.path.replace(/\{\w+\}/g, 'x') + (route.grant_type ? `?grant_type=${route.grant_type}` : '');

test('accepts a listed error in each of its forms', () => {
  const check = createRefusalCheck(() => undefined);
  for (const route of routes) {
    for (const refusal of refusals(route)) {
      assert.equal(check(route.method, url(route), answer(refusal)), [], `${routeLabel(route)} ${refusal.name}`);
    }
  }
});

test('reports a listed error that was returned by its function and name', () => {
  const missing: string[] = [];
  const check = createRefusalCheck((name, error) => missing.push(`${name} ${error}`));
  const sql = routes.flatMap((route) => refusals(route).map((refusal) => ({ route, refusal })));
  for (const { route, refusal } of sql) check(route.method, url(route), answer(refusal));
  const called = new Set(sql.map(({ refusal }) => refusal.function));
  const listed = [...refusedByFunction()].filter(([name]) => called.has(name));
  const wanted = listed.flatMap(([name, errors]) => errors.map((error) => `${name} ${error}`));
  assert.equal([...new Set(missing)].sort(), wanted.sort());
});

test('finds an unlisted error on every route', () => {
  const check = createRefusalCheck(() => undefined);
  let denied = 0;
  for (const route of routes) {
    const listed = refusals(route);
    const by_redirect = route.answer === 'redirect';
    for (const error of sqlErrors()) {
      // Another listed error may have the same message.
      const open = by_redirect || route.errors === 'bearer';
      const known = { code: error.code, text: error.text, ...(open ? {} : { status: error.status }) };
      if (matchingErrorNames(listed, known).length > 0) continue;
      denied++;
      const faults = check(route.method, url(route), answer({ from: 'sql', ...error, by_redirect })).join();
      assert.match(faults, 'is not listed', `${routeLabel(route)} ${error.name}`);
    }
  }
  assert.ok(denied > 1000);
});

test('finds an error that the function’s comment does not list, and a name that no test has seen', () => {
  const [row] = sqlErrors().filter(({ name }) => name === 'same_password');
  assert.ok(row);
  const error = { status: row.status, code: row.code, message: row.text };
  assert.throws(
    () => recordReceivedError('get_user', error),
    'refused with same_password, which its comment does not list',
  );
  recordReceivedError('update_user', error);
  const folder = mkdtempSync(join(tmpdir(), 'postern-seen-'));
  try {
    writeFileSync(join(folder, '1'), 'get_user a\nget_user b\n');
    writeFileSync(join(folder, '2'), 'sign_up a\n');
    const listed = new Map([
      ['get_user', ['a', 'b']],
      ['sign_up', ['a', 'b']],
    ]);
    assert.equal(unseenErrors(folder, listed), ['sign_up b']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('finds an error with an unknown text, except where an application may choose it', () => {
  const check = createRefusalCheck(() => undefined);
  const own = {
    from: 'sql',
    name: '',
    status: 402,
    code: 'unknown',
    text: 'no room for you',
    by_redirect: false,
  } as const;
  assert.match(check('POST', '/recover', answer(own)).join(), 'no room for you');
  assert.equal(check('POST', '/signup', answer(own)), []);
});

test('SMS limits occur only on routes that send an SMS, and an ended session is 403 for an administrator', () => {
  for (const label of ['POST /recover', 'POST /magiclink', 'POST /invite']) {
    for (const name of ['sms_quota', 'sms_spacing', 'sms_provider_missing'])
      assert.not(names(label).includes(name), label);
    assert.ok(names(label).includes('mail_quota'));
  }
  for (const route of routes.filter(({ auth, calls }) => auth === 'admin' && calls.length > 0)) {
    const listed = refusals(route).map(({ name }) => name);
    for (const name of ['session_expired', 'session_expired_inactivity']) {
      assert.not(listed.includes(name), routeLabel(route));
    }
    for (const name of ['admin_session_expired', 'banned_caller']) assert.ok(listed.includes(name), routeLabel(route));
    assert.is(listed.includes('path_not_uuid'), route.path.includes('{user_id}'), routeLabel(route));
  }
});

test.run();
