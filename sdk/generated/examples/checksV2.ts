// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function listProjectChecks(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.listProjectChecks({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function createProjectCheck(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.createProjectCheck({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function getProjectCheck(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.getProjectCheck({ projectIdOrName: '<project_id_or_name>', checkId: '<check_id>' });
  console.log(answer);
}

export async function updateProjectCheck(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.updateProjectCheck({ projectIdOrName: '<project_id_or_name>', checkId: '<check_id>' });
  console.log(answer);
}

export async function deleteProjectCheck(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.deleteProjectCheck({ projectIdOrName: '<project_id_or_name>', checkId: '<check_id>' });
  console.log(answer);
}

export async function listCheckRuns(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.listCheckRuns({ projectIdOrName: '<project_id_or_name>', checkId: '<check_id>' });
  console.log(answer);
}

export async function listDeploymentCheckRuns(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.listDeploymentCheckRuns({ deploymentId: '<deployment_id>' });
  console.log(answer);
}

export async function createDeploymentCheckRun(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.createDeploymentCheckRun({ deploymentId: '<deployment_id>' });
  console.log(answer);
}

export async function getDeploymentCheckRun(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.getDeploymentCheckRun({ deploymentId: '<deployment_id>', checkRunId: '<check_run_id>' });
  console.log(answer);
}

export async function updateDeploymentCheckRun(platform: Platform): Promise<void> {
  const answer = await platform.checksV2.updateDeploymentCheckRun({ deploymentId: '<deployment_id>', checkRunId: '<check_run_id>' });
  console.log(answer);
}
