// Calls of every operation of sessions, with success and errors.
import * as assert from 'uvu/assert';
import { type Answer, bearer, confirmedUser, type Stack } from '../../support/processes/stack.ts';

type Headers = Record<string, string>;
type RequestFunction = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Headers,
  template?: string,
) => Promise<Answer>;
type RejectedRequest = (status: number, ...request: Parameters<RequestFunction>) => Promise<void>;

export interface OperationCalls {
  stack: Stack;
  fine: RequestFunction;
  refused: RejectedRequest;
  admin: Headers;
}

export async function callSessionOperations(o: OperationCalls): Promise<void> {
  const { stack, fine, refused, admin } = o;
  const person = await confirmedUser(stack);
  const token = bearer(person.access_token);
  const signIn = () => stack.post('/token?grant_type=password', { email: person.email, password: person.password });
  assert.is((await signIn()).status, 200);
  const newest = async (path: string, headers: Headers, template: string): Promise<string> => {
    const [found] = (await fine('GET', path, undefined, headers, template)).body.sessions as { id: string }[];
    return `${path}/${found?.id}`;
  };
  const own = '/sessions/{session_id}';
  const elsewhere = await newest('/sessions', token, '/sessions');
  await fine('DELETE', elsewhere, undefined, token, own);
  await refused(404, 'DELETE', elsewhere, undefined, token, own);
  await refused(403, 'GET', '/sessions', undefined, bearer('x'));

  assert.is((await signIn()).status, 200);
  const all = '/admin/users/{user_id}/sessions';
  const path = all.replace('{user_id}', person.id);
  const one = await newest(path, admin, all);
  await fine('DELETE', one, undefined, admin, `${all}/{session_id}`);
  await refused(404, 'DELETE', one, undefined, admin, `${all}/{session_id}`);
  await fine('DELETE', path, undefined, admin, all);
  for (const method of ['GET', 'DELETE']) await refused(404, method, '/admin/users/x/sessions', undefined, admin, all);
}
