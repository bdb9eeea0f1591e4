// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getRollingReleaseBillingStatus(platform: Platform): Promise<void> {
  const answer = await platform.rollingRelease.getRollingReleaseBillingStatus({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function getRollingReleaseConfig(platform: Platform): Promise<void> {
  const answer = await platform.rollingRelease.getRollingReleaseConfig({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function deleteRollingReleaseConfig(platform: Platform): Promise<void> {
  const answer = await platform.rollingRelease.deleteRollingReleaseConfig({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function updateRollingReleaseConfig(platform: Platform): Promise<void> {
  const answer = await platform.rollingRelease.updateRollingReleaseConfig({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function getRollingRelease(platform: Platform): Promise<void> {
  const answer = await platform.rollingRelease.getRollingRelease({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function approveRollingReleaseStage(platform: Platform): Promise<void> {
  const answer = await platform.rollingRelease.approveRollingReleaseStage({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function startRollingRelease(platform: Platform): Promise<void> {
  const answer = await platform.rollingRelease.startRollingRelease({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function completeRollingRelease(platform: Platform): Promise<void> {
  const answer = await platform.rollingRelease.completeRollingRelease({ idOrName: '<id_or_name>' });
  console.log(answer);
}
