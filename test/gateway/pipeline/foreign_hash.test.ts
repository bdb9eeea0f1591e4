// A SQL call is repeated with a hash that the gateway has computed: the number of calls, the hash queue, and failures.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Settings } from '../../../core/settings/table.ts';
import { ApiError } from '../../../gateway/http/errors.ts';
import { createForeignHashes } from '../../../gateway/pipeline/foreign_hash.ts';
import { type RequestContext, step } from '../../../gateway/pipeline/step.ts';
import { withForeignHash } from '../../../gateway/steps/password.ts';
import type { HasResult } from '../../../gateway/steps/sql.ts';

const SETTINGS = { security_hash_concurrency: 8, hash_wait: 5, api_max_request_duration: 10 } as Settings;
const QUESTION = '{"foreign_hash": {"salt": "$argon2id$", "bytes": 32}}';
type PasswordContext = RequestContext & { readonly body: { readonly password: string } };
const contextOf = (password: string): PasswordContext =>
  ({
    body: { password },
    request: { remote_addr: '127.0.0.1' },
    from: { limit_key: null },
  }) as unknown as PasswordContext;

/** Runs the step around a fake step that returns the results of `ask`. */
function runHashStep(
  computing: (password: string, asked: { salt: string }) => Promise<string>,
  ask: (rehashed: string | null) => Promise<string>,
): (context: PasswordContext) => Promise<string | null> {
  const inner = step<{ readonly rehashed: string | null }, HasResult>('ask', {}, () => async ({ rehashed }) => ({
    answer: await ask(rehashed),
  }));
  const computeForeign = createForeignHashes(SETTINGS, computing as never);
  const run = withForeignHash(inner).bind({ settings: SETTINGS, computeForeign } as never, {} as never);
  return async (context) => (await run(context)).answer;
}

async function expectApiError(asked: Promise<unknown>): Promise<ApiError> {
  return asked.then(
    (answer) => assert.unreachable(String(answer)) as never,
    (error: unknown) => {
      assert.instance(error, ApiError);
      return error as ApiError;
    },
  );
}

test('answers with the hash of the password, and repeats the call without one if the hash is gone', async () => {
  const hashes: (string | null)[] = [];
  const answers = [QUESTION, '{"foreign_hash": null}', '{"body": {}}'];
  const run = runHashStep(
    async (password, { salt }) => `${salt}${password}`,
    async (rehashed) => {
      hashes.push(rehashed);
      return answers[hashes.length - 1] as string;
    },
  );
  assert.is(await run(contextOf('secret')), '{"body": {}}');
  assert.equal(hashes, [null, '$argon2id$secret', null]);
});

test('a Node that cannot compute it: 503 with its reason for the log, and the slot of the queue is released', async () => {
  const cause = new Error('this Node has no argon2');
  const run = runHashStep(
    () => Promise.reject(cause),
    async () => QUESTION,
  );
  for (let times = 0; times < 5; times += 1) {
    const refusal = await expectApiError(run(contextOf('x')));
    assert.is(refusal.status, 503);
    assert.is(refusal.cause, cause);
  }
});

test('computes at most two at once on any number of cores, since each may take 256 MiB', async () => {
  let running = 0;
  let most = 0;
  const compute = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return 'x';
  };
  const run = runHashStep(compute, async (rehashed) => (rehashed === null ? QUESTION : '{}'));
  const answers = await Promise.all(Array.from({ length: 10 }, () => run(contextOf('x'))));
  assert.equal([...new Set(answers)], ['{}']);
  assert.is(most, 2);
});

test('an endless question ends in 503', async () => {
  let asked = 0;
  const run = runHashStep(
    async () => 'x',
    async () => {
      asked += 1;
      return QUESTION;
    },
  );
  const refusal = await expectApiError(run(contextOf('x')));
  assert.is(refusal.status, 503);
  assert.is(asked, 4);
});

test.run();
