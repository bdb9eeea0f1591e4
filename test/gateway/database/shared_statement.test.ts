// Calls that share a statement: each gets its own result, an error of one does not affect the others, and the number of
// waiting calls is bounded.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCombinedStatement, createCallCombiner } from '../../../gateway/database/shared_statement.ts';
import { ApiError, refuse } from '../../../gateway/http/errors.ts';

type CallArguments = readonly (readonly unknown[])[];

/** Creates a fake database that responds when the test releases it. */
function createSlowDatabase() {
  const asked: { calls: CallArguments; answer(): void; fail(error: unknown): void }[] = [];
  const ask = (calls: CallArguments) =>
    new Promise<(string | null)[]>((resolve, reject) => {
      asked.push({ calls, answer: () => resolve(calls.map(([value]) => `of ${value}`)), fail: reject });
    });
  return { asked, ask };
}

/** Waits until calls and results have taken effect, which needs iterations of the event loop. */
const turn = async () => {
  for (let count = 0; count < 2; count += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Makes the calls one after the other, each in its own event loop iteration. */
async function callOneAfterOther(call: (value: unknown) => Promise<string | null>, values: readonly unknown[]) {
  const answers: Promise<string | null>[] = [];
  for (const value of values) {
    answers.push(call(value));
    await turn();
  }
  return answers;
}

const isolates = (error: unknown) => !(error instanceof ApiError);

test('the statement names each argument once: members of a list, and shared values', () => {
  const { text, values, same } = buildCombinedStatement('auth_api', 'f', {
    writes: false,
    parameters: [
      { name: 'claims', form: 'json' },
      { name: 'settings', form: 'same' },
      { name: 'audience', form: 'text' },
      { name: 'counter', form: 'bigint' },
    ],
  });
  assert.match(
    text,
    "auth_api.f(claims => nullif(c.value -> 0, 'null'), settings => $2, audience => c.value ->> 1, counter => (c.value ->> 2)::bigint)",
  );
  assert.not.match(text, 'lock_timeout');
  const calls = [
    ['{"sub": "a"}', '{"s": 1}', 'x"y', 3],
    [{ sub: 'b' }, '{"s": 1}', null, null],
  ];
  assert.equal(values(calls), ['[[{"sub": "a"},"x\\"y",3],[{"sub":"b"},null,null]]', '{"s": 1}']);
  assert.is(same(calls[0] ?? []), '{"s": 1}');
});

test('if calls are recorded, each passes the name under which its own function runs', () => {
  const parameters = [
    { name: 'a', form: 'text' },
    { name: 'settings', form: 'same' },
    { name: 'b', form: 'bigint' },
  ] as const;
  const { text, values, same, named } = buildCombinedStatement('auth_api', 'f', { writes: true, parameters }).named();
  assert.match(
    text,
    "case when set_config('application_name', c.value ->> 2, true) is not null then auth_api.f(a => c.value ->> 0, settings => $2, b => (c.value ->> 1)::bigint) end as answer",
  );
  assert.match(text, "set_config('lock_timeout', '100ms', true)");
  const calls = [
    ['x', '{}', 1, 'postern one'],
    ['y', '{}', 2, 'postern two'],
  ];
  assert.equal(values(calls), ['[["x",1,"postern one"],["y",2,"postern two"]]', '{}']);
  assert.is(same(calls[0] ?? []), '{}');
  assert.is(named().text, text);
});

test('a write waits for a locked row only briefly while others share its statement', () => {
  const { text } = buildCombinedStatement('auth_api', 'f', { writes: true, parameters: [{ name: 'a', form: 'text' }] });
  assert.match(text, "set_config('lock_timeout', '100ms', true)");
});

test('calls that share a statement are ordered by the rows that they lock, and each gets its own answer', async () => {
  const { asked, ask } = createSlowDatabase();
  const call = createCallCombiner(ask, isolates);
  const answers = Promise.all(['d', 'b', 'c', 'a'].map((value) => call([value], {}, value)));
  await turn();
  assert.equal(asked[0]?.calls, [['a'], ['b'], ['c'], ['d']]);
  asked[0]?.answer();
  assert.equal(await answers, ['of d', 'of b', 'of c', 'of a']);
});

test('calls made in one event loop iteration share a statement, the first included', async () => {
  const { asked, ask } = createSlowDatabase();
  const call = createCallCombiner(ask, isolates);
  const answers = Promise.all([1, 2, 3].map((value) => call([value], {})));
  await turn();
  assert.equal(
    asked.map(({ calls }) => calls),
    [[[1], [2], [3]]],
  );
  asked[0]?.answer();
  assert.equal(await answers, ['of 1', 'of 2', 'of 3']);
});

test('a single call runs alone and at once; calls made while two run share a statement, in order', async () => {
  const { asked, ask } = createSlowDatabase();
  const call = createCallCombiner(ask, isolates);
  const answers = Promise.all(await callOneAfterOther((value) => call([value], {}), [1, 2, 3, 4, 5]));
  assert.equal(
    asked.map(({ calls }) => calls),
    [[[1]], [[2]]],
  );
  asked[1]?.answer();
  await turn();
  assert.equal(asked[2]?.calls, [[3], [4], [5]]);
  asked[0]?.answer();
  asked[2]?.answer();
  assert.equal(await answers, ['of 1', 'of 2', 'of 3', 'of 4', 'of 5']);
});

test('at most 64 share one', async () => {
  const { asked, ask } = createSlowDatabase();
  const call = createCallCombiner(ask, isolates);
  const answers = Array.from({ length: 150 }, (_, value) => call([value], {}));
  await turn();
  for (let at = 0; at < 3; at += 1) {
    asked[at]?.answer();
    await turn();
  }
  assert.equal(
    asked.map(({ calls }) => calls.length),
    [64, 64, 22],
  );
  assert.is((await Promise.all(answers)).at(-1), 'of 149');
});

test('an error that may concern one call alone: each is retried by itself, and only that one fails', async () => {
  const bad = new Error('22P02');
  const sizes: number[] = [];
  const ask = async (calls: CallArguments) => {
    sizes.push(calls.length);
    await turn();
    if (calls.some(([value]) => value === 'bad')) throw bad;
    return calls.map(([value]) => String(value));
  };
  const call = createCallCombiner(ask, isolates);
  const values = ['a', 'bad', 'b', 'c'];
  const settled = await Promise.allSettled(values.map((value) => call([value], {})));
  assert.equal(
    settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)),
    ['a', bad, 'b', 'c'],
  );
  assert.equal(sizes, [4, 1, 1, 1, 1]);
});

test('an outage concerns all: no call is retried', async () => {
  const { asked, ask } = createSlowDatabase();
  const call = createCallCombiner(ask, isolates);
  const answers = Promise.allSettled([1, 2, 3, 4].map((value) => call([value], {})));
  const away = refuse('unavailable');
  await turn();
  asked[0]?.fail(away);
  for (const one of await answers) assert.is(one.status === 'rejected' && one.reason, away);
  assert.is(asked.length, 1);
});

test('skips calls whose client has gone, and refuses at once beyond a bound', async () => {
  const { asked, ask } = createSlowDatabase();
  const call = createCallCombiner(ask, isolates);
  const first = await callOneAfterOther((value) => call([value], {}), [1, 2]);
  const gone = Promise.allSettled([call(['gone'], { gone: () => true })]);
  const others = Array.from({ length: 1_999 }, (_, value) => call([value], {}));
  const refused = await Promise.allSettled([call(['one too many'], {})]);
  assert.is(refused[0]?.status === 'rejected' && (refused[0].reason as ApiError).status, 503);
  for (let at = 0; at < asked.length; at += 1) {
    asked[at]?.answer();
    await turn();
  }
  assert.is((await gone)[0]?.status, 'rejected');
  assert.is((await Promise.all([...first, ...others])).length, 2_001);
  assert.not.ok(asked.some(({ calls }) => calls.some(([value]) => value === 'gone')));
});

test.run();
