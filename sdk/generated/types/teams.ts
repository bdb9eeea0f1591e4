// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateAccessGroupProjectBodyRoleInput, DeleteTeamBodyInput, GetProjectMembers2Pagination, GetTeam, GetTeamMembersRoleInput, GetTeamMembership, GetTeamSamlConnection, GetTeamSamlDirectory, ListAccessGroupMembersMembersItemTeamRole, ListAccessGroupProjectsProjectsItemRole, ListAliasesPagination, PatchTeamBodyDefaultExpirationSettingsExpirationCanceledInput, PatchTeamBodyDefaultExpirationSettingsExpirationInput, UpdateProjectBodyPasswordProtectionInput, UpdateProjectBodySsoProtectionInput } from './shared.ts';

/** Arguments of getTeamMembers. */
export interface GetTeamMembersRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** Limit: number of at least 1 in the query. */
  limit?: number | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Role: one of `OWNER`, `MEMBER`, `DEVELOPER`, `SECURITY`, `BILLING`, `VIEWER`, `VIEWER_FOR_PLUS`, `CONTRIBUTOR` in the query. */
  role?: GetTeamMembersRoleInput | undefined;
  /** Exclude project: string in the query. */
  excludeProject?: string | undefined;
  /** Eligible members for project id: string in the query. */
  eligibleMembersForProjectId?: string | undefined;
}
/** What getTeamMembers answers. */
export type GetTeamMembersResponseBody = { members: ({ avatar?: string; confirmed: boolean; email: string; github?: { login?: string }; gitlab?: { login?: string }; bitbucket?: { login?: string }; role: ListAccessGroupMembersMembersItemTeamRole; uid: string; username: string; name?: string; createdAt: number; accessRequestedAt?: number; joinedFrom?: { origin: 'teams' | 'link' | 'mail' | 'import' | 'github' | 'gitlab' | 'bitbucket' | 'saml' | 'dsync' | 'feedback' | 'organization-teams' | OpenString; commitId?: string; repoId?: string; repoPath?: string; gitUserId?: string | number; gitUserLogin?: string; ssoUserId?: string; ssoConnectedAt?: number; idpUserId?: string; dsyncUserId?: string; dsyncConnectedAt?: number }; projects?: { name: string; id: string; role?: ListAccessGroupProjectsProjectsItemRole }[] })[]; emailInviteCodes?: ({ accessGroups?: string[]; id: string; email?: string; role?: ListAccessGroupMembersMembersItemTeamRole; teamRoles?: ListAccessGroupMembersMembersItemTeamRole[]; teamPermissions?: ('IntegrationManager' | 'CreateProject' | 'FullProductionDeployment' | 'UsageViewer' | 'EnvVariableManager' | 'EnvironmentManager' | 'V0Builder' | 'V0Chatter' | 'V0Viewer' | OpenString)[]; isDSyncUser: boolean; createdAt?: number; expired?: boolean; projects?: { [key: string]: ListAccessGroupProjectsProjectsItemRole }; entitlements?: string[] })[]; pagination: GetProjectMembers2Pagination };

export type InviteUserToTeamRequestBody = { email: string; role?: 'OWNER' | 'MEMBER' | 'DEVELOPER' | 'SECURITY' | 'BILLING' | 'VIEWER' | 'VIEWER_FOR_PLUS' | 'CONTRIBUTOR' | undefined; projects?: { projectId: string; role: CreateAccessGroupProjectBodyRoleInput }[] | undefined };
/** Arguments of inviteUserToTeam. */
export interface InviteUserToTeamRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** The request's body. */
  requestBody: InviteUserToTeamRequestBody;
}
/** What inviteUserToTeam answers. */
export type InviteUserToTeamResponseBody = { uid: string; username: string; email: string; role: ListAccessGroupMembersMembersItemTeamRole; teamRoles?: ListAccessGroupMembersMembersItemTeamRole[]; teamPermissions?: ('IntegrationManager' | 'CreateProject' | 'FullProductionDeployment' | 'UsageViewer' | 'EnvVariableManager' | 'EnvironmentManager' | 'V0Builder' | 'V0Chatter' | 'V0Viewer' | OpenString)[] };

export type RequestAccessToTeamRequestBody = { joinedFrom: { origin: 'import' | 'teams' | 'github' | 'gitlab' | 'bitbucket' | 'feedback' | 'organization-teams'; commitId?: string | undefined; repoId?: string | undefined; repoPath?: string | undefined; gitUserId?: string | number | undefined; gitUserLogin?: string | undefined } };
/** Arguments of requestAccessToTeam. */
export interface RequestAccessToTeamRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** The request's body. */
  requestBody: RequestAccessToTeamRequestBody;
}
/** What requestAccessToTeam answers. */
export type RequestAccessToTeamResponseBody = { teamSlug: string; teamName: string; confirmed?: boolean; joinedFrom?: { origin: 'import' | 'teams' | 'github' | 'gitlab' | 'bitbucket' | 'feedback' | 'organization-teams' | 'link' | 'mail' | 'saml' | 'dsync' | OpenString; commitId?: string; repoId?: string; repoPath?: string; gitUserId?: string | number; gitUserLogin?: string; ssoUserId?: string; ssoConnectedAt?: number; idpUserId?: string; dsyncUserId?: string; dsyncConnectedAt?: number }; accessRequestedAt?: number; github: { login?: string } | null; gitlab: { login?: string } | null; bitbucket: { login?: string } | null };

/** Arguments of getTeamAccessRequest. */
export interface GetTeamAccessRequestRequest {
  /** User id: string in the path. */
  userId: string;
  /** Team id: string in the path. */
  teamId: string;
}
/** What getTeamAccessRequest answers. */
export type GetTeamAccessRequestResponseBody = { teamSlug: string; teamName: string; confirmed: boolean; joinedFrom: { origin: 'link' | 'mail' | 'import' | 'teams' | 'github' | 'gitlab' | 'bitbucket' | 'saml' | 'dsync' | 'feedback' | 'organization-teams' | OpenString; commitId?: string; repoId?: string; repoPath?: string; gitUserId?: string | number; gitUserLogin?: string; ssoUserId?: string; ssoConnectedAt?: number; idpUserId?: string; dsyncUserId?: string; dsyncConnectedAt?: number }; accessRequestedAt: number; github: { login?: string } | null; gitlab: { login?: string } | null; bitbucket: { login?: string } | null };

export type JoinTeamRequestBody = { inviteCode?: string | undefined };
/** Arguments of joinTeam. */
export interface JoinTeamRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** The request's body. */
  requestBody: JoinTeamRequestBody;
}
/** What joinTeam answers. */
export type JoinTeamResponseBody = { teamId: string; slug: string; name: string; from: string };

export type UpdateTeamMemberRequestBody = { confirmed?: true | undefined; role?: string | undefined; projects?: ({ projectId: string; role: 'ADMIN' | 'PROJECT_VIEWER' | 'PROJECT_DEVELOPER' | null })[] | undefined; joinedFrom?: { ssoUserId?: unknown | null | undefined } | undefined };
/** Arguments of updateTeamMember. */
export interface UpdateTeamMemberRequest {
  /** Uid: string in the path. */
  uid: string;
  /** Team id: string in the path. */
  teamId: string;
  /** The request's body. */
  requestBody: UpdateTeamMemberRequestBody;
}
/** What updateTeamMember answers. */
export type UpdateTeamMemberResponseBody = { id: string };

/** Arguments of removeTeamMember. */
export interface RemoveTeamMemberRequest {
  /** Uid: string in the path. */
  uid: string;
  /** Team id: string in the path. */
  teamId: string;
  /** New default team id: string in the query. */
  newDefaultTeamId?: string | undefined;
}
/** What removeTeamMember answers. */
export type RemoveTeamMemberResponseBody = { id: string };

/** Arguments of getTeam. */
export interface GetTeamRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getTeam answers. */
export type GetTeamResponseBody = GetTeam;

export type PatchTeamRequestBody = { avatar?: string | undefined; description?: string | undefined; emailDomain?: string | null | undefined; name?: string | undefined; previewDeploymentSuffix?: string | null | undefined; regenerateInviteCode?: boolean | undefined; saml?: { enforced?: boolean | undefined; roles?: { [key: string]: GetTeamMembersRoleInput | { accessGroupId: string } } | undefined } | undefined; slug?: string | undefined; enablePreviewFeedback?: string | undefined; enableProductionFeedback?: string | undefined; sensitiveEnvironmentVariablePolicy?: string | undefined; remoteCaching?: { enabled?: boolean | undefined } | undefined; hideIpAddresses?: boolean | undefined; hideIpAddressesInLogDrains?: boolean | undefined; defaultDeploymentProtection?: { passwordProtection?: UpdateProjectBodyPasswordProtectionInput | undefined; ssoProtection?: UpdateProjectBodySsoProtectionInput | undefined } | undefined; defaultExpirationSettings?: { expiration?: PatchTeamBodyDefaultExpirationSettingsExpirationInput | undefined; expirationProduction?: PatchTeamBodyDefaultExpirationSettingsExpirationInput | undefined; expirationCanceled?: PatchTeamBodyDefaultExpirationSettingsExpirationCanceledInput | undefined; expirationErrored?: PatchTeamBodyDefaultExpirationSettingsExpirationCanceledInput | undefined } | undefined };
/** Arguments of patchTeam. */
export interface PatchTeamRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: PatchTeamRequestBody;
}
/** What patchTeam answers. */
export type PatchTeamResponseBody = GetTeam;

/** Arguments of getTeams. */
export interface GetTeamsRequest {
  /** Limit: number in the query. */
  limit?: number | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
}
/** What getTeams answers. */
export type GetTeamsResponseBody = { teams: (GetTeam | { limited: boolean; limitedBy: ('scope' | 'mfa' | OpenString)[]; saml?: { connection?: GetTeamSamlConnection; directory?: GetTeamSamlDirectory; enforced: boolean }; id: string; slug: string; name: string | null; avatar: string | null; membership: GetTeamMembership; createdAt: number })[]; pagination: ListAliasesPagination };

/** Argument of createTeam. */
export type CreateTeamRequest = { slug: string; name?: string | undefined; attribution?: { sessionReferrer?: string | undefined; landingPage?: string | undefined; pageBeforeConversionPage?: string | undefined; utm?: { utmSource?: string | undefined; utmMedium?: string | undefined; utmCampaign?: string | undefined; utmTerm?: string | undefined } | undefined } | undefined };
/** What createTeam answers. */
export type CreateTeamResponseBody = { id: string; slug: string };

export type DeleteTeamRequestBody = DeleteTeamBodyInput;
/** Arguments of deleteTeam. */
export interface DeleteTeamRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** New default team id: string in the query. */
  newDefaultTeamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: DeleteTeamRequestBody;
}
/** What deleteTeam answers. */
export type DeleteTeamResponseBody = { id: string; newDefaultTeamIdError?: boolean };

/** Arguments of deleteTeamInviteCode. */
export interface DeleteTeamInviteCodeRequest {
  /** Invite id: string in the path. */
  inviteId: string;
  /** Team id: string in the path. */
  teamId: string;
}
/** What deleteTeamInviteCode answers. */
export type DeleteTeamInviteCodeResponseBody = { id: string };
