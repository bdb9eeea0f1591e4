// The export of a user with success and errors, for the test of all operations.
import { bearer, confirmedUser, type Stack } from '../../support/processes/stack.ts';
import type { endSessions } from './sessions.ts';

type Given = Parameters<typeof endSessions>[0];

export async function exportUsers(o: Pick<Given, 'fine' | 'refused' | 'admin'> & { stack: Stack }): Promise<void> {
  const { fine, refused, admin, stack } = o;
  const person = await confirmedUser(stack);
  const token = bearer(person.access_token);
  await fine('GET', '/user/export', undefined, token);
  await refused(400, 'GET', '/user/export?cursor=x', undefined, token);
  const template = '/admin/users/{user_id}/export';
  await fine('GET', template.replace('{user_id}', person.id), undefined, admin, template);
  await refused(404, 'GET', template.replace('{user_id}', 'x'), undefined, admin, template);
}
