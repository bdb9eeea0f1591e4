// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function readAccessGroup(platform: Platform): Promise<void> {
  const answer = await platform.accessGroups.readAccessGroup({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function updateAccessGroup(platform: Platform): Promise<void> {
  const answer = await platform.accessGroups.updateAccessGroup({ idOrName: '<id_or_name>', requestBody: {} });
  console.log(answer);
}

export async function deleteAccessGroup(platform: Platform): Promise<void> {
  await platform.accessGroups.deleteAccessGroup({ idOrName: '<id_or_name>' });
}

export async function listAccessGroupMembers(platform: Platform): Promise<void> {
  const answer = await platform.accessGroups.listAccessGroupMembers({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function listAccessGroups(platform: Platform): Promise<void> {
  const answer = await platform.accessGroups.listAccessGroups();
  console.log(answer);
}

export async function createAccessGroup(platform: Platform): Promise<void> {
  const answer = await platform.accessGroups.createAccessGroup({ requestBody: { name: 'name' } });
  console.log(answer);
}

export async function listAccessGroupProjects(platform: Platform): Promise<void> {
  const answer = await platform.accessGroups.listAccessGroupProjects({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function createAccessGroupProject(platform: Platform): Promise<void> {
  const answer = await platform.accessGroups.createAccessGroupProject({ accessGroupIdOrName: '<access_group_id_or_name>', requestBody: { projectId: 'project_id', role: 'ADMIN' } });
  console.log(answer);
}

export async function readAccessGroupProject(platform: Platform): Promise<void> {
  const answer = await platform.accessGroups.readAccessGroupProject({ accessGroupIdOrName: '<access_group_id_or_name>', projectId: '<project_id>' });
  console.log(answer);
}

export async function updateAccessGroupProject(platform: Platform): Promise<void> {
  const answer = await platform.accessGroups.updateAccessGroupProject({ accessGroupIdOrName: '<access_group_id_or_name>', projectId: '<project_id>', requestBody: { role: 'ADMIN' } });
  console.log(answer);
}

export async function deleteAccessGroupProject(platform: Platform): Promise<void> {
  await platform.accessGroups.deleteAccessGroupProject({ accessGroupIdOrName: '<access_group_id_or_name>', projectId: '<project_id>' });
}
