// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getTeamMembers(platform: Platform): Promise<void> {
  const answer = await platform.teams.getTeamMembers({ teamId: '<team_id>' });
  console.log(answer);
}

export async function inviteUserToTeam(platform: Platform): Promise<void> {
  const answer = await platform.teams.inviteUserToTeam({ teamId: '<team_id>' });
  console.log(answer);
}

export async function requestAccessToTeam(platform: Platform): Promise<void> {
  const answer = await platform.teams.requestAccessToTeam({ teamId: '<team_id>', requestBody: { joinedFrom: { origin: 'import' } } });
  console.log(answer);
}

export async function getTeamAccessRequest(platform: Platform): Promise<void> {
  const answer = await platform.teams.getTeamAccessRequest({ userId: '<user_id>', teamId: '<team_id>' });
  console.log(answer);
}

export async function joinTeam(platform: Platform): Promise<void> {
  const answer = await platform.teams.joinTeam({ teamId: '<team_id>', requestBody: {} });
  console.log(answer);
}

export async function updateTeamMember(platform: Platform): Promise<void> {
  const answer = await platform.teams.updateTeamMember({ uid: '<uid>', teamId: '<team_id>', requestBody: {} });
  console.log(answer);
}

export async function removeTeamMember(platform: Platform): Promise<void> {
  const answer = await platform.teams.removeTeamMember({ uid: '<uid>', teamId: '<team_id>' });
  console.log(answer);
}

export async function getTeam(platform: Platform): Promise<void> {
  const answer = await platform.teams.getTeam({ teamId: '<team_id>' });
  console.log(answer);
}

export async function patchTeam(platform: Platform): Promise<void> {
  const answer = await platform.teams.patchTeam({ teamId: '<team_id>', requestBody: {} });
  console.log(answer);
}

export async function getTeams(platform: Platform): Promise<void> {
  const answer = await platform.teams.getTeams();
  console.log(answer);
}

export async function createTeam(platform: Platform): Promise<void> {
  const answer = await platform.teams.createTeam({ slug: 'slug' });
  console.log(answer);
}

export async function postTeamDsyncRoles(platform: Platform): Promise<void> {
  const answer = await platform.teams.postTeamDsyncRoles({ teamId: '<team_id>' });
  console.log(answer);
}

export async function deleteTeam(platform: Platform): Promise<void> {
  const answer = await platform.teams.deleteTeam({ teamId: '<team_id>', requestBody: {} });
  console.log(answer);
}

export async function deleteTeamInviteCode(platform: Platform): Promise<void> {
  const answer = await platform.teams.deleteTeamInviteCode({ inviteId: '<invite_id>', teamId: '<team_id>' });
  console.log(answer);
}

export async function updateMicrofrontendsGroup(platform: Platform): Promise<void> {
  const answer = await platform.teams.updateMicrofrontendsGroup({ groupId: '<group_id>', teamId: '<team_id>' });
  console.log(answer);
}

export async function deleteMicrofrontendsGroup(platform: Platform): Promise<void> {
  const answer = await platform.teams.deleteMicrofrontendsGroup({ groupId: '<group_id>', teamId: '<team_id>' });
  console.log(answer);
}
