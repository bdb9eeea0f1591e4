// runner: when=sql,gateway,core

// A short run of the takeover model: every stored counterexample, and some hundred random sequences. POSTERN_TEST_SEED
// sets the seed, which is printed. `npm run test:takeover` runs any number of sequences.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSeed } from './random.ts';
import { readCounterexamples } from './takeover/counterexamples.ts';
import { type SystemUnderTest, startSystem } from './takeover/system.ts';
import { exploreRandomly, formatSequence, runSequence } from './takeover_model.ts';

const LANES = 4;
const SEQUENCES = 75;

let system: SystemUnderTest;
test.before(async () => {
  system = await startSystem();
});
test.after(() => system.close());

const counterexamples = readCounterexamples();

/**
 * Replays the stored counterexamples whose violation matches the pattern. Returns the violations that occur, each with
 * its sequence.
 */
async function replayStoredSequences(violations = /./): Promise<string[]> {
  const broken: string[] = [];
  const queue = counterexamples.filter(({ fault }) => violations.test(fault));
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { faults } = await runSequence(system, next.sequence);
      if (faults.size > 0) broken.push(`${[...faults].join('; ')}\n${formatSequence(next.sequence)}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return broken;
}

test('no stored counterexample violates an invariant', async () => {
  assert.ok(counterexamples.length > 0);
  assert.equal(await replayStoredSequences(), []);
});

test('some hundred random sequences violate no invariant', async () => {
  const seed = readSeed();
  console.log(`seed ${seed}`);
  const known = new Set<string>();
  const lane = (_: unknown, at: number) =>
    exploreRandomly(system, { seed: (seed + at) | 0, sequences: SEQUENCES, known });
  const found = (await Promise.all(Array.from({ length: LANES }, lane))).flat();
  assert.equal(
    found.map((one) => `${one.fault} (seed ${one.seed})\n${formatSequence(one.sequence)}`),
    [],
  );
});

test('no row, function or column violates a rule of the tables', async () => {
  assert.equal([...(await system.tables.rows(null)), ...(await system.tables.schema())], []);
});

test('a function that raises a session without a factor violates a rule of the tables', async () => {
  const { sql } = system.db;
  for (const body of [
    "update auth.sessions as s set aal = 'aal2'",
    "select auth_lib.raise_session_to_aal2(null, '{}', null, '{}', '{}')",
  ]) {
    await sql.unsafe(
      `create function auth_lib.raise_at_once() returns void language plpgsql as $$ begin perform 1; ${body}; end $$`,
    );
    try {
      assert.match((await system.tables.schema()).join(), /: raise_at_once$/);
    } finally {
      await sql`drop function auth_lib.raise_at_once()`;
    }
  }
});

// Each entry replaces a SQL function by one that lacks a rule. Replaying the stored sequences must then find a
// violation.
const HOLES: Record<string, { name: string; body: string; finds: RegExp; replays?: RegExp }> = {
  'every flow counts as valid': { name: 'is_flow_valid', body: 'begin return true; end', finds: /^cut: / },
  'a cut ends nothing': { name: 'cut_access', body: 'begin end', finds: /^cut: / },
  'a new owner removes nothing': { name: 'assign_ownership', body: 'begin end', finds: /^exclusive: / },
  'every provider is in the linking domain of e-mail': {
    name: 'is_in_mail_domain',
    body: 'select true',
    finds: /^exclusive: an identity outlives/,
  },
  'a deactivation refuses no sign-in': {
    name: 'is_banned',
    body: 'select coalesce((person).banned_until > auth_lib.clock(), false)',
    finds: /^organization: a user who is not active signs in/,
    replays: /^organization/,
  },
  'a token of SCIM reaches the users of every organization': {
    name: 'lock_scim_resource',
    body: `begin
      return case when not exists (select from auth.scim_users as u where u.id = auth_lib.uuid_or_null(lock_scim_resource.id))
        then auth_lib.refusal('scim_not_found', left(id, 100)) end;
    end`,
    finds: /organization: a token reaches a user of others/,
    replays: /^organization/,
  },
  'an organization finds the account of its address': {
    name: 'find_provisioned_users',
    body: `begin
      return array(select a.user_id from auth.addresses as a where a.value = email);
    end`,
    finds: /organization: the attacker's organization enters/,
    replays: /^organization/,
  },
  'a merge asks for no proof': {
    name: 'check_merge_proof',
    body: 'begin return null; end',
    finds: /an account is merged/,
  },
};

for (const [hole, { name, body, finds, replays }] of Object.entries(HOLES)) {
  test(`the model detects a hole where ${hole}`, async () => {
    const { sql } = system.db;
    const [row] = await sql<{ definition: string }[]>`
      select pg_get_functiondef(p.oid) as definition from pg_proc as p
      where p.pronamespace = 'auth_lib'::regnamespace and p.proname = ${name}`;
    if (row === undefined) throw new Error(`there is no function auth_lib.${name}`);
    const { definition } = row;
    const [head] = definition.split('AS $function$');
    try {
      await sql.unsafe(`${head}AS $function$ ${body} $function$`);
      const broken = await replayStoredSequences(replays);
      assert.ok(
        broken.some((text) => finds.test(text)),
        `${broken.length} broken: ${broken.join('\n')}`,
      );
    } finally {
      await sql.unsafe(definition);
    }
  });
}

test.run();
