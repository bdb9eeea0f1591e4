// postern factor: lists a user's second factors and deletes one.
import type { Command } from 'commander';
import { addCredentialCommand, type CredentialKind } from '../admin/user_credentials.ts';
import type { Runner } from '../runner.ts';

const FACTOR: CredentialKind = {
  name: 'factor',
  plural: 'factors',
  descriptions: {
    command: "List or delete a user's second factors.",
    list: "List a user's second factors, oldest first.",
    delete: 'Delete a second factor, such as that of a lost phone. Without a factor, the password alone signs in.',
  },
  listFunction: 'list_factors',
  deleteFunction: 'delete_factor',
  idArgument: 'factor_id',
  columns: [
    ['id', 'id'],
    ['type', 'factor_type'],
    ['status', 'status'],
    ['name', 'friendly_name'],
    ['phone', 'phone'],
    ['created', 'created_at'],
    ['last challenged', 'last_challenged_at'],
  ],
  notFoundCode: 'mfa_factor_not_found',
  describe: ({ id, factor_type }) => `${id} (${factor_type})`,
  deleteRoute: 'DELETE /admin/users/{user_id}/factors/{factor_id}',
  sessions: 'sessions that it raised to aal2 are aal1 again',
};

export const addCommand = (root: Command, run: Runner): void => addCredentialCommand(root, run, FACTOR);
