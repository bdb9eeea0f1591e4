// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateIntegrationStoreDirectStoreProjectFilter, CreateIntegrationStoreDirectStoreStatus, CreateStorageStoresBlobRegionInput, CreateStorageStoresBlobStoreRegion, GetDeploymentProjectSettingsFramework } from './shared.ts';

/** Arguments of getStorageStoresById. */
export interface GetStorageStoresByIdRequest {
  /** Id: string in the path. */
  id: string;
  /** Skip metadata: true or false in the query. */
  skipMetadata?: boolean | undefined;
  /** Include guides: true or false in the query. */
  includeGuides?: boolean | undefined;
}
/** What getStorageStoresById answers. */
export type GetStorageStoresByIdResponseBody = { store: { projectFilter?: CreateIntegrationStoreDirectStoreProjectFilter; projectsMetadata: ({ deployments?: { actions: { environments: string[]; slug: string }[]; required: boolean }; environments: string[]; environmentVariables: string[]; envVarPrefix: string | null; framework?: GetDeploymentProjectSettingsFramework; id: string; latestDeployment?: string; makeEnvVarsSensitive?: boolean; name: string; projectId: string })[]; status: CreateIntegrationStoreDirectStoreStatus; totalConnectedProjects?: number; usageQuotaExceeded: boolean } };

/** Argument of createStorageStoresBlob. */
export type CreateStorageStoresBlobRequest = { name: string; region?: CreateStorageStoresBlobRegionInput | undefined; access?: 'public' | 'private' | undefined; projectId?: string | undefined } | Record<string, never>;
/** What createStorageStoresBlob answers. */
export type CreateStorageStoresBlobResponseBody = { store: { projectFilter?: CreateIntegrationStoreDirectStoreProjectFilter; projectsMetadata: ({ deployments?: { actions: { environments: string[]; slug: string }[]; required: boolean }; environments: string[]; environmentVariables: string[]; envVarPrefix: string | null; framework?: GetDeploymentProjectSettingsFramework; id: string; latestDeployment?: string; makeEnvVarsSensitive?: boolean; name: string; projectId: string })[]; status: CreateIntegrationStoreDirectStoreStatus; totalConnectedProjects?: number; usageQuotaExceeded: boolean; access?: 'private' | 'public' | OpenString; kind?: 'project-default' | 'user-created' | OpenString; projectId?: string; count: number; isTokenExpired: boolean; region: CreateStorageStoresBlobStoreRegion; size: number } | null };

/** Arguments of deleteStorageStoresBlobById. */
export interface DeleteStorageStoresBlobByIdRequest {
  /** Id: string in the path. */
  id: string;
}
/** What deleteStorageStoresBlobById answers. */
export type DeleteStorageStoresBlobByIdResponseBody = { id: string };
