// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getEdgeConfigs(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.getEdgeConfigs();
  console.log(answer);
}

export async function createEdgeConfig(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.createEdgeConfig();
  console.log(answer);
}

export async function getEdgeConfig(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.getEdgeConfig({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function updateEdgeConfig(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.updateEdgeConfig({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function deleteEdgeConfig(platform: Platform): Promise<void> {
  await platform.globalConfig.deleteEdgeConfig({ edgeConfigId: '<edge_config_id>' });
}

export async function getEdgeConfigItems(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.getEdgeConfigItems({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function getEdgeConfigSchema(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.getEdgeConfigSchema({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function patchEdgeConfigSchema(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.patchEdgeConfigSchema({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function deleteEdgeConfigSchema(platform: Platform): Promise<void> {
  await platform.globalConfig.deleteEdgeConfigSchema({ edgeConfigId: '<edge_config_id>' });
}

export async function getEdgeConfigItem(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.getEdgeConfigItem({ edgeConfigId: '<edge_config_id>', edgeConfigItemKey: '<edge_config_item_key>' });
  console.log(answer);
}

export async function getEdgeConfigTokens(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.getEdgeConfigTokens({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function deleteEdgeConfigTokens(platform: Platform): Promise<void> {
  await platform.globalConfig.deleteEdgeConfigTokens({ edgeConfigId: '<edge_config_id>' });
}

export async function getEdgeConfigToken(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.getEdgeConfigToken({ edgeConfigId: '<edge_config_id>', token: '<token>' });
  console.log(answer);
}

export async function createEdgeConfigToken(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.createEdgeConfigToken({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}

export async function getEdgeConfigBackup(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.getEdgeConfigBackup({ edgeConfigId: '<edge_config_id>', edgeConfigBackupVersionId: '<edge_config_backup_version_id>' });
  console.log(answer);
}

export async function restoreEdgeConfigBackup(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.restoreEdgeConfigBackup({ edgeConfigId: '<edge_config_id>', edgeConfigBackupVersionId: '<edge_config_backup_version_id>' });
  console.log(answer);
}

export async function getEdgeConfigBackups(platform: Platform): Promise<void> {
  const answer = await platform.globalConfig.getEdgeConfigBackups({ edgeConfigId: '<edge_config_id>' });
  console.log(answer);
}
