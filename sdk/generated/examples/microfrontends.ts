// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getMicrofrontendsGroups(platform: Platform): Promise<void> {
  const answer = await platform.microfrontends.getMicrofrontendsGroups();
  console.log(answer);
}

export async function getMicrofrontendsInGroup(platform: Platform): Promise<void> {
  const answer = await platform.microfrontends.getMicrofrontendsInGroup({ groupId: '<group_id>' });
  console.log(answer);
}

export async function getMicrofrontendsConfig(platform: Platform): Promise<void> {
  const answer = await platform.microfrontends.getMicrofrontendsConfig({ deploymentId: '<deployment_id>' });
  console.log(answer);
}

export async function getMicrofrontendsConfigForProject(platform: Platform): Promise<void> {
  const answer = await platform.microfrontends.getMicrofrontendsConfigForProject({ projectIdOrName: '<project_id_or_name>' });
  console.log(answer);
}

export async function createMicrofrontendsGroupWithApplications(platform: Platform): Promise<void> {
  const answer = await platform.microfrontends.createMicrofrontendsGroupWithApplications();
  console.log(answer);
}
