// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getEdgeConfigs(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.getEdgeConfigs();
  console.log(answer);
}

export async function createEdgeConfig(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.createEdgeConfig();
  console.log(answer);
}

export async function getEdgeConfig(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.getEdgeConfig({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function updateEdgeConfig(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.updateEdgeConfig({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function deleteEdgeConfig(platform: Platform): Promise<void> {
  await platform.edgeConfig.deleteEdgeConfig({ edgeConfigId: '<edge_config_id>' });
}

export async function getEdgeConfigItems(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.getEdgeConfigItems({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function getEdgeConfigSchema(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.getEdgeConfigSchema({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function patchEdgeConfigSchema(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.patchEdgeConfigSchema({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function deleteEdgeConfigSchema(platform: Platform): Promise<void> {
  await platform.edgeConfig.deleteEdgeConfigSchema({ edgeConfigId: '<edge_config_id>' });
}

export async function getEdgeConfigItem(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.getEdgeConfigItem({ edgeConfigId: '<edge_config_id>', edgeConfigItemKey: '<edge_config_item_key>' });
  console.log(answer);
}

export async function getEdgeConfigTokens(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.getEdgeConfigTokens({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function deleteEdgeConfigTokens(platform: Platform): Promise<void> {
  await platform.edgeConfig.deleteEdgeConfigTokens({ edgeConfigId: '<edge_config_id>' });
}

export async function getEdgeConfigToken(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.getEdgeConfigToken({ edgeConfigId: '<edge_config_id>', token: '<token>' });
  console.log(answer);
}

export async function createEdgeConfigToken(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.createEdgeConfigToken({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function getEdgeConfigBackup(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.getEdgeConfigBackup({ edgeConfigId: '<edge_config_id>', edgeConfigBackupVersionId: '<edge_config_backup_version_id>' });
  console.log(answer);
}

export async function getEdgeConfigBackups(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.getEdgeConfigBackups({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function patchEdgeConfigItems(platform: Platform): Promise<void> {
  const answer = await platform.edgeConfig.patchEdgeConfigItems({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}
