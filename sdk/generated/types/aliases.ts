// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { ListAliasesAliasesItemCreator, ListAliasesAliasesItemDeployment, ListAliasesAliasesItemMicrofrontends, ListAliasesPagination, PatchUrlProtectionBypassBody3RevokeInput } from './shared.ts';

/** Arguments of listDeploymentAliases. */
export interface ListDeploymentAliasesRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listDeploymentAliases answers. */
export type ListDeploymentAliasesResponseBody = { aliases: ({ alias: string; created: Date; protectionBypass?: { [key: string]: { createdAt: number; createdBy: string; expires?: number; scope: 'shareable-link' | OpenString } | { access: 'granted' | 'requested' | OpenString; createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; scope: 'user' | OpenString } | { createdAt: number; createdBy: string; scope: 'alias-protection-override' | OpenString } | { createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; scope: 'email_invite' | OpenString } }; redirect?: string | null; uid: string })[] };

export type AssignAliasRequestBody = { alias?: string | undefined; redirect?: string | null | undefined };
/** Arguments of assignAlias. */
export interface AssignAliasRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: AssignAliasRequestBody;
}
/** What assignAlias answers. */
export type AssignAliasResponseBody = { alias: string; created: Date; oldDeploymentId?: string | null; uid: string };

/** Arguments of listAliases. */
export interface ListAliasesRequest {
  /** Domain: list of strings or string in the query. */
  domain?: string[] | string | undefined;
  /** From: number in the query. */
  from?: number | undefined;
  /** Limit: number in the query. */
  limit?: number | undefined;
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
  /** Rollback deployment id: string in the query. */
  rollbackDeploymentId?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listAliases answers. */
export type ListAliasesResponseBody = { aliases: ({ alias: string; created: Date; createdAt?: number; creator?: ListAliasesAliasesItemCreator; deletedAt?: number | null; deployment?: ListAliasesAliasesItemDeployment; deploymentId: string | null; microfrontends?: ListAliasesAliasesItemMicrofrontends; projectId: string | null; protectionBypass?: { [key: string]: { createdAt: number; createdBy: string; expires?: number; scope: 'shareable-link' | OpenString } | { access: 'granted' | 'requested' | OpenString; createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; scope: 'user' | OpenString } | { createdAt: number; createdBy: string; scope: 'alias-protection-override' | OpenString } | { createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; scope: 'email_invite' | OpenString } }; redirect?: string | null; redirectStatusCode?: number | null; uid: string; updatedAt?: number })[]; pagination: ListAliasesPagination };

/** Arguments of getAlias. */
export interface GetAliasRequest {
  /** Id or alias: string in the path. */
  idOrAlias: string;
  /** From: number in the query. */
  from?: number | undefined;
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getAlias answers. */
export type GetAliasResponseBody = { alias: string; created: Date; createdAt?: number | null; creator?: ListAliasesAliasesItemCreator; deletedAt?: number | null; deployment?: ListAliasesAliasesItemDeployment; deploymentId: string | null; microfrontends?: ListAliasesAliasesItemMicrofrontends; projectId: string | null; protectionBypass?: { [key: string]: { createdAt: number; createdBy: string; expires?: number; scope: 'shareable-link' | OpenString } | { access: 'granted' | 'requested' | OpenString; createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; scope: 'user' | OpenString } | { createdAt: number; createdBy: string; scope: 'alias-protection-override' | OpenString } | { createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; scope: 'email_invite' | OpenString } }; redirect?: string | null; redirectStatusCode?: number | null; uid: string; updatedAt?: number | null };

/** Arguments of deleteAlias. */
export interface DeleteAliasRequest {
  /** Alias id: string in the path. */
  aliasId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteAlias answers. */
export type DeleteAliasResponseBody = { status: 'SUCCESS' | OpenString };

export type PatchUrlProtectionBypassRequestBody = { scope: { userId: string; email?: string | undefined; access: 'denied' | 'granted' } | { userId?: string | undefined; email: string; access: 'denied' | 'granted' } } | { override: { scope: 'alias-protection-override'; action: 'create' | 'revoke' } } | { ttl?: number | undefined; revoke?: PatchUrlProtectionBypassBody3RevokeInput | undefined };
/** Arguments of patchUrlProtectionBypass. */
export interface PatchUrlProtectionBypassRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: PatchUrlProtectionBypassRequestBody | undefined;
}
/** What patchUrlProtectionBypass answers. */
export type PatchUrlProtectionBypassResponseBody = Record<string, unknown>;
