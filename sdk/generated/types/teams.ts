// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateProjectBodyResourceConfigBuildMachineTypeInput, DeleteTeamBodyInput, GetProjectMembersPagination, GetTeam, GetTeamMembersMembersItemJoinedFrom, GetTeamMembersRoleInput, GetTeamMembership, GetTeamSamlConnection, GetTeamSamlDirectory, ListAccessGroupMembersMembersItemTeamRole, ListAccessGroupProjectsProjectsItemRole, ListAliasesPagination, ListConnectorProjectConnectionsProjectsItemProjectCustomEnvironmentsItem, PatchTeamBodyDefaultExpirationSettingsExpirationCanceledInput, PatchTeamBodyDefaultExpirationSettingsExpirationInput, PatchTeamBodySamlRolesValueInput, UpdateProjectBodyDeploymentPolicyInput, UpdateProjectBodyPassportInput, UpdateProjectBodyPasswordProtectionInput, UpdateProjectBodySsoProtectionInput } from './shared.ts';

/** Arguments of getTeamMembers. */
export interface GetTeamMembersRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** Limit: number in the query. */
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
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getTeamMembers answers. */
export type GetTeamMembersResponseBody = { emailInviteCodes?: ({ accessGroups?: string[]; createdAt?: number; email?: string; entitlements?: string[]; expired?: true; id: string; isDSyncUser: boolean; projects?: { [key: string]: ListAccessGroupProjectsProjectsItemRole }; role?: ListAccessGroupMembersMembersItemTeamRole; teamPermissions?: ('AiGatewayApiKeyOwnedBySelf' | 'AiGatewayBudgetManager' | 'AiGatewayCredits' | 'AiGatewaySettings' | 'AiGatewayTranscriptsManager' | 'AiGatewayTranscriptsViewer' | 'ConnectorManager' | 'CreateProject' | 'EnvVariableManager' | 'EnvironmentManager' | 'FullProductionDeployment' | 'IntegrationManager' | 'OrgAdmin' | 'OrgViewer' | 'UsageViewer' | 'V0Builder' | 'V0Chatter' | 'V0Viewer' | 'WorkflowDecryptor' | OpenString)[]; teamRoles?: ListAccessGroupMembersMembersItemTeamRole[] })[]; members: { accessRequestedAt?: number; avatar?: string; bitbucket?: { login?: string }; confirmed: boolean; createdAt: number; email: string; github?: { login?: string }; gitlab?: { login?: string }; isEnterpriseManaged?: boolean; joinedFrom?: GetTeamMembersMembersItemJoinedFrom; name?: string; projects?: { id: string; name: string; role?: ListAccessGroupProjectsProjectsItemRole }[]; role: ListAccessGroupMembersMembersItemTeamRole; uid: string; username: string }[]; pagination: GetProjectMembersPagination };

export type InviteUserToTeamRequestBody = ({ email: string; role?: 'OWNER' | 'MEMBER' | 'DEVELOPER' | 'SECURITY' | 'BILLING' | 'VIEWER' | 'VIEWER_FOR_PLUS' | 'CONTRIBUTOR' | undefined; projects?: ({ projectId: string; role: 'ADMIN' | 'PROJECT_VIEWER' | 'PROJECT_DEVELOPER' | 'PROJECT_GUEST' })[] | undefined })[];
/** Arguments of inviteUserToTeam. */
export interface InviteUserToTeamRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: InviteUserToTeamRequestBody | undefined;
}
/** What inviteUserToTeam answers. */
export type InviteUserToTeamResponseBody = { email: string; role: ListAccessGroupMembersMembersItemTeamRole; teamPermissions?: ('AiGatewayApiKeyOwnedBySelf' | 'AiGatewayBudgetManager' | 'AiGatewayCredits' | 'AiGatewaySettings' | 'AiGatewayTranscriptsManager' | 'AiGatewayTranscriptsViewer' | 'ConnectorManager' | 'CreateProject' | 'EnvVariableManager' | 'EnvironmentManager' | 'FullProductionDeployment' | 'IntegrationManager' | 'OrgAdmin' | 'OrgViewer' | 'UsageViewer' | 'V0Builder' | 'V0Chatter' | 'V0Viewer' | 'WorkflowDecryptor' | OpenString)[]; teamRoles?: ListAccessGroupMembersMembersItemTeamRole[]; uid: string; username: string };

export type RequestAccessToTeamRequestBody = { joinedFrom: { origin: 'import' | 'teams' | 'github' | 'gitlab' | 'bitbucket' | 'feedback' | 'organization-teams'; commitId?: string | undefined; repoId?: string | undefined; repoPath?: string | undefined; gitUserId?: string | number | undefined; gitUserLogin?: string | undefined } };
/** Arguments of requestAccessToTeam. */
export interface RequestAccessToTeamRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** The request's body. */
  requestBody: RequestAccessToTeamRequestBody;
}
/** What requestAccessToTeam answers. */
export type RequestAccessToTeamResponseBody = { accessRequestedAt?: number; bitbucket: { login?: string } | null; confirmed?: boolean; github: { login?: string } | null; gitlab: { login?: string } | null; joinedFrom?: GetTeamMembersMembersItemJoinedFrom; teamName: string; teamSlug: string };

/** Arguments of getTeamAccessRequest. */
export interface GetTeamAccessRequestRequest {
  /** User id: string in the path. */
  userId: string;
  /** Team id: string in the path. */
  teamId: string;
}
/** What getTeamAccessRequest answers. */
export type GetTeamAccessRequestResponseBody = { accessRequestedAt: number; bitbucket: { login?: string } | null; confirmed: boolean; github: { login?: string } | null; gitlab: { login?: string } | null; joinedFrom: GetTeamMembersMembersItemJoinedFrom; teamName: string; teamSlug: string };

export type JoinTeamRequestBody = { inviteCode?: string | undefined };
/** Arguments of joinTeam. */
export interface JoinTeamRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** The request's body. */
  requestBody: JoinTeamRequestBody;
}
/** What joinTeam answers. */
export type JoinTeamResponseBody = { from: string; name: string; slug: string; teamId: string };

export type UpdateTeamMemberRequestBody = { confirmed?: true | undefined; role?: string | undefined; teamPermissions?: ('ConnectorManager' | 'IntegrationManager' | 'CreateProject' | 'FullProductionDeployment' | 'UsageViewer' | 'EnvVariableManager' | 'EnvironmentManager' | 'WorkflowDecryptor' | 'OrgAdmin' | 'OrgViewer' | 'AiGatewaySettings' | 'AiGatewayCredits' | 'AiGatewayApiKeyOwnedBySelf' | 'AiGatewayBudgetManager' | 'AiGatewayTranscriptsManager' | 'AiGatewayTranscriptsViewer' | 'V0Builder' | 'V0Chatter' | 'V0Viewer')[] | undefined; projects?: ({ projectId: string; role: 'ADMIN' | 'PROJECT_VIEWER' | 'PROJECT_DEVELOPER' | null })[] | undefined; joinedFrom?: { ssoUserId?: unknown | undefined } | undefined };
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

export type PatchTeamRequestBody = { avatar?: string | null | undefined; description?: string | undefined; emailDomain?: string | null | undefined; name?: string | undefined; previewDeploymentSuffix?: string | null | undefined; regenerateInviteCode?: boolean | undefined; saml?: { enforced?: boolean | undefined; roles?: { [key: string]: PatchTeamBodySamlRolesValueInput | GetTeamMembersRoleInput } | undefined } | undefined; slug?: string | undefined; enablePreviewFeedback?: string | undefined; enableProductionFeedback?: string | undefined; sensitiveEnvironmentVariablePolicy?: string | undefined; disjunctiveProductionSecretPolicy?: string | undefined; remoteCaching?: { enabled?: boolean | undefined } | undefined; hideIpAddresses?: boolean | undefined; hideIpAddressesInLogDrains?: boolean | undefined; dpAccessRequestsMode?: 'all' | 'none' | 'email-domain' | undefined; requireVerifiedCommits?: boolean | undefined; disableRepositoryDispatchEvents?: boolean | undefined; defaultDeploymentProtection?: { passwordProtection?: UpdateProjectBodyPasswordProtectionInput | undefined; ssoProtection?: UpdateProjectBodySsoProtectionInput | undefined } | undefined; defaultPassport?: UpdateProjectBodyPassportInput | undefined; defaultExpirationSettings?: { expiration?: PatchTeamBodyDefaultExpirationSettingsExpirationInput | undefined; expirationProduction?: PatchTeamBodyDefaultExpirationSettingsExpirationInput | undefined; expirationCanceled?: PatchTeamBodyDefaultExpirationSettingsExpirationCanceledInput | undefined; expirationErrored?: PatchTeamBodyDefaultExpirationSettingsExpirationCanceledInput | undefined } | undefined; deploymentPolicy?: UpdateProjectBodyDeploymentPolicyInput | undefined; strictDeploymentProtectionSettings?: { enabled: boolean } | undefined; strictShareableLinks?: { enabled: boolean } | undefined; strictPasswordProtectionSettings?: { enabled: boolean } | undefined; strictConnectors?: { enabled: boolean } | undefined; nsnbConfig?: { preference: 'auto-approval' | 'manual-approval' | 'block' } | string | undefined; defaultProjectJobs?: { lint?: { targets: string[] } | undefined; typecheck?: { targets: string[] } | undefined } | string | undefined; resourceConfig?: { buildMachine?: { default?: CreateProjectBodyResourceConfigBuildMachineTypeInput | undefined } | undefined } | undefined };
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
export type GetTeamsResponseBody = { pagination: ListAliasesPagination; teams: (GetTeam | { avatar: string | null; createdAt: number; id: string; limited: true; limitedBy: ('invalidated' | 'mfa' | 'scope' | OpenString)[]; membership?: GetTeamMembership; name: string | null; orgRootTeamId?: string; parentId?: string; saml?: { connection?: GetTeamSamlConnection; directory?: GetTeamSamlDirectory; enforced: boolean }; slug: string })[] };

/** Argument of createTeam. */
export type CreateTeamRequest = { slug: string; name?: string | undefined; attribution?: { sessionReferrer?: string | undefined; landingPage?: string | undefined; pageBeforeConversionPage?: string | undefined; utm?: { utmSource?: string | undefined; utmMedium?: string | undefined; utmCampaign?: string | undefined; utmTerm?: string | undefined } | undefined } | undefined };
/** What createTeam answers. */
export type CreateTeamResponseBody = ListConnectorProjectConnectionsProjectsItemProjectCustomEnvironmentsItem;

export type PostTeamDsyncRolesRequestBody = { roles: { [key: string]: PatchTeamBodySamlRolesValueInput | GetTeamMembersRoleInput } };
/** Arguments of postTeamDsyncRoles. */
export interface PostTeamDsyncRolesRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: PostTeamDsyncRolesRequestBody | undefined;
}
/** What postTeamDsyncRoles answers. */
export type PostTeamDsyncRolesResponseBody = { ok: boolean };

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

export type UpdateMicrofrontendsGroupRequestBody = { name?: string | undefined; fallbackEnvironment?: string | undefined; enablePolyrepoBranchRouting?: boolean | undefined };
/** Arguments of updateMicrofrontendsGroup. */
export interface UpdateMicrofrontendsGroupRequest {
  /** Group id: string in the path. */
  groupId: string;
  /** Team id: string in the path. */
  teamId: string;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateMicrofrontendsGroupRequestBody | undefined;
}
/** What updateMicrofrontendsGroup answers. */
export type UpdateMicrofrontendsGroupResponseBody = { updatedMicrofrontendsGroup: { enablePolyrepoBranchRouting?: boolean; fallbackEnvironment?: string; id: string; name?: string; slug?: string } };

/** Arguments of deleteMicrofrontendsGroup. */
export interface DeleteMicrofrontendsGroupRequest {
  /** Group id: string in the path. */
  groupId: string;
  /** Team id: string in the path. */
  teamId: string;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteMicrofrontendsGroup answers. */
export type DeleteMicrofrontendsGroupResponseBody = Record<string, unknown>;
