// The comparison of releases reports removals and changes that a patch release must not contain, and permits additions.
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { incompatibleChanges, readPublicNames, releaseStepBetween } from '../../tools/compatibility.ts';

const texts = {
  schema: readFileSync('sql/schema.sql', 'utf8'),
  settings: readFileSync('docs/settings.md', 'utf8'),
  providers: readdirSync('core/providers/known'),
};
const now = readPublicNames(texts);

function compareAfterChange(change: Partial<typeof texts>) {
  return incompatibleChanges(now, readPublicNames({ ...texts, ...change }), 'patch');
}

test('parses the texts of this release', () => {
  assert.is(now.schema.get('column auth.users.email'), 'auth.filled_text');
  assert.is(now.schema.get('domain auth.filled_text'), 'text');
  assert.is(now.schema.get('column auth.sessions.counter'), 'auth.token_counter');
  assert.is(now.schema.get('constraint auth.users users_pkey'), 'PRIMARY KEY (id)');
  assert.ok([...now.schema.keys()].some((name) => name.startsWith('index ')));
  assert.ok(now.functions.has('function auth_api.refresh_session'));
  assert.ok(now.settings.has('setting SVC_SITE_URL'));
  assert.is(now.settings.get('setting SVC_EXTERNAL_<NAME>_CLIENT_ID'), 'list');
  assert.ok(now.settings.size > 100);
  assert.equal(compareAfterChange({}), []);
});

test('reports each removal and change that a patch may not make', () => {
  const lost = (change: Partial<typeof texts>, expected: RegExp) => {
    const faults = compareAfterChange(change);
    assert.is(faults.length, 1, faults.join('; '));
    assert.match(faults[0] ?? '', expected);
  };
  lost({ schema: texts.schema.replace(/^ {2}email auth\.filled_text,\n/m, '') }, /^column auth\.users\.email is gone$/);
  lost(
    { schema: texts.schema.replace('domain auth.filled_text as text', 'domain auth.filled_text as citext') },
    /domain auth\.filled_text was text and is citext/,
  );
  lost(
    { schema: texts.schema.replace('counter auth.token_counter', 'counter integer') },
    /counter was auth\.token_counter and is integer/,
  );
  lost(
    { schema: texts.schema.replace('users_pkey PRIMARY KEY (id)', 'users_pkey PRIMARY KEY (id, aud)') },
    /users_pkey was/,
  );
  lost(
    { schema: texts.schema.replace(/^CREATE INDEX addresses_user_id_idx.*\n/m, '') },
    /index addresses_user_id_idx is gone/,
  );
  lost({ schema: texts.schema.replace(/^.*auth_api\.count_request.*\n/m, '') }, /count_request is gone/);
  lost(
    { schema: texts.schema.replace('count_request(limits jsonb)', 'count_request(limits text)') },
    /count_request was limits jsonb and is limits text/,
  );
  lost({ settings: texts.settings.replace(/^\| `SVC_SITE_URL`.*\n/m, '') }, /setting SVC_SITE_URL is gone/);
  lost({ providers: texts.providers.filter((file) => file !== 'github.ts') }, /^provider github is gone$/);
});

test('allows additions in a patch', () => {
  assert.equal(
    compareAfterChange({
      schema: texts.schema.replace(/^ {2}email auth\.filled_text,\n/m, '  email auth.filled_text,\n  nickname text,\n'),
    }),
    [],
  );
  const longer = texts.schema.replace('count_request(limits jsonb)', 'count_request(limits jsonb, more text)');
  assert.equal(compareAfterChange({ schema: longer }), []);
});

test('a minor release must keep the settings, a major release nothing', () => {
  const bare = readPublicNames({ schema: '', settings: '', providers: [] });
  assert.ok(incompatibleChanges(now, bare, 'minor').every((fault) => /^(setting|provider) /.test(fault)));
  assert.equal(incompatibleChanges(now, bare, 'major'), []);
});

test('returns the kind of release between two versions', () => {
  assert.is(releaseStepBetween('v1.2.3', '1.2.4'), 'patch');
  assert.is(releaseStepBetween('v1.2.3', '1.3.0'), 'minor');
  assert.is(releaseStepBetween('v1.2.3', '2.0.0'), 'major');
});

test.run();
