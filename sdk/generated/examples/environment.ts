// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function createSharedEnvVariable(platform: Platform): Promise<void> {
  const answer = await platform.environment.createSharedEnvVariable();
  console.log(answer);
}

export async function listSharedEnvVariable(platform: Platform): Promise<void> {
  const answer = await platform.environment.listSharedEnvVariable();
  console.log(answer);
}

export async function updateSharedEnvVariable(platform: Platform): Promise<void> {
  const answer = await platform.environment.updateSharedEnvVariable();
  console.log(answer);
}

export async function deleteSharedEnvVariable(platform: Platform): Promise<void> {
  const answer = await platform.environment.deleteSharedEnvVariable();
  console.log(answer);
}

export async function getSharedEnvVar(platform: Platform): Promise<void> {
  const answer = await platform.environment.getSharedEnvVar({ id: '<id>' });
  console.log(answer);
}

export async function unlinkSharedEnvVariable(platform: Platform): Promise<void> {
  const answer = await platform.environment.unlinkSharedEnvVariable({ id: '<id>', projectId: '<project_id>' });
  console.log(answer);
}

export async function createCustomEnvironment(platform: Platform): Promise<void> {
  const answer = await platform.environment.createCustomEnvironment({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function getProjectsByIdOrNameCustomEnvironments(platform: Platform): Promise<void> {
  const answer = await platform.environment.getProjectsByIdOrNameCustomEnvironments({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function getV9ProjectsIdOrNameCustomEnvironments(platform: Platform): Promise<void> {
  const answer = await platform.environment.getV9ProjectsIdOrNameCustomEnvironments({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function getCustomEnvironment(platform: Platform): Promise<void> {
  const answer = await platform.environment.getCustomEnvironment({ idOrName: '<id_or_name>', environmentSlugOrId: '<environment_slug_or_id>' });
  console.log(answer);
}

export async function updateCustomEnvironment(platform: Platform): Promise<void> {
  const answer = await platform.environment.updateCustomEnvironment({ idOrName: '<id_or_name>', environmentSlugOrId: '<environment_slug_or_id>' });
  console.log(answer);
}

export async function removeCustomEnvironment(platform: Platform): Promise<void> {
  const answer = await platform.environment.removeCustomEnvironment({ idOrName: '<id_or_name>', environmentSlugOrId: '<environment_slug_or_id>' });
  console.log(answer);
}
