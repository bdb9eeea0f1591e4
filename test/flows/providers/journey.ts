// There and back again: what the tests of provider sign-ins share.
import * as assert from 'uvu/assert';
import { claimsOf } from '../../support/client.ts';
import { type Answer, bearer, fragment, type Node, type Stack } from '../../support/stack.ts';
import type { GitHub, Person } from './mock.ts';

export const target = (answer: Answer) => new URL(answer.headers.get('location') ?? '');

/** What the app is told, in query and fragment alike. */
export function told(answer: Answer): Record<string, string> {
  assert.is(answer.status, 302);
  const { searchParams, hash } = target(answer);
  const { sb, ...inFragment } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  assert.is(sb, '');
  assert.equal(Object.fromEntries(searchParams), inFragment);
  return inFragment;
}

export function journeys(stack: Stack, github: GitHub) {
  const depart = async (query = '', node: Pick<Node, 'get'> = stack): Promise<string> => {
    const answer = await node.get(`/authorize?provider=github${query}`);
    assert.is(answer.status, 302, answer.text);
    return answer.headers.get('location') ?? '';
  };
  /** There and back, implicitly. */
  const arrive = async (person: Person, node: Pick<Node, 'get'> = stack): Promise<Answer> =>
    node.get(github.consent(await depart('', node), person));
  const signedIn = async (person: Person): Promise<{ access_token: string; id: string }> => {
    const values = fragment(await arrive(person));
    const access_token = values.get('access_token') ?? '';
    assert.ok(access_token, String(values));
    return { access_token, id: String(claimsOf(access_token).sub) };
  };
  const userOf = async (access_token: string) => (await stack.get('/user', bearer(access_token))).body;
  return { depart, arrive, signedIn, userOf };
}
