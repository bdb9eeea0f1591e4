// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getProjects(platform: Platform): Promise<void> {
  const answer = await platform.projects.getProjects();
  console.log(answer);
}

export async function getProjectTrace(platform: Platform): Promise<void> {
  const answer = await platform.projects.getProjectTrace({ projectId: 'project_id', requestId: 'request_id' });
  console.log(answer);
}

export async function createProject(platform: Platform): Promise<void> {
  const answer = await platform.projects.createProject();
  console.log(answer);
}

export async function getProjectToken(platform: Platform): Promise<void> {
  const answer = await platform.projects.getProjectToken({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function createTraceSession(platform: Platform): Promise<void> {
  const answer = await platform.projects.createTraceSession();
  console.log(answer);
}

export async function getProject(platform: Platform): Promise<void> {
  const answer = await platform.projects.getProject({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function updateProject(platform: Platform): Promise<void> {
  const answer = await platform.projects.updateProject({ idOrName: '<id_or_name>', requestBody: {} });
  console.log(answer);
}

export async function deleteProject(platform: Platform): Promise<void> {
  await platform.projects.deleteProject({ idOrName: '<id_or_name>' });
}

export async function uploadProjectAvatar(platform: Platform): Promise<void> {
  const answer = await platform.projects.uploadProjectAvatar({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function getProjectDomains(platform: Platform): Promise<void> {
  const answer = await platform.projects.getProjectDomains({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function getProjectDomain(platform: Platform): Promise<void> {
  const answer = await platform.projects.getProjectDomain({ idOrName: '<id_or_name>', domain: '<domain>' });
  console.log(answer);
}

export async function updateProjectDomain(platform: Platform): Promise<void> {
  const answer = await platform.projects.updateProjectDomain({ idOrName: '<id_or_name>', domain: '<domain>', requestBody: {} });
  console.log(answer);
}

export async function removeProjectDomain(platform: Platform): Promise<void> {
  const answer = await platform.projects.removeProjectDomain({ idOrName: '<id_or_name>', domain: '<domain>' });
  console.log(answer);
}

export async function addProjectDomain(platform: Platform): Promise<void> {
  const answer = await platform.projects.addProjectDomain({ idOrName: '<id_or_name>', requestBody: { name: 'name' } });
  console.log(answer);
}

export async function moveProjectDomain(platform: Platform): Promise<void> {
  const answer = await platform.projects.moveProjectDomain({ idOrName: '<id_or_name>', domain: '<domain>' });
  console.log(answer);
}

export async function verifyProjectDomain(platform: Platform): Promise<void> {
  const answer = await platform.projects.verifyProjectDomain({ idOrName: '<id_or_name>', domain: '<domain>' });
  console.log(answer);
}

export async function filterProjectEnvs(platform: Platform): Promise<void> {
  const answer = await platform.projects.filterProjectEnvs({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function createProjectEnv(platform: Platform): Promise<void> {
  const answer = await platform.projects.createProjectEnv({ idOrName: '<id_or_name>', requestBody: { key: 'key', value: 'value', type: 'system', target: ['production'] } });
  console.log(answer);
}

export async function getProjectEnv(platform: Platform): Promise<void> {
  const answer = await platform.projects.getProjectEnv({ idOrName: '<id_or_name>', id: '<id>' });
  console.log(answer);
}

export async function removeProjectEnv(platform: Platform): Promise<void> {
  const answer = await platform.projects.removeProjectEnv({ idOrName: '<id_or_name>', id: '<id>' });
  console.log(answer);
}

export async function editProjectEnv(platform: Platform): Promise<void> {
  const answer = await platform.projects.editProjectEnv({ idOrName: '<id_or_name>', id: '<id>', requestBody: {} });
  console.log(answer);
}

export async function batchRemoveProjectEnv(platform: Platform): Promise<void> {
  const answer = await platform.projects.batchRemoveProjectEnv({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function createProjectTransferRequest(platform: Platform): Promise<void> {
  const answer = await platform.projects.createProjectTransferRequest({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function acceptProjectTransferRequest(platform: Platform): Promise<void> {
  const answer = await platform.projects.acceptProjectTransferRequest({ code: '<code>' });
  console.log(answer);
}

export async function updateProjectProtectionBypass(platform: Platform): Promise<void> {
  const answer = await platform.projects.updateProjectProtectionBypass({ idOrName: '<id_or_name>', requestBody: {} });
  console.log(answer);
}

export async function requestRollback(platform: Platform): Promise<void> {
  await platform.projects.requestRollback({ projectId: '<project_id>', deploymentId: '<deployment_id>' });
}

export async function updateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription(platform: Platform): Promise<void> {
  await platform.projects.updateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription({ projectId: '<project_id>', deploymentId: '<deployment_id>' });
}

export async function updateMicrofrontends(platform: Platform): Promise<void> {
  const answer = await platform.projects.updateMicrofrontends({ projectId: '<project_id>' });
  console.log(answer);
}

export async function requestPromote(platform: Platform): Promise<void> {
  await platform.projects.requestPromote({ projectId: '<project_id>', deploymentId: '<deployment_id>' });
}

export async function listPromoteAliases(platform: Platform): Promise<void> {
  const answer = await platform.projects.listPromoteAliases({ projectId: '<project_id>' });
  console.log(answer);
}

export async function pauseProject(platform: Platform): Promise<void> {
  await platform.projects.pauseProject({ projectId: '<project_id>' });
}

export async function unpauseProject(platform: Platform): Promise<void> {
  await platform.projects.unpauseProject({ projectId: '<project_id>' });
}

export async function updateProjectDataCache(platform: Platform): Promise<void> {
  const answer = await platform.projects.updateProjectDataCache({ projectId: '<project_id>', requestBody: {} });
  console.log(answer);
}
