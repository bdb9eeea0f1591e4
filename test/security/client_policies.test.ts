// The policies that docs/for-dbas.md gives for tokens of OAuth clients: what a client may do to the rows of its user.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { blocksOf } from '../house/blocks.ts';
import { makeClient, signedIn } from '../support/database/oauth.ts';
import { type Answer, confirmed, openSurface } from '../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const person = await confirmed(surface);
const client = (await signedIn(sql, await makeClient(sql), person, { scope: 'email' })).claims as unknown as Answer;
const EVERYTHING = ['reads', 'inserts', 'updates', 'deletes'];
const UNDO = new Error('undo');

/** Returns the statements of the block with this text. */
function block(part: string): string {
  const found = blocksOf('docs/for-dbas.md').find(({ language, text }) => language === 'sql' && text.includes(part));
  if (found === undefined) throw new Error(`no block has ${part}`);
  return found.text;
}

/** Returns what a token may do to a row of its user, under these policies. */
async function allowed(claims: Answer, ...policies: string[]): Promise<string[]> {
  const done: string[] = [];
  const tries: Record<string, string> = {
    reads: 'select id from notes',
    inserts: `insert into notes values (2, '${person.id}')`,
    updates: 'update notes set id = 3',
    deletes: 'delete from notes',
  };
  const role = `notes_${Math.random().toString(36).slice(2)}`;
  const work = sql.begin(async (tx) => {
    await tx.unsafe(`set local search_path = public; create table notes (id integer primary key, user_id uuid);
      create role ${role} nologin; grant select, insert, update, delete on notes to ${role};
      insert into notes values (1, '${person.id}'); ${policies.join('\n')}`);
    for (const [name, statement] of Object.entries(tries)) {
      const one = tx.savepoint(async (inner) => {
        await inner`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
        await inner.unsafe(`set local role ${role}`);
        if ((await inner.unsafe(statement)).count > 0) done.push(name);
        throw UNDO;
      });
      // 42501: a policy has refused the new row.
      await one.catch((error: unknown) => {
        if (error !== UNDO && (error as { code?: string }).code !== '42501') throw error;
      });
    }
    throw UNDO;
  });
  await work.catch((error: unknown) => {
    if (error !== UNDO) throw error;
  });
  return done;
}

test('a policy on auth.uid() alone gives a client all rows of its user', async () => {
  assert.equal(await allowed(client, block('own_notes')), EVERYTHING);
});

test('the restrictive policy closes a table to clients, and to nobody else', async () => {
  const policies = [block('own_notes'), block('no_clients')];
  assert.equal(await allowed(client, ...policies), []);
  assert.equal(await allowed(person.claims, ...policies), EVERYTHING);
});

test('a client with the scope reads, and changes nothing; one without it gets nothing', async () => {
  const policies = [block('own_notes'), block("'notes' = any")];
  assert.equal(await allowed({ ...client, scope: 'email notes' }, ...policies), ['reads']);
  assert.equal(await allowed(client, ...policies), []);
  assert.equal(await allowed(person.claims, ...policies), EVERYTHING);
});

test.run();
