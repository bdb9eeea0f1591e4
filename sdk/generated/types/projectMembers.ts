// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { AddProjectMemberBodyRoleInput, GetProjectMembers2Pagination, ListAccessGroupMembersMembersItemTeamRole, ListAccessGroupProjectsProjectsItemRole } from './shared.ts';

/** Arguments of getProjectMembers. */
export interface GetProjectMembersRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Limit: whole number from 1 to 100 in the query. */
  limit?: number | undefined;
  /** Since: whole number in the query. */
  since?: number | undefined;
  /** Until: whole number in the query. */
  until?: number | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProjectMembers answers. */
export type GetProjectMembersResponseBody = Record<string, unknown> | { members: { avatar?: string; email: string; role: ListAccessGroupProjectsProjectsItemRole; computedProjectRole: ListAccessGroupProjectsProjectsItemRole; uid: string; username: string; name?: string; createdAt: number; teamRole: ListAccessGroupMembersMembersItemTeamRole }[]; pagination: GetProjectMembers2Pagination };

export type AddProjectMemberRequestBody = { uid?: string | undefined; username?: string | undefined; email?: string | undefined; role: AddProjectMemberBodyRoleInput };
/** Arguments of addProjectMember. */
export interface AddProjectMemberRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: AddProjectMemberRequestBody;
}
/** What addProjectMember answers. */
export type AddProjectMemberResponseBody = { id: string };

/** Arguments of removeProjectMember. */
export interface RemoveProjectMemberRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Uid: string in the path. */
  uid: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What removeProjectMember answers. */
export type RemoveProjectMemberResponseBody = { id: string };
