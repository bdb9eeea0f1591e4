// postern passkey: lists a user's passkeys and deletes one.
import type { Command } from 'commander';
import { addCredentialCommand, type CredentialKind } from '../admin/user_credentials.ts';
import type { Runner } from '../runner.ts';

const PASSKEY: CredentialKind = {
  name: 'passkey',
  plural: 'passkeys',
  descriptions: {
    command: "List or delete a user's passkeys.",
    list: "List a user's passkeys, oldest first.",
    delete: 'Delete a passkey, such as that of a lost device. Sessions stay valid; `session revoke` ends them.',
  },
  listFunction: 'list_user_passkeys',
  deleteFunction: 'delete_user_passkey',
  idArgument: 'passkey_id',
  columns: [
    ['id', 'id'],
    ['name', 'friendly_name'],
    ['created', 'created_at'],
    ['last used', 'last_used_at'],
  ],
  notFoundCode: 'passkey_not_found',
  describe: ({ friendly_name }) => JSON.stringify(friendly_name),
  deleteRoute: 'DELETE /admin/users/{user_id}/passkeys/{passkey_id}',
  sessions: 'sessions stay valid until they are revoked',
};

export const addCommand = (root: Command, run: Runner): void => addCredentialCommand(root, run, PASSKEY);
