// Every route of the admin API through the console, with the cookies of the roles support and auditor: SQL rejects what
// a role may not do, regardless of the displayed page. Tokens of users, and of administrators at aal1, are rejected.
// runner: when=console,gateway,core
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROUTES } from '../../gateway/routes/table.ts';
import { REQUIRED_RIGHTS } from '../sql/api/admin/rights.ts';
import { startConsoleWithData } from '../support/processes/console_with_data.ts';
import { confirmedUser } from '../support/processes/stack.ts';
import { createConsoleClient, type Headers } from './client.ts';

const world = await startConsoleWithData();
const { stack } = world;
test.after(() => world.close());

const { send, signIn } = createConsoleClient(world);

const NOWHERE = '00000000-0000-4000-8000-000000000000';
/** Values with which each route reaches its first SQL call. */
const BODY = {
  ...{ email: 'somebody@example.com', address: 'somebody@example.com', type: 'saml', url: 'http://127.0.0.1:9/x' },
  ...{ kinds: ['user.created'], kind: 'recovery', html: '<p>x</p>', app_metadata: { by: 'nobody' }, name: 'x' },
  ...{ redirect_uris: ['https://client.example.com/'], client_name: 'x', metadata_xml: '<a/>' },
};
/** Routes that the console does not forward for any role. */
const NOT_IN_CONSOLE = new Set(['POST /admin/generate_link']);

const routes = ROUTES.filter(({ auth, path }) => auth === 'admin' && path.startsWith('/admin/'));

/**
 * Returns the right that a route requires. It is the right of its first function that REQUIRED_RIGHTS contains, or
 * `unknown` if there is none. The timeline of a user requires `read`.
 */
function rightOf({ calls, path }: (typeof ROUTES)[number]): string {
  const name = calls.map(({ function: fn }) => fn).find((fn) => fn in REQUIRED_RIGHTS);
  if (path === '/admin/users/{user_id}/timeline') return 'read';
  return REQUIRED_RIGHTS[name ?? ''] ?? 'unknown';
}

const pathFor = (path: string): string =>
  path
    .replace('{kind}', 'recovery')
    .replace('{locale}', 'default')
    .replace('{name}', 'x')
    .replace(/\{\w+\}/g, NOWHERE) + (path === '/admin/why' ? '?code=user_banned' : '');

const written = async (): Promise<string> => {
  const tables = [
    'users',
    'addresses',
    'webhooks',
    'templates',
    'oauth_clients',
    'sso_providers',
    'custom_providers',
    'suppressions',
  ];
  const found: string[] = [];
  for (const table of tables) {
    const [row] = await stack.db.sql.unsafe(
      `select count(*)::text || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest from auth.${table} as t`,
    );
    found.push(`${table} ${row?.digest}`);
  }
  return found.join('\n');
};

const RIGHTS_OF = { support_team: ['read', 'support'], audit_team: ['read', 'list'] } as const;

for (const [role, rights] of Object.entries(RIGHTS_OF)) {
  test(`${role}: every route that needs more than ${rights.join(' and ')} is refused, and nothing is written`, async () => {
    const { whole } = await signIn(role);
    const me = (await (await send('GET', '/admin/me', whole)).json()) as { rights: string[] };
    assert.equal([...me.rights].sort(), [...rights].sort());
    const before = await written();
    const wrong: string[] = [];
    let refused = 0;
    for (const route of routes) {
      const right = rightOf(route);
      if ((rights as readonly string[]).includes(right)) continue;
      const body = route.method === 'GET' ? undefined : BODY;
      const answer = await send(route.method, pathFor(route.path), whole, body);
      const { error_code: code } = (await answer.json()) as { error_code: string };
      const expected = NOT_IN_CONSOLE.has(`${route.method} ${route.path}`) ? 'not_in_console' : 'insufficient_right';
      refused += 1;
      if (answer.status !== 403 || code !== expected)
        wrong.push(`${route.method} ${route.path} (${right}): ${answer.status} ${code}`);
    }
    assert.equal(wrong, []);
    assert.ok(refused > 20, `${refused} routes`);
    assert.is(await written(), before);
  });
}

test('an administrator after one factor, a user, and their tokens open no route', async () => {
  const { half } = await signIn('service_role');
  const person = await confirmedUser(stack);
  const keys: Headers[] = [
    half,
    { Authorization: `Bearer ${person.access_token}` },
    { Cookie: `postern-console=${person.access_token}` },
    { Cookie: `postern-console=${person.refresh_token}` },
  ];
  for (const headers of keys)
    for (const { method, path } of routes) {
      const answer = await send(method, pathFor(path), headers, method === 'GET' ? undefined : BODY);
      assert.is(answer.status, NOT_IN_CONSOLE.has(`${method} ${path}`) ? 403 : 401, `${method} ${path}`);
    }
});

test.run();
