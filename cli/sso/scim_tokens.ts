// SCIM tokens of identity providers on the command line. A token is the sealed id of its row in auth.scim_tokens.
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { formatTable, print, printError, printJson } from '../../core/terminal/output.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import { type AdminResult, CHANGING, CONTEXT, withAdmin } from '../admin/admin_functions.ts';
import { createServerRing } from '../keys/server_ring.ts';

interface ScimTokenOptions {
  id: string;
  name: string;
  expiresAt?: string;
  json?: true;
}

export async function addScimToken(
  settings: Settings,
  { id, name, expiresAt, json }: ScimTokenOptions,
): Promise<number> {
  const ring = createServerRing(settings, { as: 'server', sealed: 'SCIM tokens are' });
  const made = await withAdmin(settings, (admin) =>
    admin.call('create_scim_token', { ...CHANGING, id, name, expires_at: expiresAt ?? null }),
  );
  const token = `scim_${ring.sealId('scim_token', String(made.id))}`;
  if (json) printJson({ ...made, token });
  else {
    print(token);
    printError('The token is shown only now. Give it to the identity provider as its secret token.');
  }
  if (!settings.scim_enabled) printError('SVC_SCIM_ENABLED is off: the token is refused until it is on.');
  return 0;
}

export async function listScimTokens(settings: Settings, { id, json }: { id: string; json?: true }): Promise<number> {
  const answer = await withAdmin(settings, (admin) => admin.call('list_scim_tokens', { ...CONTEXT, id }));
  const tokens = answer.tokens as AdminResult[];
  if (json) printJson(tokens);
  else {
    const rows = tokens.map((one) => [
      String(one.id),
      String(one.name),
      String(one.created_at),
      String(one.expires_at ?? 'never'),
      String(one.last_used_at ?? 'never'),
    ]);
    print(formatTable(['id', 'name', 'created', 'expires', 'last used'], rows));
  }
  return 0;
}

export async function removeScimToken(
  settings: Settings,
  { id, token, yes }: { id: string; token: string; yes?: true },
): Promise<number> {
  const effects = EFFECTS['DELETE /admin/sso/providers/{provider_id}/scim-tokens/{token_id}'];
  await askConfirmation(`Remove the token ${token}?`, yes === true, effects);
  await withAdmin(settings, (admin) => admin.call('delete_scim_token', { ...CHANGING, id, token_id: token }));
  print(`removed ${token}`);
  return 0;
}
