// Calls of every operation of passkeys.
import { Authenticator, type CreationOptions, type RequestOptions } from '../../support/clients/authenticator.ts';
import { bearer, confirmedUser, type Stack } from '../../support/processes/stack.ts';
import type { RequestFunction } from './required.ts';

export async function callPasskeyOperations(o: {
  stack: Stack;
  ask: RequestFunction;
  fine: RequestFunction;
  admin: Record<string, string>;
}): Promise<void> {
  const { stack, ask, fine, admin } = o;
  const person = await confirmedUser(stack);
  const token = bearer(person.access_token);
  const authenticator = new Authenticator();
  const register = async (device: Authenticator): Promise<string> => {
    const { challenge_id, options } = (await fine('POST', '/passkeys/registration/options', {}, token)).body;
    const credential = device.create(options as CreationOptions);
    return String((await fine('POST', '/passkeys/registration/verify', { challenge_id, credential }, token)).body.id);
  };
  const [id, other] = [await register(authenticator), await register(new Authenticator())];
  const { challenge_id, options } = (await fine('POST', '/passkeys/authentication/options', {})).body;
  const credential = authenticator.get(options as RequestOptions);
  await fine('POST', '/passkeys/authentication/verify', { challenge_id, credential });
  await fine('GET', '/passkeys', undefined, token);
  const template = '/passkeys/{passkey_id}';
  await fine('PATCH', `/passkeys/${id}`, { friendly_name: 'x' }, token, template);
  await fine('DELETE', `/passkeys/${id}`, undefined, token, template);
  const theirs = '/admin/users/{user_id}/passkeys';
  const path = theirs.replace('{user_id}', person.id);
  await fine('GET', path, undefined, admin, theirs);
  await fine('DELETE', `${path}/${other}`, undefined, admin, `${theirs}/{passkey_id}`);
  // Exceeds the rate limit per client, to receive an error of this operation.
  const client = { 'x-client': '192.0.2.9' };
  for (let i = 0; i < 31; i += 1) await ask('POST', '/passkeys/authentication/options', {}, client);
}
