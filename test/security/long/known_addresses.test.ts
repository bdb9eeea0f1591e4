// Response times do not reveal whether an address has an account, on any public route that gets an address, apart from
// DOCUMENTED_DIFFERENCES. Requests for known and unknown addresses are sent in random order over one connection, each
// address once, and their times are compared by ranks. A case fails only if a difference shows in two fresh samples.
// Other tests check that the comparison finds a delay of known addresses, and the documented differences. Environment
// variables: POSTERN_TIMES_PAIRS, POSTERN_TIMES_SLOT (seconds), POSTERN_TIMES_COST (bcrypt cost; a low cost hides the
// least).
// runner: alone timeout=1800
import { Agent, request } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SETTINGS } from '../../../core/settings/table.ts';
import { type Stack, startStack } from '../../support/processes/stack.ts';
import {
  ADDRESSED_CASES,
  ADDRESSED_SETTINGS,
  type AddressedCase,
  addressOf,
  createAddressedAccounts,
  DELAYED_ROUTES,
  DOCUMENTED_DIFFERENCES,
  PASSWORD,
} from '../addressed.ts';
import { compareRanks, differs, median, type RankComparison } from '../rank_test.ts';

const PAIRS = Number(process.env.POSTERN_TIMES_PAIRS ?? 400);
const WARM = 30;
const { default: DEFAULT_SLOT } = SETTINGS.security_even_answers;
const SLOT = process.env.POSTERN_TIMES_SLOT ?? String(DEFAULT_SLOT);

const COST = Number(process.env.POSTERN_TIMES_COST ?? 4);

const start = (slot: string): Promise<Stack> =>
  startStack({
    worker: false,
    env: {
      ...ADDRESSED_SETTINGS,
      SVC_SECURITY_EVEN_ANSWERS: slot,
      SVC_SECURITY_BCRYPT_COST: String(COST),
    },
  });
const stack = await start(SLOT);
test.after(() => stack.close());

async function send(o: {
  on: Stack;
  agent: Agent;
  path: string;
  body: object;
}): Promise<[status: number, text: string]> {
  return new Promise((resolve, reject) => {
    const sent = request(`${o.on.url}${o.path}`, { agent: o.agent, method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(o.body));
  });
}

let samples = 0;
/** Measures the response times of one case. Compares known with unknown addresses. */
async function compareResponseTimes(one: AddressedCase, on: Stack): Promise<RankComparison> {
  samples += 1;
  const word = `${one.name.replaceAll(/\W/g, '')}${samples}`;
  const addresses = (kind: string) =>
    Array.from({ length: PAIRS + WARM }, (_, number) => addressOf(one.kind, word + kind, number));
  const all = { known: addresses('known'), unknown: addresses('unknown') };
  await createAddressedAccounts(on, one, all.known, COST);
  await on.db.sql.unsafe('vacuum analyze auth.users, auth.addresses, auth.identities, auth.passwords, auth.attempts');
  const { before } = one;
  for (let from = 0; before && from < PAIRS + WARM; from += 20) {
    const some = [...all.known.slice(from, from + 20), ...all.unknown.slice(from, from + 20)];
    await Promise.all(some.map((address) => on.post(before.path, before.body(address))));
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let number = 0; number < PAIRS + WARM; number += 1) {
    const kinds = ['known', 'unknown'] as const;
    for (const kind of Math.random() < 0.5 ? kinds : kinds.toReversed()) {
      const body = one.body(all[kind][number] as string);
      const began = performance.now();
      const [status, text] = await send({ on, agent, path: one.path, body });
      const took = performance.now() - began;
      assert.is(status, one.status ?? 200, text);
      if (number >= WARM) times[kind].push(took);
    }
  }
  agent.destroy();
  const found = compareRanks(times.known, times.unknown);
  const [known, unknown] = [median(times.known), median(times.unknown)].map((time) => time.toFixed(2));
  const shown = `p ${found.p.toPrecision(2)}, superiority ${found.superiority.toFixed(3)}`;
  console.log(`${one.name.padEnd(24)} known ${known} ms, unknown ${unknown} ms, ${shown}`);
  return found;
}

/** Returns true if two measurements both show a difference. */
const differsTwice = async (one: AddressedCase, on: Stack): Promise<boolean> =>
  differs(await compareResponseTimes(one, on)) && differs(await compareResponseTimes(one, on));

test('no case has a difference that shows twice', async () => {
  const found: string[] = [];
  const judge = async (one: AddressedCase): Promise<void> => {
    if (await differsTwice(one, stack)) found.push(one.name);
  };
  const [slotted, others] = [true, false].map((is) =>
    ADDRESSED_CASES.filter(({ path }) => DELAYED_ROUTES.has(path) === is),
  );
  // Runs these cases concurrently, because they wait most of the time for the end of a slot.
  await Promise.all((slotted as AddressedCase[]).map(judge));
  for (const one of others as AddressedCase[]) await judge(one);
  assert.equal(found, []);
});

test('the documented differences are the ones of imported hashes and of another bcrypt cost', async () => {
  for (const one of DOCUMENTED_DIFFERENCES) assert.ok(await differsTwice(one, stack), one.name);
});

test('without slots the difference of a recovery is found', async () => {
  const open = await start('0');
  try {
    const recover = ADDRESSED_CASES.find(({ name }) => name === 'recover') as AddressedCase;
    assert.ok(await differsTwice(recover, open));
  } finally {
    await open.close();
  }
});

test('a difference of 0.6 ms is found that is put into a sign-in with an unknown password', async () => {
  const planted = await start('0');
  try {
    await delayKnown(planted, 'sign_in_with_password', 0.0006);
    const wrong = ADDRESSED_CASES.find(({ name }) => name === 'wrong password') as AddressedCase;
    assert.ok(await differsTwice(wrong, planted));
    const right = await planted.post('/signup', { email: 'right@example.com', password: PASSWORD });
    assert.is(right.status, 200, 'the other functions are as before');
  } finally {
    await planted.close();
  }
});

/** Replaces a function of auth_api by one that sleeps before the call if its argument `email` is a known address. */
async function delayKnown(on: Stack, name: string, seconds: number): Promise<void> {
  const { sql } = on.db;
  const [row] = await sql<{ args: string; names: string[]; acl: string | null }[]>`
    select pg_get_function_arguments(oid) as args, proargnames as names from pg_proc
    where pronamespace = 'auth_api'::regnamespace and proname = ${name}`;
  assert.ok(row);
  await sql.unsafe(`
    alter function auth_api.${name} rename to ${name}_itself;
    create function auth_api.${name}(${row.args}) returns jsonb language plpgsql volatile security definer
    set search_path = '' as $$
    begin
      if exists (select from auth.addresses as a where a.value = ${name}.email) then
        perform pg_sleep(${seconds});
      end if;
      return auth_api.${name}_itself(${row.names.map((argument) => `${argument} => ${name}.${argument}`).join(', ')});
    end $$;
    do $do$ declare v_role text; begin
      for v_role in select g.grantee::regrole::text from pg_proc as p cross join aclexplode(p.proacl) as g
        where p.pronamespace = 'auth_api'::regnamespace and p.proname = '${name}_itself' and g.grantee <> 0
      loop execute format('grant execute on function auth_api.${name} to %s', v_role); end loop;
    end $do$;`);
}

test.run();
