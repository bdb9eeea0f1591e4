// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getProjectMembers(platform: Platform): Promise<void> {
  const answer = await platform.projectMembers.getProjectMembers({ idOrName: '<id_or_name>' });
  console.log(answer);
}

export async function addProjectMember(platform: Platform): Promise<void> {
  const answer = await platform.projectMembers.addProjectMember({ idOrName: '<id_or_name>', requestBody: { uid: 'uid', role: 'ADMIN' } });
  console.log(answer);
}

export async function removeProjectMember(platform: Platform): Promise<void> {
  const answer = await platform.projectMembers.removeProjectMember({ idOrName: '<id_or_name>', uid: '<uid>' });
  console.log(answer);
}
