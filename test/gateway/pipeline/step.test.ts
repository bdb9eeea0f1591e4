// Running a list of steps: order, end, errors, and the choice by grant type.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError, refuse } from '../../../gateway/http/errors.ts';
import {
  type BoundStep,
  bindSteps,
  type HasResponse,
  onError,
  type RequestContext,
  runSteps,
  type Step,
  step,
  steps,
} from '../../../gateway/pipeline/step.ts';
import type { HttpResponse } from '../../../gateway/server/types.ts';
import { byGrant } from '../../../gateway/steps/by_grant.ts';

const GATEWAY = { settings: {} } as never;
const ROUTE = { path: '/x', method: 'POST', auth: 'none' } as const;
const response = (body: string): HttpResponse => ({ status: 200, headers: {}, body });

const bound = (list: Parameters<typeof bindSteps>[0]): readonly BoundStep[] => bindSteps(list, GATEWAY, ROUTE);
const respond: Step<{ readonly said: string }, HasResponse> = step('respond', {}, () => ({ said }) => ({
  response: response(said),
}));
const say = (said: string): Step<unknown, { said: string }> => step('say', {}, () => () => ({ said }));
const fail: Step<unknown, undefined> = step('fail', {}, () => () => {
  throw refuse('unavailable');
});
const showMessage = (where: string) =>
  onError<unknown>('onErrorTell', () => (context, error) => {
    const { said = 'nothing' } = context as { said?: string };
    return response(`${where}: ${said}, ${(error as ApiError).status}`);
  });
const arrived = (): RequestContext & { noted: object } => {
  const noted = {};
  return { note: (fact: object) => void Object.assign(noted, fact), noted } as never;
};

test('steps run in order, each with what the ones before it added, until one responds', async () => {
  const order: string[] = [];
  const mark = (name: string): Step<unknown, undefined> => step(name, {}, () => async () => void order.push(name));
  const list = [mark('one'), say('hello'), mark('two'), respond, mark('three')] as const;
  assert.is((await runSteps(bound(list), arrived())).body, 'hello');
  assert.equal(order, ['one', 'two']);
});

test('a step changes nothing outside', async () => {
  const known = Object.freeze(arrived());
  await runSteps(bound(steps(say('hello'), respond)), known);
  assert.not.ok('said' in known);
});

test('an error goes to the last onError step before it, with the context at that step', async () => {
  const responseOf = async (...list: Parameters<typeof bindSteps>[0]) => (await runSteps(bound(list), arrived())).body;
  assert.is(await responseOf(showMessage('site'), say('hello'), showMessage('app'), fail, respond), 'app: hello, 503');
  assert.is(
    await responseOf(showMessage('site'), say('hello'), fail, showMessage('app'), respond),
    'site: nothing, 503',
  );
});

test('throws an error before every onError step, or of one', async () => {
  const thrown = async (...list: Parameters<typeof bindSteps>[0]) =>
    runSteps(bound(list), arrived()).then(
      () => 'none',
      (error: Error) => error.constructor.name,
    );
  const broken = onError<unknown>('onErrorBreak', () => () => {
    throw new TypeError('broken');
  });
  assert.is(await thrown(fail, showMessage('site'), respond), ApiError.name);
  assert.is(await thrown(showMessage('site'), broken, fail, respond), TypeError.name);
});

interface HasForm {
  readonly form: { readonly grant_type: string };
}
const readForm = (grant_type: string): Step<unknown, HasForm> =>
  step('readForm', {}, () => () => ({ form: { grant_type } }));
const sayForm: Step<HasForm, { said: string }> = step('sayForm', {}, () => ({ form }) => ({ said: form.grant_type }));
const byForm = byGrant(({ form }: HasForm) => form.grant_type, {
  code: { steps: steps.after<HasForm>()(sayForm, respond) },
  broken: { steps: steps.after<HasForm>()(fail, sayForm, respond) },
  '*': { steps: steps.after<HasForm>()(say('any other'), respond) },
});

test('a grant type chooses the steps that follow; unknown ones, and a star, use the default', async () => {
  for (const [grant_type, said] of [
    ['code', 'code'],
    ['Code', 'any other'],
    ['toString', 'any other'],
    ['*', 'any other'],
  ] as const) {
    const known = arrived();
    const { body } = await runSteps(bound(steps(readForm(grant_type), byForm)), known);
    assert.is(body, said);
    assert.equal(known.noted, said === 'code' ? { grant_type } : {});
  }
});

test('an error of a grant goes to the onError step before the choice', async () => {
  assert.is(
    (await runSteps(bound([showMessage('client'), readForm('broken'), byForm]), arrived())).body,
    'client: nothing, 503',
  );
});

test('rejects a grant whose feature is off before its steps', async () => {
  const list = steps(
    readForm('code'),
    byGrant(({ form }: HasForm) => form.grant_type, {
      code: {
        only_with: { settings: ['passkey_enabled'], refuse: 'passkeys_disabled' },
        steps: steps(say('x'), respond),
      },
      '*': { steps: steps(say('any other'), respond) },
    }),
  );
  await runSteps(bound(list), arrived()).then(
    () => assert.unreachable(),
    (error: ApiError) => assert.is(error.status, refuse('passkeys_disabled').status),
  );
});

test.run();
