// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateAccessGroupProjectBodyRoleInput, GetProjectMembersPagination, ListAccessGroupMembersMembersItemTeamRole, ListAccessGroupProjectsProjectsItemRole } from './shared.ts';

/** Arguments of getProjectMembers. */
export interface GetProjectMembersRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Limit: whole number in the query. */
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
export type GetProjectMembersResponseBody = { members: { avatar?: string; computedProjectRole: ListAccessGroupProjectsProjectsItemRole; createdAt: number; email: string; name?: string; role: ListAccessGroupProjectsProjectsItemRole; teamRole: ListAccessGroupMembersMembersItemTeamRole; uid: string; username: string }[]; pagination: GetProjectMembersPagination } | Record<string, unknown>;

export type AddProjectMemberRequestBody = { uid: string; username?: string | undefined; email?: string | undefined; role: CreateAccessGroupProjectBodyRoleInput } | { uid?: string | undefined; username: string; email?: string | undefined; role: CreateAccessGroupProjectBodyRoleInput } | { uid?: string | undefined; username?: string | undefined; email: string; role: CreateAccessGroupProjectBodyRoleInput };
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
