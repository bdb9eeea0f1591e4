// Asking SQL again with a hash that the gateway has computed: how often, in which line, and what becomes of faults.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Settings } from '../../../core/settings/table.ts';
import { Refusal } from '../../../gateway/http/errors.ts';
import type { Inputs } from '../../../gateway/pipeline/exchange.ts';
import { createForeignHashes } from '../../../gateway/pipeline/foreign_hash.ts';

const SETTINGS = { security_hash_concurrency: 8, hash_wait: 5, api_max_request_duration: 10 } as Settings;
const QUESTION = '{"foreign_hash": {"salt": "$argon2id$", "bytes": 32}}';
const inputs = (password: string): Inputs => ({ body: { password }, rehashed: null }) as unknown as Inputs;

async function refusalOf(asked: Promise<unknown>): Promise<Refusal> {
  return asked.then(
    (answer) => assert.unreachable(String(answer)) as never,
    (error: unknown) => {
      assert.instance(error, Refusal);
      return error as Refusal;
    },
  );
}

test('the question is answered with the hash of the password, and asked again without one where the hash is gone', async () => {
  const told: (string | null)[] = [];
  const given = inputs('secret');
  const answers = [QUESTION, '{"foreign_hash": null}', '{"body": {}}'];
  const withForeign = createForeignHashes(SETTINGS, async (password, { salt }) => `${salt}${password}`);
  const answer = await withForeign(given, {}, async () => {
    told.push(given.rehashed);
    return answers[told.length - 1] as string;
  });
  assert.is(answer, '{"body": {}}');
  assert.equal(told, [null, '$argon2id$secret', null]);
});

test('a Node that cannot compute it: 503 with its reason for the log, and the place in the line is given back', async () => {
  const cause = new Error('this Node has no argon2');
  const withForeign = createForeignHashes(SETTINGS, () => Promise.reject(cause));
  for (let times = 0; times < 5; times += 1) {
    const refusal = await refusalOf(withForeign(inputs('x'), {}, async () => QUESTION));
    assert.is(refusal.status, 503);
    assert.is(refusal.cause, cause);
  }
});

test('at most two are computed at once, whatever the cores, since each may take 256 MiB', async () => {
  let running = 0;
  let most = 0;
  const withForeign = createForeignHashes(SETTINGS, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return 'x';
  });
  const asking = Array.from({ length: 10 }, () => {
    let asked = 0;
    return withForeign(inputs('x'), {}, async () => (asked++ === 0 ? QUESTION : '{}'));
  });
  assert.equal([...new Set(await Promise.all(asking))], ['{}']);
  assert.is(most, 2);
});

test('a question without an end ends in 503', async () => {
  let asked = 0;
  const withForeign = createForeignHashes(SETTINGS, async () => 'x');
  const refusal = await refusalOf(
    withForeign(inputs('x'), {}, async () => {
      asked += 1;
      return QUESTION;
    }),
  );
  assert.is(refusal.status, 503);
  assert.is(asked, 4);
});

test.run();
