// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function listDeploymentAliases(platform: Platform): Promise<void> {
  const answer = await platform.aliases.listDeploymentAliases({ id: '<id>' });
  console.log(answer);
}

export async function assignAlias(platform: Platform): Promise<void> {
  const answer = await platform.aliases.assignAlias({ id: '<id>', requestBody: {} });
  console.log(answer);
}

export async function listAliases(platform: Platform): Promise<void> {
  const answer = await platform.aliases.listAliases();
  console.log(answer);
}

export async function getAlias(platform: Platform): Promise<void> {
  const answer = await platform.aliases.getAlias({ idOrAlias: '<id_or_alias>' });
  console.log(answer);
}

export async function deleteAlias(platform: Platform): Promise<void> {
  const answer = await platform.aliases.deleteAlias({ aliasId: '<alias_id>' });
  console.log(answer);
}

export async function patchUrlProtectionBypass(platform: Platform): Promise<void> {
  const answer = await platform.aliases.patchUrlProtectionBypass({ id: '<id>' });
  console.log(answer);
}
