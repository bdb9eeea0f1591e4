// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateFlag, CreateFlagBodyEnvironmentsValuePausedOutcomeInput, CreateFlagBodyEnvironmentsValueReuseInput, CreateFlagBodyEnvironmentsValueRulesItemConditionsItemLhsInput, CreateFlagBodyEnvironmentsValueRulesItemOutcomeInput, CreateFlagBodyEnvironmentsValueTargetsValueValueValueItemInput, CreateFlagSegmentBodyDataInput, CreateFlagSegmentData, GetFlagSettings, ListFlagSegmentsDataItem, ListFlags, ListFlagsV2, ListFlagsV2DataItem, ListFlagsV2DataItemEnvironmentsValueFallthrough, ListFlagsV2DataItemEnvironmentsValueFallthrough2, ListFlagsV2DataItemEnvironmentsValueFallthrough2Base, ListFlagsV2DataItemEnvironmentsValueReuse, ListFlagsV2DataItemEnvironmentsValueTargetsValueValueValueItem, SearchRepoReposItemOwner } from './shared.ts';

/** Arguments of listFlagsV2. */
export interface ListFlagsV2Request {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** State: one of `active`, `archived` in the query. */
  state?: 'active' | 'archived' | undefined;
  /** Limit: whole number in the query. Default: 25. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Tags: list of strings in the query. */
  tags?: string[] | undefined;
  /** Created by: string in the query. */
  createdBy?: string | undefined;
  /** Maintainer ids: list of strings in the query. */
  maintainerIds?: string[] | undefined;
  /** Include marketplace flags: true or false in the query. */
  includeMarketplaceFlags?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listFlagsV2 answers. */
export type ListFlagsV2ResponseBody = ListFlagsV2;

/** Arguments of listFlags. */
export interface ListFlagsRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** State: one of `active`, `archived` in the query. */
  state?: 'active' | 'archived' | undefined;
  /** With metadata: true or false in the query. */
  withMetadata?: boolean | undefined;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Tags: list of strings in the query. */
  tags?: string[] | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listFlags answers. */
export type ListFlagsResponseBody = ListFlags;

export type CreateFlagRequestBody = { slug: string; kind: 'boolean' | 'string' | 'number' | 'json'; variants?: ({ id: string; label?: string | undefined; description?: string | undefined; value?: unknown | undefined })[] | undefined; environments: { [key: string]: { active: boolean; reuse?: CreateFlagBodyEnvironmentsValueReuseInput | undefined; targets?: { [key: string]: { [key: string]: { [key: string]: CreateFlagBodyEnvironmentsValueTargetsValueValueValueItemInput[] } } } | undefined; pausedOutcome: CreateFlagBodyEnvironmentsValuePausedOutcomeInput; rules: ({ id: string; conditions: ({ lhs: CreateFlagBodyEnvironmentsValueRulesItemConditionsItemLhsInput | { type?: unknown | undefined }; cmp: 'eq' | '!eq' | 'oneOf' | '!oneOf' | 'containsAllOf' | 'containsAnyOf' | 'containsNoneOf' | 'startsWith' | '!startsWith' | 'endsWith' | '!endsWith' | 'contains' | '!contains' | 'ex' | '!ex' | 'gt' | 'gte' | 'lt' | 'lte' | 'regex' | '!regex' | 'before' | 'after'; rhs?: { type?: unknown | undefined; pattern: string; flags: string } | { type: 'list/inline' | 'list'; items: ({ label?: string | undefined; note?: string | undefined; value: number } | { label?: string | undefined; note?: string | undefined; value: string })[] } | string | number | boolean | undefined; cmpOptions?: { ignoreCase?: boolean | undefined } | undefined })[]; outcome: CreateFlagBodyEnvironmentsValueRulesItemOutcomeInput })[]; fallthrough: CreateFlagBodyEnvironmentsValueRulesItemOutcomeInput; revision?: number | undefined } }; seed?: number | undefined; description?: string | undefined; state?: 'active' | 'archived' | undefined; maintainerIds?: string[] | undefined; permanent?: boolean | undefined; tags?: string[] | undefined };
/** Arguments of createFlag. */
export interface CreateFlagRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateFlagRequestBody | undefined;
}
/** What createFlag answers. */
export type CreateFlagResponseBody = CreateFlag;

/** Arguments of getFlag. */
export interface GetFlagRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Flag id or slug: string in the path. */
  flagIdOrSlug: string;
  /** If match: string in the query. */
  ifMatch?: string | undefined;
  /** With metadata: true or false in the query. */
  withMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getFlag answers. */
export type GetFlagResponseBody = ListFlagsV2DataItem | undefined;

export type UpdateFlagRequestBody = { createdBy?: string | undefined; message?: string | undefined; variants?: ({ id: string; label?: string | undefined; description?: string | undefined; value?: unknown | undefined })[] | undefined; environments?: { [key: string]: { active: boolean; reuse?: CreateFlagBodyEnvironmentsValueReuseInput | undefined; targets?: { [key: string]: { [key: string]: { [key: string]: CreateFlagBodyEnvironmentsValueTargetsValueValueValueItemInput[] } } } | undefined; pausedOutcome: CreateFlagBodyEnvironmentsValuePausedOutcomeInput; rules: ({ id: string; conditions: ({ lhs: CreateFlagBodyEnvironmentsValueRulesItemConditionsItemLhsInput | { type?: unknown | undefined }; cmp: 'eq' | '!eq' | 'oneOf' | '!oneOf' | 'containsAllOf' | 'containsAnyOf' | 'containsNoneOf' | 'startsWith' | '!startsWith' | 'endsWith' | '!endsWith' | 'contains' | '!contains' | 'ex' | '!ex' | 'gt' | 'gte' | 'lt' | 'lte' | 'regex' | '!regex' | 'before' | 'after'; rhs?: { type?: unknown | undefined; pattern: string; flags: string } | { type: 'list/inline' | 'list'; items: ({ label?: string | undefined; note?: string | undefined; value: number } | { label?: string | undefined; note?: string | undefined; value: string })[] } | string | number | boolean | undefined; cmpOptions?: { ignoreCase?: boolean | undefined } | undefined })[]; outcome: CreateFlagBodyEnvironmentsValueRulesItemOutcomeInput })[]; fallthrough: CreateFlagBodyEnvironmentsValueRulesItemOutcomeInput; revision?: number | undefined } } | undefined; seed?: number | undefined; description?: string | undefined; state?: 'active' | 'archived' | undefined; maintainerIds?: string[] | undefined; permanent?: boolean | undefined; tags?: string[] | undefined };
/** Arguments of updateFlag. */
export interface UpdateFlagRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Flag id or slug: string in the path. */
  flagIdOrSlug: string;
  /** If match: string in the query. */
  ifMatch?: string | undefined;
  /** With metadata: true or false in the query. */
  withMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateFlagRequestBody | undefined;
}
/** What updateFlag answers. */
export type UpdateFlagResponseBody = CreateFlag | ListFlagsV2DataItem | undefined;

/** Arguments of deleteFlag. */
export interface DeleteFlagRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Flag id or slug: string in the path. */
  flagIdOrSlug: string;
  /** If match: string in the query. */
  ifMatch?: string | undefined;
  /** With metadata: true or false in the query. */
  withMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteFlag answers. */
export type DeleteFlagResponseBody = void;

/** Arguments of listFlagVersions. */
export interface ListFlagVersionsRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Flag id or slug: string in the path. */
  flagIdOrSlug: string;
  /** Limit: number in the query. Default: 20. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Environment: string in the query. */
  environment?: string | undefined;
  /** With metadata: true or false in the query. Default: false. */
  withMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listFlagVersions answers. */
export type ListFlagVersionsResponseBody = { pagination: Record<string, unknown>; versions: ({ changedEnvironments: string[]; createdAt: number; createdBy?: string; flagId: string; id: string; message?: string; revision: number; data: { description?: string; environments: { [key: string]: { active: boolean; fallthrough: ListFlagsV2DataItemEnvironmentsValueFallthrough; pausedOutcome: ListFlagsV2DataItemEnvironmentsValueFallthrough2; reuse?: ListFlagsV2DataItemEnvironmentsValueReuse; revision?: number; rules: ({ conditions: ({ cmp: '!contains' | '!endsWith' | '!eq' | '!ex' | '!oneOf' | '!regex' | '!startsWith' | 'after' | 'before' | 'contains' | 'containsAllOf' | 'containsAnyOf' | 'containsNoneOf' | 'endsWith' | 'eq' | 'ex' | 'gt' | 'gte' | 'lt' | 'lte' | 'oneOf' | 'regex' | 'startsWith' | OpenString; cmpOptions?: { ignoreCase?: boolean }; lhs: { type: 'segment' | OpenString } | ListFlagsV2DataItemEnvironmentsValueFallthrough2Base; rhs?: { flags: string; pattern: string; type: 'regex' | OpenString } | { items: ({ label?: string; note?: string; value: number } | { label?: string; note?: string; value: string })[]; type: 'list' | 'list/inline' | OpenString } | string | number | boolean })[]; id: string; outcome: ListFlagsV2DataItemEnvironmentsValueFallthrough })[]; targets?: { [key: string]: { [key: string]: { [key: string]: ListFlagsV2DataItemEnvironmentsValueTargetsValueValueValueItem[] } } } } }; maintainerIds?: string[]; permanent?: boolean; seed: number; state: 'active' | 'archived' | OpenString; tags?: string[]; variants: ({ description?: string; id: string; label?: string; value: string | number | Record<string, unknown> | unknown[] | boolean | null })[] }; metadata?: { creator?: SearchRepoReposItemOwner } })[] } | undefined;

/** Arguments of getFlagSettings. */
export interface GetFlagSettingsRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getFlagSettings answers. */
export type GetFlagSettingsResponseBody = GetFlagSettings;

export type UpdateFlagSettingsRequestBody = { enabled?: boolean | undefined; entities?: ({ kind: string; label: string; attributes: ({ key: string; type: string; labels?: { label: string; value: string }[] | undefined })[] })[] | undefined; environments?: string[] | undefined };
/** Arguments of updateFlagSettings. */
export interface UpdateFlagSettingsRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateFlagSettingsRequestBody | undefined;
}
/** What updateFlagSettings answers. */
export type UpdateFlagSettingsResponseBody = GetFlagSettings;

/** Arguments of listTeamFlagSettings. */
export interface ListTeamFlagSettingsRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** Limit: whole number in the query. Default: 20. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listTeamFlagSettings answers. */
export type ListTeamFlagSettingsResponseBody = { data: GetFlagSettings[]; pagination: { next: string | null } } | Record<string, unknown>;

/** Arguments of listTeamFlagsV2. */
export interface ListTeamFlagsV2Request {
  /** Team id: string in the path. */
  teamId: string;
  /** State: one of `active`, `archived` in the query. */
  state?: 'active' | 'archived' | undefined;
  /** Limit: whole number in the query. Default: 25. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Kind: one of `boolean`, `string`, `number`, `json` in the query. */
  kind?: 'boolean' | 'string' | 'number' | 'json' | undefined;
  /** Tags: list of strings in the query. */
  tags?: string[] | undefined;
  /** Created by: string in the query. */
  createdBy?: string | undefined;
  /** Maintainer ids: list of strings in the query. */
  maintainerIds?: string[] | undefined;
  /** Include marketplace flags: true or false in the query. */
  includeMarketplaceFlags?: boolean | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listTeamFlagsV2 answers. */
export type ListTeamFlagsV2ResponseBody = ListFlagsV2;

/** Arguments of listTeamFlags. */
export interface ListTeamFlagsRequest {
  /** Team id: string in the path. */
  teamId: string;
  /** State: one of `active`, `archived` in the query. */
  state?: 'active' | 'archived' | undefined;
  /** With metadata: true or false in the query. */
  withMetadata?: boolean | undefined;
  /** Limit: whole number in the query. Default: 20. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Kind: one of `boolean`, `string`, `number`, `json` in the query. */
  kind?: 'boolean' | 'string' | 'number' | 'json' | undefined;
  /** Tags: list of strings in the query. */
  tags?: string[] | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listTeamFlags answers. */
export type ListTeamFlagsResponseBody = ListFlags;

export type CreateFlagSegmentRequestBody = { slug: string; createdBy?: string | undefined; label: string; description?: string | undefined; data: CreateFlagSegmentBodyDataInput; hint: string };
/** Arguments of createFlagSegment. */
export interface CreateFlagSegmentRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateFlagSegmentRequestBody | undefined;
}
/** What createFlagSegment answers. */
export type CreateFlagSegmentResponseBody = { createdAt: number; createdBy?: string; data: CreateFlagSegmentData; description?: string; hint: string; id: string; label: string; projectId: string; slug: string; typeName: 'segment' | OpenString; updatedAt: number; usedByFlags?: string[]; usedBySegments?: string[] };

/** Arguments of listFlagSegments. */
export interface ListFlagSegmentsRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** With metadata: true or false in the query. Default: false. */
  withMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listFlagSegments answers. */
export type ListFlagSegmentsResponseBody = { data: ListFlagSegmentsDataItem[] };

/** Arguments of getFlagSegment. */
export interface GetFlagSegmentRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Segment id or slug: string in the path. */
  segmentIdOrSlug: string;
  /** With metadata: true or false in the query. Default: false. */
  withMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getFlagSegment answers. */
export type GetFlagSegmentResponseBody = ListFlagSegmentsDataItem;

/** Arguments of deleteFlagSegment. */
export interface DeleteFlagSegmentRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Segment id or slug: string in the path. */
  segmentIdOrSlug: string;
  /** With metadata: true or false in the query. Default: false. */
  withMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteFlagSegment answers. */
export type DeleteFlagSegmentResponseBody = void;

export type UpdateFlagSegmentRequestBody = { operations?: ({ action: 'add' | 'remove'; field: 'include' | 'exclude'; entity: string; attribute: string; value: CreateFlagBodyEnvironmentsValueTargetsValueValueValueItemInput })[] | undefined; label?: string | undefined; description?: string | undefined; data?: CreateFlagSegmentBodyDataInput | undefined; hint?: string | undefined };
/** Arguments of updateFlagSegment. */
export interface UpdateFlagSegmentRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Segment id or slug: string in the path. */
  segmentIdOrSlug: string;
  /** With metadata: true or false in the query. Default: false. */
  withMetadata?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateFlagSegmentRequestBody | undefined;
}
/** What updateFlagSegment answers. */
export type UpdateFlagSegmentResponseBody = ListFlagSegmentsDataItem;

/** Arguments of getDeploymentFeatureFlags. */
export interface GetDeploymentFeatureFlagsRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDeploymentFeatureFlags answers. */
export type GetDeploymentFeatureFlagsResponseBody = { flags: Record<string, unknown>[]; status: { createdAt: number; deploymentId: string; flagCount: number; projectId: string; responseStatus: number } | null };

/** Arguments of getSDKKeys. */
export interface GetSDKKeysRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getSDKKeys answers. */
export type GetSDKKeysResponseBody = { data: ({ createdAt: number; createdBy: string; deletedAt?: number; environment: string; hashKey: string; label?: string; partialKeyValue: string; projectId: string; type: 'client' | 'mobile' | 'server' | OpenString; updatedAt: number })[] };

export type CreateSDKKeyRequestBody = { sdkKeyType: 'server' | 'mobile' | 'client'; environment: string; label?: string | undefined };
/** Arguments of createSDKKey. */
export interface CreateSDKKeyRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateSDKKeyRequestBody | undefined;
}
/** What createSDKKey answers. */
export type CreateSDKKeyResponseBody = { createdAt: number; createdBy: string; deletedAt?: number; environment: string; hashKey: string; label?: string; partialKeyValue: string; projectId: string; type: 'client' | 'mobile' | 'server' | OpenString; updatedAt: number; keyValue: string; tokenValue?: string };

/** Arguments of deleteSDKKey. */
export interface DeleteSDKKeyRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Hash key: string in the path. */
  hashKey: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteSDKKey answers. */
export type DeleteSDKKeyResponseBody = void;
