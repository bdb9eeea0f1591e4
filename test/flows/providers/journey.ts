// Helpers for tests of provider sign-ins.
import * as assert from 'uvu/assert';
import { claimsOf } from '../../support/clients/client.ts';
import {
  type Answer,
  bearer,
  readRedirectFragment,
  type Stack,
  type TestGateway,
} from '../../support/processes/stack.ts';
import type { GitHubMock, Person } from './mock.ts';

export const redirectTarget = (answer: Answer) => new URL(answer.headers.get('location') ?? '');

/** Returns the error that the app receives. Asserts that query and fragment contain the same error. */
export function redirectErrors(answer: Answer): Record<string, string> {
  assert.is(answer.status, 302);
  const { searchParams, hash } = redirectTarget(answer);
  const { sb, ...inFragment } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  assert.is(sb, '');
  assert.equal(Object.fromEntries(searchParams), inFragment);
  return inFragment;
}

export function providerFlows(stack: Stack, github: GitHubMock) {
  const depart = async (query = '', node: Pick<TestGateway, 'get'> = stack): Promise<string> => {
    const answer = await node.get(`/authorize?provider=github${query}`);
    assert.is(answer.status, 302, answer.text);
    return answer.headers.get('location') ?? '';
  };
  /** Runs the complete implicit flow. */
  const arrive = async (person: Person, node: Pick<TestGateway, 'get'> = stack): Promise<Answer> =>
    node.get(github.consent(await depart('', node), person));
  const signedIn = async (person: Person): Promise<{ access_token: string; id: string }> => {
    const values = readRedirectFragment(await arrive(person));
    const access_token = values.get('access_token') ?? '';
    assert.ok(access_token, String(values));
    return { access_token, id: String(claimsOf(access_token).sub) };
  };
  const userOf = async (access_token: string) => (await stack.get('/user', bearer(access_token))).body;
  return { depart, arrive, signedIn, userOf };
}
