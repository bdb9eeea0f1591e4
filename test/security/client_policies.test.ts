// The row level security policies of docs/for-dbas.md for access tokens of OAuth clients: which operations a client may
// perform on its user's rows.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBlocks } from '../house/blocks.ts';
import { makeClient, signInByClient } from '../support/database/oauth.ts';
import { type CallResult, createConfirmedPerson, openSqlApi } from '../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const person = await createConfirmedPerson(sql_api);
const client = (await signInByClient(sql, await makeClient(sql), person, { scope: 'email' }))
  .claims as unknown as CallResult;
const EVERYTHING = ['reads', 'inserts', 'updates', 'deletes'];
const UNDO = new Error('undo');

/** Returns the statements of the SQL block that contains `part`. */
function policyStatements(part: string): string {
  const found = readBlocks('docs/for-dbas.md').find(({ language, text }) => language === 'sql' && text.includes(part));
  if (found === undefined) throw new Error(`no block has ${part}`);
  return found.text;
}

/** Returns the operations that a token may perform on its user's row under these policies. */
async function allowedOperations(claims: CallResult, ...policies: string[]): Promise<string[]> {
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
      // SQLSTATE 42501: a policy rejects the new row.
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
  assert.equal(await allowedOperations(client, policyStatements('own_notes')), EVERYTHING);
});

test('the restrictive policy denies a table to clients only', async () => {
  const policies = [policyStatements('own_notes'), policyStatements('no_clients')];
  assert.equal(await allowedOperations(client, ...policies), []);
  assert.equal(await allowedOperations(person.claims, ...policies), EVERYTHING);
});

test('a client with the scope reads, and changes nothing; one without it gets nothing', async () => {
  const policies = [policyStatements('own_notes'), policyStatements("'notes' = any")];
  assert.equal(await allowedOperations({ ...client, scope: 'email notes' }, ...policies), ['reads']);
  assert.equal(await allowedOperations(client, ...policies), []);
  assert.equal(await allowedOperations(person.claims, ...policies), EVERYTHING);
});

test.run();
