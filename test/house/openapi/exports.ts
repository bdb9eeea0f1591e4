// Calls of the user export with success and errors.
import { bearer, confirmedUser, type Stack } from '../../support/processes/stack.ts';
import type { callSessionOperations } from './sessions.ts';

type SessionCalls = Parameters<typeof callSessionOperations>[0];

export async function callExportOperations(
  o: Pick<SessionCalls, 'fine' | 'refused' | 'admin'> & { stack: Stack },
): Promise<void> {
  const { fine, refused, admin, stack } = o;
  const person = await confirmedUser(stack);
  const token = bearer(person.access_token);
  await fine('GET', '/user/export', undefined, token);
  await refused(400, 'GET', '/user/export?cursor=x', undefined, token);
  const template = '/admin/users/{user_id}/export';
  await fine('GET', template.replace('{user_id}', person.id), undefined, admin, template);
  await refused(404, 'GET', template.replace('{user_id}', 'x'), undefined, admin, template);
}
