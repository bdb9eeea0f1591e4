// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function createCheck(platform: Platform): Promise<void> {
  const answer = await platform.checks.createCheck({ deploymentId: '<deployment_id>', requestBody: { name: 'name', blocking: true } });
  console.log(answer);
}

export async function getAllChecks(platform: Platform): Promise<void> {
  const answer = await platform.checks.getAllChecks({ deploymentId: '<deployment_id>' });
  console.log(answer);
}

export async function getCheck(platform: Platform): Promise<void> {
  const answer = await platform.checks.getCheck({ deploymentId: '<deployment_id>', checkId: '<check_id>' });
  console.log(answer);
}

export async function updateCheck(platform: Platform): Promise<void> {
  const answer = await platform.checks.updateCheck({ deploymentId: '<deployment_id>', checkId: '<check_id>', requestBody: {} });
  console.log(answer);
}

export async function rerequestCheck(platform: Platform): Promise<void> {
  const answer = await platform.checks.rerequestCheck({ deploymentId: '<deployment_id>', checkId: '<check_id>' });
  console.log(answer);
}
