// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { teamsGetTeamMembers } from '../funcs/teamsGetTeamMembers.ts';
import { teamsInviteUserToTeam } from '../funcs/teamsInviteUserToTeam.ts';
import { teamsRequestAccessToTeam } from '../funcs/teamsRequestAccessToTeam.ts';
import { teamsGetTeamAccessRequest } from '../funcs/teamsGetTeamAccessRequest.ts';
import { teamsJoinTeam } from '../funcs/teamsJoinTeam.ts';
import { teamsUpdateTeamMember } from '../funcs/teamsUpdateTeamMember.ts';
import { teamsRemoveTeamMember } from '../funcs/teamsRemoveTeamMember.ts';
import { teamsGetTeam } from '../funcs/teamsGetTeam.ts';
import { teamsPatchTeam } from '../funcs/teamsPatchTeam.ts';
import { teamsGetTeams } from '../funcs/teamsGetTeams.ts';
import { teamsCreateTeam } from '../funcs/teamsCreateTeam.ts';
import { teamsPostTeamDsyncRoles } from '../funcs/teamsPostTeamDsyncRoles.ts';
import { teamsDeleteTeam } from '../funcs/teamsDeleteTeam.ts';
import { teamsDeleteTeamInviteCode } from '../funcs/teamsDeleteTeamInviteCode.ts';
import { teamsUpdateMicrofrontendsGroup } from '../funcs/teamsUpdateMicrofrontendsGroup.ts';
import { teamsDeleteMicrofrontendsGroup } from '../funcs/teamsDeleteMicrofrontendsGroup.ts';
import type { CreateTeamRequest, CreateTeamResponseBody, DeleteMicrofrontendsGroupRequest, DeleteMicrofrontendsGroupResponseBody, DeleteTeamInviteCodeRequest, DeleteTeamInviteCodeResponseBody, DeleteTeamRequest, DeleteTeamResponseBody, GetTeamAccessRequestRequest, GetTeamAccessRequestResponseBody, GetTeamMembersRequest, GetTeamMembersResponseBody, GetTeamRequest, GetTeamResponseBody, GetTeamsRequest, GetTeamsResponseBody, InviteUserToTeamRequest, InviteUserToTeamResponseBody, JoinTeamRequest, JoinTeamResponseBody, PatchTeamRequest, PatchTeamResponseBody, PostTeamDsyncRolesRequest, PostTeamDsyncRolesResponseBody, RemoveTeamMemberRequest, RemoveTeamMemberResponseBody, RequestAccessToTeamRequest, RequestAccessToTeamResponseBody, UpdateMicrofrontendsGroupRequest, UpdateMicrofrontendsGroupResponseBody, UpdateTeamMemberRequest, UpdateTeamMemberResponseBody } from '../types/teams.ts';

export class Teams {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the members of a team, page by page.
   * GET /v3/teams/{teamId}/members
   */
  getTeamMembers(request: GetTeamMembersRequest, options?: CallOptions): CallPromise<GetTeamMembersResponseBody> {
    return asValue(teamsGetTeamMembers(this.#core, request, options));
  }

  /**
   * Invites somebody to a team.
   * POST /v2/teams/{teamId}/members
   */
  inviteUserToTeam(request: InviteUserToTeamRequest, options?: CallOptions): CallPromise<InviteUserToTeamResponseBody> {
    return asValue(teamsInviteUserToTeam(this.#core, request, options));
  }

  /**
   * Asks, as the signed-in user, to be let into a team.
   * POST /v1/teams/{teamId}/request
   */
  requestAccessToTeam(request: RequestAccessToTeamRequest, options?: CallOptions): CallPromise<RequestAccessToTeamResponseBody> {
    return asValue(teamsRequestAccessToTeam(this.#core, request, options));
  }

  /**
   * Reads where a user's request for access to a team stands.
   * GET /v1/teams/{teamId}/request/{userId}
   */
  getTeamAccessRequest(request: GetTeamAccessRequestRequest, options?: CallOptions): CallPromise<GetTeamAccessRequestResponseBody> {
    return asValue(teamsGetTeamAccessRequest(this.#core, request, options));
  }

  /**
   * Joins a team, as the signed-in user, with an invite code.
   * POST /v1/teams/{teamId}/members/teams/join
   */
  joinTeam(request: JoinTeamRequest, options?: CallOptions): CallPromise<JoinTeamResponseBody> {
    return asValue(teamsJoinTeam(this.#core, request, options));
  }

  /**
   * Changes a member's role in a team or confirms a request for access.
   * PATCH /v1/teams/{teamId}/members/{uid}
   */
  updateTeamMember(request: UpdateTeamMemberRequest, options?: CallOptions): CallPromise<UpdateTeamMemberResponseBody> {
    return asValue(teamsUpdateTeamMember(this.#core, request, options));
  }

  /**
   * Removes a member from a team.
   * DELETE /v1/teams/{teamId}/members/{uid}
   */
  removeTeamMember(request: RemoveTeamMemberRequest, options?: CallOptions): CallPromise<RemoveTeamMemberResponseBody> {
    return asValue(teamsRemoveTeamMember(this.#core, request, options));
  }

  /**
   * Reads one team.
   * GET /v2/teams/{teamId}
   */
  getTeam(request: GetTeamRequest, options?: CallOptions): CallPromise<GetTeamResponseBody> {
    return asValue(teamsGetTeam(this.#core, request, options));
  }

  /**
   * Changes a team's settings.
   * PATCH /v2/teams/{teamId}
   */
  patchTeam(request: PatchTeamRequest, options?: CallOptions): CallPromise<PatchTeamResponseBody> {
    return asValue(teamsPatchTeam(this.#core, request, options));
  }

  /**
   * Lists the teams of the signed-in user, page by page.
   * GET /v2/teams
   */
  getTeams(request?: GetTeamsRequest, options?: CallOptions): CallPromise<GetTeamsResponseBody> {
    return asValue(teamsGetTeams(this.#core, request, options));
  }

  /**
   * Creates a team.
   * POST /v1/teams
   */
  createTeam(request: CreateTeamRequest, options?: CallOptions): CallPromise<CreateTeamResponseBody> {
    return asValue(teamsCreateTeam(this.#core, request, options));
  }

  /**
   * Maps groups of a directory (SCIM sync) to roles of a team.
   * POST /v1/teams/{teamId}/dsync-roles
   */
  postTeamDsyncRoles(request: PostTeamDsyncRolesRequest, options?: CallOptions): CallPromise<PostTeamDsyncRolesResponseBody> {
    return asValue(teamsPostTeamDsyncRoles(this.#core, request, options));
  }

  /**
   * Deletes a team with everything it owns.
   * DELETE /v1/teams/{teamId}
   */
  deleteTeam(request: DeleteTeamRequest, options?: CallOptions): CallPromise<DeleteTeamResponseBody> {
    return asValue(teamsDeleteTeam(this.#core, request, options));
  }

  /**
   * Withdraws an invite code of a team.
   * DELETE /v1/teams/{teamId}/invites/{inviteId}
   */
  deleteTeamInviteCode(request: DeleteTeamInviteCodeRequest, options?: CallOptions): CallPromise<DeleteTeamInviteCodeResponseBody> {
    return asValue(teamsDeleteTeamInviteCode(this.#core, request, options));
  }

  /**
   * Changes a group of microfrontends: its name or its fallback environment.
   * PATCH /v1/teams/{teamId}/microfrontends/{groupId}
   */
  updateMicrofrontendsGroup(request: UpdateMicrofrontendsGroupRequest, options?: CallOptions): CallPromise<UpdateMicrofrontendsGroupResponseBody> {
    return asValue(teamsUpdateMicrofrontendsGroup(this.#core, request, options));
  }

  /**
   * Deletes a group of microfrontends; its projects stay.
   * DELETE /v1/teams/{teamId}/microfrontends/{groupId}
   */
  deleteMicrofrontendsGroup(request: DeleteMicrofrontendsGroupRequest, options?: CallOptions): CallPromise<DeleteMicrofrontendsGroupResponseBody> {
    return asValue(teamsDeleteMicrofrontendsGroup(this.#core, request, options));
  }
}
