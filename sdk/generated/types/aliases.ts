// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenNumber, OpenString } from '../../runtime/values.ts';
import type { ListAliasesAliasesItemCreator, ListAliasesAliasesItemDeployment, ListAliasesAliasesItemMicrofrontends, ListAliasesPagination, PatchUrlProtectionBypassBodyRevokeInput } from './shared.ts';

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
export type ListDeploymentAliasesResponseBody = { aliases: ({ uid: string; alias: string; created: Date; redirect?: string | null; protectionBypass?: { [key: string]: { createdAt: number; createdBy: string; scope: 'shareable-link' | OpenString; expires?: number } | { createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; access: 'requested' | 'granted' | OpenString; scope: 'user' | OpenString } | { createdAt: number; createdBy: string; scope: 'alias-protection-override' | OpenString } | { createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; scope: 'email_invite' | OpenString } } })[] };

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
export type AssignAliasResponseBody = { uid: string; alias: string; created: Date; oldDeploymentId?: string | null };

/** Arguments of listAliases. */
export interface ListAliasesRequest {
  /** Domain: list of strings or string in the query. */
  domain?: string[] | string | undefined;
  /** From: number in the query. @deprecated */
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
export type ListAliasesResponseBody = { aliases: ({ alias: string; created: Date; createdAt?: number; creator?: ListAliasesAliasesItemCreator; deletedAt?: number | null; deployment?: ListAliasesAliasesItemDeployment; deploymentId: string | null; projectId: string | null; redirect?: string | null; redirectStatusCode?: 301 | 302 | 307 | 308 | null | OpenNumber; uid: string; updatedAt?: number; protectionBypass?: { [key: string]: { createdAt: number; createdBy: string; scope: 'shareable-link' | OpenString; expires?: number } | { createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; access: 'requested' | 'granted' | OpenString; scope: 'user' | OpenString } | { createdAt: number; createdBy: string; scope: 'alias-protection-override' | OpenString } | { createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; scope: 'email_invite' | OpenString } }; microfrontends?: ListAliasesAliasesItemMicrofrontends })[]; pagination: ListAliasesPagination };

/** Arguments of getAlias. */
export interface GetAliasRequest {
  /** Id or alias: string in the path. */
  idOrAlias: string;
  /** From: number in the query. @deprecated */
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
export type GetAliasResponseBody = ({ alias: string; created: Date; createdAt?: number; creator?: ListAliasesAliasesItemCreator; deletedAt?: number; deployment?: ListAliasesAliasesItemDeployment; deploymentId: string | null; projectId: string | null; redirect?: string | null; redirectStatusCode?: 301 | 302 | 307 | 308 | null | OpenNumber; uid: string; updatedAt?: number; protectionBypass?: { [key: string]: { createdAt: number; createdBy: string; scope: 'shareable-link' | OpenString; expires?: number } | { createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; access: 'requested' | 'granted' | OpenString; scope: 'user' | OpenString } | { createdAt: number; createdBy: string; scope: 'alias-protection-override' | OpenString } | { createdAt: number; lastUpdatedAt: number; lastUpdatedBy: string; scope: 'email_invite' | OpenString } }; microfrontends?: ListAliasesAliasesItemMicrofrontends })[];

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

export type PatchUrlProtectionBypassRequestBody = { ttl?: number | undefined; revoke?: PatchUrlProtectionBypassBodyRevokeInput | undefined } | { scope: { userId?: string | undefined; email?: string | undefined; access?: 'denied' | 'granted' | undefined } } | { override: { scope: 'alias-protection-override'; action: 'create' | 'revoke' } };
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
