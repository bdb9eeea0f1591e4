// Filters and PATCH of SCIM, compared with scim2-parse-filter and scim-patch: random trees and random sequences, parsed
// by the gateway's readers and evaluated in SQL.
// runner: when=gateway/scim,sql/lib/scim_resource.sql,sql/api/scim/patch_scim_resource.sql
import fc from 'fast-check';
import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch';
import { filter as oracle, parse as parseWithOracle } from 'scim2-parse-filter';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFilter } from '../../../gateway/scim/filter.ts';
import { readOperations } from '../../../gateway/scim/resource.ts';
import { PATCH_OP_SCHEMA } from '../../../gateway/scim/schema.ts';
import { checkModel, replayModel, storeSequence } from '../../security/model.ts';
import { readSeed } from '../../security/random.ts';
import { createDatabase } from '../../support/database/db.ts';

const db = await createDatabase();
test.after(() => db.drop());

const ID = 'a8f5c1f0-0000-4000-8000-000000000001';
const WORDS = ['ada', 'adam', 'bob', 'a"b', 'c\\d', 'x or y', "' or 1=1 --"];
const word = fc.constantFrom(...WORDS);
const label = fc.constantFrom('work', 'home');
const emails = fc.array(fc.record({ value: word, type: label }), { minLength: 1, maxLength: 3 });
const user = fc.record(
  { userName: word, title: word, active: fc.boolean(), name: fc.record({ givenName: word, familyName: word }), emails },
  { requiredKeys: ['userName', 'active', 'name', 'emails'] },
);

// The generator avoids three differences of the oracle. The oracle compares case-sensitively, so all text is in lower
// case. For an absent attribute or a list, it evaluates `ne` differently (RFC 7644 defines no result), so `ne` is used
// only for attributes with one value. It does not unescape strings, so no string has a backslash.
const quoted = word.filter((value) => !value.includes('\\')).map((value) => JSON.stringify(value));
const compared = (names: readonly string[], ops: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...ops), quoted).map((parts) => parts.join(' '));
const ORDERED = ['eq', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const comparison = fc.oneof(
  compared(['userName', 'USERNAME', 'name.givenName', 'name.familyName'], [...ORDERED, 'ne']),
  compared(['title', 'emails.value', 'emails.type'], ORDERED),
  fc.constantFrom('active eq true', 'active eq false', 'active ne true', 'title pr', 'emails pr', 'nickName pr'),
  fc
    .tuple(label, quoted)
    // Uses `or`, because with `and` the oracle accepts the type of one address and the value of another.
    .map(([type, value]) => `emails[type eq "${type}" or value sw ${value}]`),
);
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    comparison,
    fc.tuple(tie('tree'), fc.constantFrom('and', 'or'), tie('tree')).map((parts) => parts.join(' ')),
    tie('tree').map((inner) => `not (${inner})`),
    tie('tree').map((inner) => `(${inner})`),
  ),
}));
/** Trees within our limits: 20 comparisons, ten levels. */
const bounded = tree.filter((text) => (text.match(/ pr| (?:eq|ne|co|sw|ew|gt|ge|lt|le) /g) ?? []).length <= 20);

type Users = Record<string, unknown>[];

/**
 * Compares the users that filters find with those that the oracle finds. Returns the number of matches. Throws an error
 * that names the filter if the users differ.
 */
async function compareFilters(users: Users, sources: readonly string[]): Promise<number> {
  let found = 0;
  const trees = sources.map((source) => parseFilter('User', source));
  const rows = await db.sql<{ filter: number; users: number[] }[]>`
    select f.ordinality::integer - 1 as filter,
      array(select h.place::integer - 1 from unnest(auth_lib.match_scim_filter(
          array(select u.value from jsonb_array_elements(${db.sql.json(users as never)}) with ordinality as u
            order by u.ordinality), f.value)) with ordinality as h (hit, place)
        where h.hit order by h.place) as users
    from jsonb_array_elements(${db.sql.json(trees as never)}) with ordinality as f order by f.ordinality`;
  for (const row of rows) {
    const source = sources[row.filter] as string;
    const matches = oracle(parseWithOracle(source));
    const expected = users.flatMap((one, n) => (matches(one) ? [n] : []));
    if (JSON.stringify(row.users) !== JSON.stringify(expected)) throw new FilterError(source, row.users, expected);
    found += expected.length;
  }
  return found;
}

class FilterError extends Error {
  readonly source: string;

  constructor(source: string, found: readonly number[], expected: readonly number[]) {
    super(`${source} finds ${found} instead of ${expected}`);
    this.source = source;
  }
}

const FILTERS = { of: import.meta.url, name: 'filters' };

test('no stored filter finds other users than scim2-parse-filter', async () => {
  const run = async ([users, source]: [Users, string]) => void (await compareFilters(users, [source]));
  assert.equal(await replayModel({ ...FILTERS, run }), []);
});

test('30: 10,000 random filters find the same users as scim2-parse-filter', async () => {
  const seed = readSeed();
  const users = fc.sample(user, { seed, numRuns: 12 });
  const sources = fc.sample(bounded, { seed, numRuns: 10_000 });
  let found = 0;
  for (let start = 0; start < sources.length; start += 500) {
    const part = sources.slice(start, start + 500);
    found += await compareFilters(users, part).catch((error: unknown) => {
      if (error instanceof FilterError) storeSequence(FILTERS, { error, seed, sequence: [users, error.source] });
      throw error;
    });
  }
  assert.ok(found > 10_000, `${found} matches`);
});

// Added addresses have every member, because the implementations detect duplicates differently. Postern does not add a
// value if an existing one has all its members; scim-patch does not add it if an existing one is equal.
const added = fc.uniqueArray(fc.record({ value: word, type: label, display: word }), {
  minLength: 1,
  maxLength: 3,
  selector: (one) => JSON.stringify(one),
});
const single = fc.constantFrom('title', 'nickName', 'displayName', 'name.givenName', 'name.familyName');
const operation: fc.Arbitrary<ScimPatchOperation> = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace'), path: single, value: word }),
  fc.record({ op: fc.constant('remove'), path: single }),
  fc.record({ op: fc.constantFrom('add', 'replace'), path: fc.constant('active'), value: fc.boolean() }),
  fc.record({ op: fc.constant('add'), path: fc.constant('emails'), value: added }),
  fc.record({
    op: fc.constant('replace'),
    path: fc.constant('emails'),
    value: added.map((list) => [{ value: 'bob', type: 'work' }, ...list]),
  }),
  fc.record({
    op: fc.constant('replace'),
    path: fc.constant('emails[type eq "work"].display'),
    value: word,
  }),
  fc.record({ op: fc.constant('remove'), path: fc.constant('emails[type eq "home"]') }),
  fc.record({
    op: fc.constantFrom('add', 'replace'),
    value: fc.record({ title: word, displayName: word }, { requiredKeys: [] }),
  }),
) as fc.Arbitrary<ScimPatchOperation>;

/** Returns the members of a user that the operations change, in a fixed order and without undefined ones. */
function pickPatchedMembers(resource: Record<string, unknown>): unknown {
  const { userName, title, nickName, displayName, active, name = {}, emails: list = [] } = resource;
  return JSON.parse(JSON.stringify({ userName, title, nickName, displayName, active, name, emails: list }));
}

test('34: random sequences of PATCH lead to the same user as with scim-patch', async () => {
  // scim-patch refuses a path with a filter if the list is absent. Every user therefore keeps one address of type work.
  const person = user.map((one) => ({ ...one, emails: [{ value: 'ada', type: 'work' }, ...one.emails] }));
  const sequences = fc.tuple(person, fc.array(operation, { minLength: 1, maxLength: 8 }));
  let changed = 0;
  const run = async ([before, operations]: [Record<string, unknown>, ScimPatchOperation[]]): Promise<void> => {
    const whole = { schemas: [], id: ID, meta: { created: new Date(0), lastModified: new Date(0) }, ...before };
    const copy = structuredClone(whole) as unknown as ScimResource;
    const expected = scimPatch(copy, structuredClone(operations)) as unknown as Record<string, unknown>;
    let resource: Record<string, unknown> = before;
    for (const one of readOperations('User', { schemas: [PATCH_OP_SCHEMA], Operations: operations }, ID)) {
      const [row] = await db.sql`
        select auth_lib.apply_scim_operation(${db.sql.json(resource as never)}, ${db.sql.json(one as never)}) as after`;
      resource = row?.after;
    }
    assert.equal(pickPatchedMembers(resource), pickPatchedMembers(expected));
    if (JSON.stringify(pickPatchedMembers(expected)) !== JSON.stringify(pickPatchedMembers(before))) changed += 1;
  };
  await checkModel({ of: import.meta.url, name: 'patches', sequences, run, numRuns: 2_000 });
  assert.ok(changed > 1_000, `${changed} users changed`);
});

test.run();
