// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateCheck, CreateCheckConclusion, CreateCheckOutput, UpdateCheckBodyOutputMetricsFcpInput } from './shared.ts';

export type CreateCheckRequestBody = { name: string; path?: string | undefined; blocking: boolean; detailsUrl?: string | undefined; externalId?: string | undefined; rerequestable?: boolean | undefined };
/** Arguments of createCheck. */
export interface CreateCheckRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateCheckRequestBody;
}
/** What createCheck answers. */
export type CreateCheckResponseBody = CreateCheck;

/** Arguments of getAllChecks. */
export interface GetAllChecksRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getAllChecks answers. */
export type GetAllChecksResponseBody = { checks: ({ blocking: boolean; completedAt?: number; conclusion?: CreateCheckConclusion; createdAt: number; detailsUrl?: string; id: string; integrationId: string; name: string; output?: CreateCheckOutput; path?: string; rerequestable: boolean; startedAt?: number; status: 'completed' | 'registered' | 'running' | OpenString; updatedAt: number })[] };

/** Arguments of getCheck. */
export interface GetCheckRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Check id: string in the path. */
  checkId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getCheck answers. */
export type GetCheckResponseBody = CreateCheck;

export type UpdateCheckRequestBody = { name?: string | undefined; path?: string | undefined; status?: 'running' | 'completed' | undefined; conclusion?: 'canceled' | 'failed' | 'neutral' | 'succeeded' | 'skipped' | undefined; detailsUrl?: string | undefined; output?: { metrics?: { fcp: UpdateCheckBodyOutputMetricsFcpInput; lcp: UpdateCheckBodyOutputMetricsFcpInput; cls: UpdateCheckBodyOutputMetricsFcpInput; tbt: UpdateCheckBodyOutputMetricsFcpInput; virtualExperienceScore?: { value: number | null; previousValue?: number | undefined; source: 'web-vitals' } | undefined } | undefined } | undefined; externalId?: string | undefined };
/** Arguments of updateCheck. */
export interface UpdateCheckRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Check id: string in the path. */
  checkId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateCheckRequestBody;
}
/** What updateCheck answers. */
export type UpdateCheckResponseBody = CreateCheck;

/** Arguments of rerequestCheck. */
export interface RerequestCheckRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Check id: string in the path. */
  checkId: string;
  /** Auto update: true or false in the query. */
  autoUpdate?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What rerequestCheck answers. */
export type RerequestCheckResponseBody = Record<string, unknown>;
