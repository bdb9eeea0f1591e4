// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateAccessGroupProject, CreateAccessGroupProjectBodyRoleInput, ListAccessGroupMembersMembersItemTeamRole, ListAccessGroupMembersPagination, ListAccessGroupProjectsProjectsItemRole, UpdateAccessGroup } from './shared.ts';

/** Arguments of readAccessGroup. */
export interface ReadAccessGroupRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What readAccessGroup answers. */
export type ReadAccessGroupResponseBody = { accessGroupId: string; createdAt: string; entitlements?: ('v0' | OpenString)[]; isDsyncManaged: boolean; membersCount: number; name: string; projectsCount: number; teamId: string; teamPermissions?: ('AiGatewayApiKeyOwnedBySelf' | 'AiGatewayBudgetManager' | 'AiGatewayCredits' | 'AiGatewaySettings' | 'AiGatewayTranscriptsManager' | 'AiGatewayTranscriptsViewer' | 'ConnectorManager' | 'CreateProject' | 'EnvVariableManager' | 'EnvironmentManager' | 'FullProductionDeployment' | 'IntegrationManager' | 'OrgAdmin' | 'OrgViewer' | 'UsageViewer' | 'V0Builder' | 'V0Chatter' | 'V0Viewer' | 'WorkflowDecryptor' | OpenString)[]; teamRoles?: string[]; updatedAt: string };

export type UpdateAccessGroupRequestBody = { name?: string | undefined; projects?: ({ projectId: string; role: 'ADMIN' | 'PROJECT_VIEWER' | 'PROJECT_DEVELOPER' | null })[] | undefined; membersToAdd?: string[] | undefined; membersToRemove?: string[] | undefined };
/** Arguments of updateAccessGroup. */
export interface UpdateAccessGroupRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateAccessGroupRequestBody;
}
/** What updateAccessGroup answers. */
export type UpdateAccessGroupResponseBody = UpdateAccessGroup;

/** Arguments of deleteAccessGroup. */
export interface DeleteAccessGroupRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteAccessGroup answers. */
export type DeleteAccessGroupResponseBody = void;

/** Arguments of listAccessGroupMembers. */
export interface ListAccessGroupMembersRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Next: string in the query. */
  next?: string | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listAccessGroupMembers answers. */
export type ListAccessGroupMembersResponseBody = { members: { avatar?: string; createdAt?: string; email: string; name?: string; teamRole: ListAccessGroupMembersMembersItemTeamRole; uid: string; username: string }[]; pagination: ListAccessGroupMembersPagination };

/** Arguments of listAccessGroups. */
export interface ListAccessGroupsRequest {
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Members limit: whole number in the query. */
  membersLimit?: number | undefined;
  /** Projects limit: whole number in the query. */
  projectsLimit?: number | undefined;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Next: string in the query. */
  next?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listAccessGroups answers. */
export type ListAccessGroupsResponseBody = { accessGroups: { accessGroupId: string; createdAt: string; entitlements?: string[]; isDsyncManaged: boolean; members?: string[]; membersCount: number; name: string; projects?: string[]; projectsCount: number; teamId: string; teamPermissions?: string[]; teamRoles?: string[]; updatedAt: string }[]; pagination: ListAccessGroupMembersPagination } | Record<string, unknown>;

export type CreateAccessGroupRequestBody = { name: string; projects?: ({ projectId: string; role: 'ADMIN' | 'PROJECT_VIEWER' | 'PROJECT_DEVELOPER' | null })[] | undefined; membersToAdd?: string[] | undefined };
/** Arguments of createAccessGroup. */
export interface CreateAccessGroupRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateAccessGroupRequestBody;
}
/** What createAccessGroup answers. */
export type CreateAccessGroupResponseBody = UpdateAccessGroup;

/** Arguments of listAccessGroupProjects. */
export interface ListAccessGroupProjectsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Next: string in the query. */
  next?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listAccessGroupProjects answers. */
export type ListAccessGroupProjectsResponseBody = { pagination: ListAccessGroupMembersPagination; projects: ({ createdAt: string; project: { framework?: string | null; latestDeploymentId?: string; name?: string }; projectId: string; role: ListAccessGroupProjectsProjectsItemRole; updatedAt: string })[] };

export type CreateAccessGroupProjectRequestBody = { projectId: string; role: CreateAccessGroupProjectBodyRoleInput };
/** Arguments of createAccessGroupProject. */
export interface CreateAccessGroupProjectRequest {
  /** Access group id or name: string in the path. */
  accessGroupIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateAccessGroupProjectRequestBody;
}
/** What createAccessGroupProject answers. */
export type CreateAccessGroupProjectResponseBody = CreateAccessGroupProject;

/** Arguments of readAccessGroupProject. */
export interface ReadAccessGroupProjectRequest {
  /** Access group id or name: string in the path. */
  accessGroupIdOrName: string;
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What readAccessGroupProject answers. */
export type ReadAccessGroupProjectResponseBody = CreateAccessGroupProject;

export type UpdateAccessGroupProjectRequestBody = { role: CreateAccessGroupProjectBodyRoleInput };
/** Arguments of updateAccessGroupProject. */
export interface UpdateAccessGroupProjectRequest {
  /** Access group id or name: string in the path. */
  accessGroupIdOrName: string;
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateAccessGroupProjectRequestBody;
}
/** What updateAccessGroupProject answers. */
export type UpdateAccessGroupProjectResponseBody = CreateAccessGroupProject;

/** Arguments of deleteAccessGroupProject. */
export interface DeleteAccessGroupProjectRequest {
  /** Access group id or name: string in the path. */
  accessGroupIdOrName: string;
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteAccessGroupProject answers. */
export type DeleteAccessGroupProjectResponseBody = void;
