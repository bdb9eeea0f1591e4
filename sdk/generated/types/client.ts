// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { GetRecordsRecordsItemType } from './shared.ts';

/** Arguments of replaceDomainsByDomainRecords. */
export interface ReplaceDomainsByDomainRecordsRequest {
  /** Domain: string in the path. */
  domain: string;
}
/** What replaceDomainsByDomainRecords answers. */
export type ReplaceDomainsByDomainRecordsResponseBody = { recordIds: string[] };

/** Arguments of getDomainsRecordsByRecordId. */
export interface GetDomainsRecordsByRecordIdRequest {
  /** Record id: string in the path. */
  recordId: string;
}
/** What getDomainsRecordsByRecordId answers. */
export type GetDomainsRecordsByRecordIdResponseBody = { comment?: string; createdAt?: number | null; creator: string; domain: string; id: string; name: string; recordType: GetRecordsRecordsItemType; ttl?: number; type: GetRecordsRecordsItemType; value: string };

/** Argument of createApiKeys. */
export type CreateApiKeysRequest = { purpose: string; projectId?: string | undefined; name?: string | undefined; expiresAt?: number | undefined; aiGatewayQuota?: { limitAmount: number; includeByokInQuota?: boolean | undefined; refreshPeriod?: 'daily' | 'weekly' | 'monthly' | 'none' | undefined; alertThresholds?: number[] | undefined } | undefined; metadata?: Record<string, unknown> | undefined } | Record<string, never>;
/** What createApiKeys answers. */
export type CreateApiKeysResponseBody = { apiKeyString: string; apiKey: { id: string; name: string; partialKey: string; teamId: string; purpose: string; projectId: string | null; expiresAt: number | null; activeAt: number; createdAt: number; createdBy: string; leakedAt: number | null; leakedUrl: string | null; createdByAppId: string | null; quota?: { quotaEntityId: string; limitAmount: number; currentSpend: number; currentByokSpend: number; includeByokInQuota: boolean; refreshPeriod: string; active: boolean; archived: boolean; alertThresholds?: number[]; createdAt: number; updatedAt: number }; metadata?: Record<string, unknown> } };

/** Argument of createObservabilityQuery. */
export type CreateObservabilityQueryRequest = { metric: string; scope: Record<string, unknown>; aggregation?: string | undefined; groupBy?: string[] | undefined; filter?: string | undefined; limit?: number | undefined; orderBy?: string | undefined; orderDirection?: 'asc' | 'desc' | undefined; granularity?: Record<string, unknown> | undefined; startTime?: string | undefined; endTime?: string | undefined; bucketTimezone?: string | undefined } & Record<string, unknown> | Record<string, never>;
/** What createObservabilityQuery answers. */
export type CreateObservabilityQueryResponseBody = Record<string, unknown>;

/** What getObservabilitySchema answers. */
export type GetObservabilitySchemaResponseBody = { metrics: { description: string; id: string }[] };

/** Arguments of getObservabilitySchemaByMetricId. */
export interface GetObservabilitySchemaByMetricIdRequest {
  /** Metric id: string in the path. */
  metricId: string;
}
/** What getObservabilitySchemaByMetricId answers. */
export type GetObservabilitySchemaByMetricIdResponseBody = { aggregations: string[]; defaultAggregation: string; description: string; dimensions: { description?: string; label: string; name: string }[]; id: string; unit: string }[];

export type CreateSpeedInsightsToggleRequestBody = { value: boolean };
/** Arguments of createSpeedInsightsToggle. */
export interface CreateSpeedInsightsToggleRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** The request's body. */
  requestBody?: CreateSpeedInsightsToggleRequestBody | undefined;
}
/** What createSpeedInsightsToggle answers. */
export type CreateSpeedInsightsToggleResponseBody = { value: boolean };

export type CreateWebInsightsToggleRequestBody = { value: boolean };
/** Arguments of createWebInsightsToggle. */
export interface CreateWebInsightsToggleRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** The request's body. */
  requestBody?: CreateWebInsightsToggleRequestBody | undefined;
}
/** What createWebInsightsToggle answers. */
export type CreateWebInsightsToggleResponseBody = { value: boolean };
