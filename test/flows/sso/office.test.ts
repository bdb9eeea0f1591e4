// 200 users of an organization sign in from one IP address, ten at a time. No rate limit rejects them.
// runner: when=gateway/routes/limiters.ts,gateway/saml,gateway/steps,core/settings/rows/saml.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer } from '../../support/processes/stack.ts';
import { base64Xml } from '../../support/providers/saml_idp.ts';
import { newIdentityProvider, parseSamlRequest, responseParts, startSsoStack } from './journey.ts';

const CLIENT = 'x-client';
const sso = await startSsoStack({ SVC_RATE_LIMIT_HEADER: CLIENT });
const { stack } = sso;
test.after(() => stack.close());

/** Makes the calls in groups of ten, so that they do not time out on a slow machine. */
async function runInGroups<T>(list: readonly T[], work: (one: T) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < list.length; at += 10)
    answers.push(...(await Promise.all(list.slice(at, at + 10).map((one) => work(one)))));
  return answers;
}

test('200 sign-ins behind one address: no limit refuses one', async () => {
  const idp = newIdentityProvider();
  const provider_id = await sso.add(idp);
  const office = { [CLIENT]: '198.51.100.7' };
  const body = { provider_id, skip_http_redirect: true };
  const people = Array.from({ length: 200 }, (_, n) => n);
  const started = await runInGroups(people, () => stack.post('/sso', body, office));
  assert.equal(
    started.filter(({ status }) => status !== 200).map(({ text }) => text),
    [],
  );
  const ended = await runInGroups(started, ({ body: { url } }) => {
    const request = parseSamlRequest(String(url));
    const fields = { SAMLResponse: base64Xml(idp.respond(responseParts(request))), RelayState: request.relay };
    return stack.request('POST', '/sso/saml/acs', new URLSearchParams(fields).toString(), {
      ...office,
      'Content-Type': 'application/x-www-form-urlencoded',
    });
  });
  const failed = ended.filter((answer) => !(answer.headers.get('location') ?? '').includes('access_token='));
  assert.equal(
    failed.map(({ status, text, headers }) => [status, headers.get('location'), text]),
    [],
  );
});

test('a client that asks for ever is refused', async () => {
  const answers = await runInGroups(Array.from({ length: 310 }), () =>
    stack.post('/sso', { domain: 'none.example' }, { [CLIENT]: '198.51.100.8' }),
  );
  assert.ok(answers.filter(({ status }) => status === 429).length > 0);
});

test.run();
