// Successful calls of every operation of second factors.

import { computeTotp, decodeBase32 } from '../../support/clients/totp.ts';
import { type Answer, bearer, confirmedUser, type Stack } from '../../support/processes/stack.ts';

type RequestFunction = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
  template?: string,
) => Promise<Answer>;

export async function callFactorOperations(o: {
  stack: Stack;
  fine: RequestFunction;
  admin: Record<string, string>;
}): Promise<void> {
  const { fine, admin } = o;
  const person = await confirmedUser(o.stack);
  let token = bearer(person.access_token);
  const factor = '/factors/{factor_id}';
  const { body } = await fine('POST', '/factors', { factor_type: 'totp', friendly_name: 'x' }, token);
  const id = String(body.id);
  const secret = decodeBase32((body.totp as { secret: string }).secret);
  const challenge = await fine('POST', `/factors/${id}/challenge`, undefined, token, `${factor}/challenge`);
  const answer = { challenge_id: challenge.body.id, code: computeTotp(secret, Date.now()) };
  const verified = await fine('POST', `/factors/${id}/verify`, answer, token, `${factor}/verify`);
  token = bearer(verified.body.access_token);
  const codes = '/factors/recovery-codes';
  await fine('POST', codes, {}, token);
  await fine('GET', codes, undefined, token);
  const made = await fine('POST', `${codes}/regenerate`, undefined, token);
  const [code] = made.body.codes as string[];
  token = bearer((await fine('POST', `${codes}/verify`, { code }, token)).body.access_token);
  const other = await fine('POST', '/factors', { factor_type: 'totp', friendly_name: 'z' }, token);
  await fine('DELETE', `/factors/${other.body.id}`, undefined, token, factor);
  await fine('DELETE', codes, undefined, token);
  const theirs = '/admin/users/{user_id}/factors';
  const path = theirs.replace('{user_id}', person.id);
  await fine('GET', path, undefined, admin, theirs);
  await fine('PUT', `${path}/${id}`, { friendly_name: 'y' }, admin, `${theirs}/{factor_id}`);
  await fine('GET', '/user', undefined, token);
  await fine('DELETE', `${path}/${id}`, undefined, admin, `${theirs}/{factor_id}`);
}
