// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateRecordBodyTypeInput, GetRecordsRecordsItemType, ListAliasesPagination } from './shared.ts';

/** Arguments of getRecords. */
export interface GetRecordsRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Limit: string in the query. */
  limit?: string | undefined;
  /** Since: string in the query. */
  since?: string | undefined;
  /** Until: string in the query. */
  until?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRecords answers. */
export type GetRecordsResponseBody = { pagination: ListAliasesPagination; records: ({ comment?: string; created: number | null; createdAt: number | null; creator: string; id: string; mxPriority?: number; name: string; priority?: number; slug: string; ttl?: number; type: GetRecordsRecordsItemType; updated: number | null; updatedAt: number | null; value: string })[] } | { records: ({ comment?: string; created: number | null; createdAt: number | null; creator: string; id: string; mxPriority?: number; name: string; priority?: number; slug: string; ttl?: number; type: GetRecordsRecordsItemType; updated: number | null; updatedAt: number | null; value: string })[] } | string;

export type CreateRecordRequestBody = { name: string; type: CreateRecordBodyTypeInput; ttl?: number | undefined; value: string; mxPriority: number; comment?: string | undefined } | { name: string; type: CreateRecordBodyTypeInput; ttl?: number | undefined; value: string; comment?: string | undefined } | { name: string; type: CreateRecordBodyTypeInput; ttl?: number | undefined; value?: string | undefined; comment?: string | undefined } | { type: CreateRecordBodyTypeInput; ttl?: number | undefined; srv: { priority: number | null; weight: number | null; port: number | null; target: string }; comment?: string | undefined } | { type: CreateRecordBodyTypeInput; ttl?: number | undefined; value: string; comment?: string | undefined } | { type: CreateRecordBodyTypeInput; ttl?: number | undefined; https: { priority: number | null; target: string; params?: string | undefined }; comment?: string | undefined };
/** Arguments of createRecord. */
export interface CreateRecordRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateRecordRequestBody;
}
/** What createRecord answers. */
export type CreateRecordResponseBody = { uid?: string; updated: number } | { uid: string };

export type UpdateRecordRequestBody = { name?: string | null | undefined; value?: string | null | undefined; type?: 'A' | 'AAAA' | 'ALIAS' | 'CAA' | 'CNAME' | 'HTTPS' | 'MX' | 'SRV' | 'TXT' | 'NS' | null | undefined; ttl?: number | null | undefined; mxPriority?: number | null | undefined; srv?: { target: string | null; weight: number | null; port: number | null; priority: number | null } | null | undefined; https?: { priority: number | null; target: string | null; params?: string | null | undefined } | null | undefined; comment?: string | undefined };
/** Arguments of updateRecord. */
export interface UpdateRecordRequest {
  /** Record id: string in the path. */
  recordId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateRecordRequestBody;
}
/** What updateRecord answers. */
export type UpdateRecordResponseBody = { comment?: string; createdAt?: number | null; creator: string; domain: string; id: string; name: string; recordType: GetRecordsRecordsItemType; ttl?: number; type: 'record' | 'record-sys' | OpenString; value: string };

/** Arguments of removeRecord. */
export interface RemoveRecordRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Record id: string in the path. */
  recordId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What removeRecord answers. */
export type RemoveRecordResponseBody = Record<string, unknown>;
