// Who refuses what: the generated table is fresh, each line of what cannot be reached has an effect, and an answer that
// such a line denies is found by the check that every test's answer goes through.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { createRefusals, labelOf, type RouteRefusal } from '../../tools/refusals.ts';
import { REFUSALS_FILE, refusalsFile } from '../../tools/refusals_file.ts';
import { createReach } from '../../tools/sql_functions.ts';
import { DROPS, NEVER } from '../../tools/unreachable.ts';
import { createRefusalCheck } from './openapi/refusals.ts';

const routes: readonly Route[] = ROUTES;
const refusals = createRefusals();
const names = (label: string) => {
  const rows = routes.filter((route) => labelOf(route) === label);
  assert.ok(rows.length > 0, label);
  return rows.flatMap(refusals).map(({ name }) => name);
};
/** Refusals that would be listed with other tables of what cannot be reached. */
const more = (o: { drops?: typeof DROPS; never?: typeof NEVER }) => {
  const others = createRefusals({ reach: createReach(o.drops ?? DROPS), never: o.never ?? NEVER });
  return routes.flatMap((route) => {
    const listed = new Set(refusals(route).map(({ from, name }) => `${from} ${name}`));
    const added = others(route).filter(({ from, name }) => !listed.has(`${from} ${name}`));
    return added.map((refusal) => ({ route, refusal }));
  });
};

test('the table that the gateway carries is up to date', () => {
  assert.ok(readFileSync(REFUSALS_FILE, 'utf8') === refusalsFile(), 'run: node tools/write_errors_doc.ts');
});

test('each line of what cannot be reached takes each of its errors from a route', () => {
  for (const drop of DROPS) {
    for (const error of drop.errors) {
      const one = { ...drop, errors: drop.errors.filter((name) => name !== error) };
      const added = more({ drops: DROPS.map((line) => (line === drop ? one : line)) });
      assert.ok(
        added.some(({ refusal }) => refusal.name === error),
        `${drop.caller} drops ${error} of ${drop.callee}`,
      );
    }
    assert.ok(drop.why);
  }
  for (const never of NEVER) {
    const added = more({ never: NEVER.filter((line) => line !== never) });
    assert.equal(added.map(({ refusal }) => refusal.name).sort(), [...never.errors].sort(), never.route);
    assert.ok(added.every(({ route }) => labelOf(route) === never.route));
  }
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

test('an answer that is listed passes, in each of its forms', () => {
  const check = createRefusalCheck();
  for (const route of routes) {
    for (const refusal of refusals(route)) {
      assert.equal(check(route.method, url(route), answer(refusal)), [], `${labelOf(route)} ${refusal.name}`);
    }
  }
});

test('an answer that cannot be is found on every route it is taken from', () => {
  const check = createRefusalCheck();
  const denied = more({ drops: [], never: [] });
  assert.ok(denied.length > 40);
  for (const { route, refusal } of denied) {
    // The gateway has the same words for it there.
    if (labelOf(route) === 'GET /verify' && refusal.name === 'verify_type_not_email') continue;
    const said = check(route.method, url(route), answer(refusal)).join();
    assert.match(said, 'is not listed', `${labelOf(route)} ${refusal.name}`);
  }
});

test('a refusal that nobody has words for is found, but where an application may refuse', () => {
  const check = createRefusalCheck();
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

test('limits of SMS are those of routes that send one, and a session that has ended is 403 to an administrator', () => {
  for (const label of ['POST /recover', 'POST /magiclink', 'POST /invite']) {
    for (const name of ['sms_quota', 'sms_spacing', 'sms_provider_missing'])
      assert.not(names(label).includes(name), label);
    assert.ok(names(label).includes('mail_quota'));
  }
  for (const route of routes.filter(({ auth, call }) => auth === 'admin' && call)) {
    const listed = refusals(route).map(({ name }) => name);
    for (const name of ['session_expired', 'session_expired_inactivity']) {
      assert.not(listed.includes(name), labelOf(route));
    }
    for (const name of ['admin_session_expired', 'banned_caller']) assert.ok(listed.includes(name), labelOf(route));
    assert.is(listed.includes('path_not_uuid'), route.path.includes('{user_id}'), labelOf(route));
  }
});

test.run();
