// Every SQL function that writes a user notifies webhooks, or is listed here with a reason.
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const QUIET: Record<string, string> = {
  reauthenticate: 'notes when a code was sent',
  request_magic_link: 'notes when a link was sent, once a user was told of',
  request_recovery: 'notes when a link was sent',
  resend: 'notes when a link was sent',
  purge_expired: 'removes second factors that nobody has verified',
  drop_recovery_codes: 'recovery codes are nothing that an event tells of',
  enroll_factor: 'a second factor that nobody has verified yet',
  exchange_code: 'tells of a sign-in',
  import_users: 'users who come from elsewhere are not new, and a million events would hold up all others',
};

interface SqlFunction {
  name: string;
  body: string;
}

function listFunctions(): SqlFunction[] {
  return ['lib', 'api'].flatMap((folder) =>
    readdirSync(`sql/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.sql'))
      .flatMap((path) => {
        const text = readFileSync(`sql/${folder}/${path}`, 'utf8').replace(/--.*$/gm, '');
        return [...text.matchAll(/^create function (auth_\w+\.\w+)\([\s\S]*?as \$\$([\s\S]*?)\$\$;/gm)].map(
          ([, name = '', body = '']) => ({ name, body }),
        );
      }),
  );
}

/** Returns a function and every function that it calls, directly or indirectly. */
function reachableFunctions(name: string, all: ReadonlyMap<string, string>, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, called = ''] of (all.get(name) ?? '').matchAll(/\b(auth_(?:lib|api)\.\w+)\(/g))
    reachableFunctions(called, all, seen);
  return seen;
}

const WRITES =
  /(update auth\.users as u|insert into auth\.users|delete from auth\.users|(insert into|delete from) auth\.identities)\b/;

test('every story that writes users or identities calls notify_webhooks()', () => {
  const all = new Map(listFunctions().map(({ name, body }) => [name, body]));
  const stories = [...all.keys()].filter((name) => name.startsWith('auth_api.'));
  const writing = stories.filter((story) =>
    [...reachableFunctions(story, all)].some((name) => WRITES.test(all.get(name) ?? '')),
  );
  assert.ok(writing.length > 15, String(writing.length));
  const silent = writing
    .filter((story) => !reachableFunctions(story, all).has('auth_lib.notify_webhooks'))
    .map((story) => story.replace('auth_api.', ''))
    .filter((story) => !(story in QUIET));
  assert.equal(silent, []);
});

test.run();
