// Steps that accept any text as a token: a rejected token counts as no token, but a fault during the verification is
// thrown. Otherwise a revocation would be reported as done although the verification failed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refuse } from '../../../gateway/http/errors.ts';
import type { AnyStep, RunStep } from '../../../gateway/pipeline/step.ts';
import { readLogout } from '../../../gateway/steps/oauth_logout.ts';
import { unsealIntrospectedToken, unsealRevokedToken } from '../../../gateway/steps/oauth_token.ts';

const CASES: readonly [name: string, step: AnyStep, context: object][] = [
  ['revocation', unsealRevokedToken, { form: { token: 'a.b.c' } }],
  ['introspection', unsealIntrospectedToken, { form: { token: 'a.b.c' } }],
  ['sign-out by a client', readLogout, { request: { method: 'GET', query: 'id_token_hint=a.b.c' } }],
];

/** Runs a step with a token whose verification fails with an error. Returns what the step throws, or undefined. */
async function catchStepError(step: AnyStep, context: object, error: Error): Promise<unknown> {
  const verify = (): Promise<never> => Promise.reject(error);
  const gateway = {
    settings: { api_external_url: 'http://localhost', jwt_issuer: 'http://localhost' },
    ring: { openRefresh: () => ({ ok: false, reason: 'malformed' }) },
    jwt: { verify, verifyExpired: verify },
  };
  const { bind } = step as unknown as { bind(gateway: object, route: object): RunStep<object, unknown> };
  try {
    await bind(gateway, {})(context as never);
    return undefined;
  } catch (thrown) {
    return thrown;
  }
}

for (const [name, step, context] of CASES) {
  test(`${name}: a fault of the verification is thrown, a refused token is none`, async () => {
    const fault = new Error('the key cannot be read');
    assert.is(await catchStepError(step, context, fault), fault);
    const refused = refuse('bad_jwt', 'x');
    assert.is.not(await catchStepError(step, context, refused), refused);
  });
}

test.run();
