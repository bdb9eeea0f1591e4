// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function listFlagsV2(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.listFlagsV2({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function listFlags(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.listFlags({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function createFlag(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.createFlag({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function getFlag(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.getFlag({ projectIdOrName: '<project_id_or_name>', flagIdOrSlug: '<flag_id_or_slug>' });
  console.log(answer);
}

export async function updateFlag(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.updateFlag({ projectIdOrName: '<project_id_or_name>', flagIdOrSlug: '<flag_id_or_slug>' });
  console.log(answer);
}

export async function deleteFlag(platform: Platform): Promise<void> {
  await platform.featureFlags.deleteFlag({ projectIdOrName: '<project_id_or_name>', flagIdOrSlug: '<flag_id_or_slug>' });
}

export async function listFlagVersions(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.listFlagVersions({ projectIdOrName: '<project_id_or_name>', flagIdOrSlug: '<flag_id_or_slug>' });
  console.log(answer);
}

export async function getFlagSettings(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.getFlagSettings({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function updateFlagSettings(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.updateFlagSettings({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function listTeamFlagSettings(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.listTeamFlagSettings({ teamId: '<team_id>' });
  console.log(answer);
}

export async function listTeamFlagsV2(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.listTeamFlagsV2({ teamId: '<team_id>' });
  console.log(answer);
}

export async function listTeamFlags(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.listTeamFlags({ teamId: '<team_id>' });
  console.log(answer);
}

export async function createFlagSegment(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.createFlagSegment({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function listFlagSegments(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.listFlagSegments({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function getFlagSegment(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.getFlagSegment({ projectIdOrName: '<project_id_or_name>', segmentIdOrSlug: '<segment_id_or_slug>' });
  console.log(answer);
}

export async function deleteFlagSegment(platform: Platform): Promise<void> {
  await platform.featureFlags.deleteFlagSegment({ projectIdOrName: '<project_id_or_name>', segmentIdOrSlug: '<segment_id_or_slug>' });
}

export async function updateFlagSegment(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.updateFlagSegment({ projectIdOrName: '<project_id_or_name>', segmentIdOrSlug: '<segment_id_or_slug>' });
  console.log(answer);
}

export async function getDeploymentFeatureFlags(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.getDeploymentFeatureFlags({ deploymentId: '<deployment_id>' });
  console.log(answer);
}

export async function getSDKKeys(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.getSDKKeys({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function createSDKKey(platform: Platform): Promise<void> {
  const answer = await platform.featureFlags.createSDKKey({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function deleteSDKKey(platform: Platform): Promise<void> {
  await platform.featureFlags.deleteSDKKey({ projectIdOrName: '<project_id_or_name>', hashKey: '<hash_key>' });
}
