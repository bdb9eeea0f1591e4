// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateRecordBodyTypeInput, GetRecords2RecordsItemType, ListAliasesPagination } from './shared.ts';

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
export type GetRecordsResponseBody = string | { records: ({ id: string; slug: string; name: string; type: GetRecords2RecordsItemType; value: string; mxPriority?: number; priority?: number; creator: string; created: number | null; updated: number | null; createdAt: number | null; updatedAt: number | null; ttl?: number; comment?: string })[] } | { records: ({ id: string; slug: string; name: string; type: GetRecords2RecordsItemType; value: string; mxPriority?: number; priority?: number; creator: string; created: number | null; updated: number | null; createdAt: number | null; updatedAt: number | null; ttl?: number; comment?: string })[]; pagination: ListAliasesPagination };

export type CreateRecordRequestBody = { type: CreateRecordBodyTypeInput } & ({ name: string; type: 'A'; ttl?: number | undefined; value: string; comment?: string | undefined } | { name: string; type: 'AAAA'; ttl?: number | undefined; value: string; comment?: string | undefined } | { name: string; type: 'ALIAS'; ttl?: number | undefined; value: string; comment?: string | undefined } | { name: string; type: 'CAA'; ttl?: number | undefined; value: string; comment?: string | undefined } | { name: string; type: 'CNAME'; ttl?: number | undefined; value?: string | undefined; comment?: string | undefined } | { name: string; type: 'MX'; ttl?: number | undefined; value: string; mxPriority: number; comment?: string | undefined } | { type: 'SRV'; ttl?: number | undefined; srv: { priority: number | null; weight: number | null; port: number | null; target: string }; comment?: string | undefined } | { type: 'TXT'; ttl?: number | undefined; value: string; comment?: string | undefined } | { name: string; type: 'NS'; ttl?: number | undefined; value?: string | undefined; comment?: string | undefined } | { type: 'HTTPS'; ttl?: number | undefined; https: { priority: number | null; target: string; params?: string | undefined }; comment?: string | undefined });
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
export type CreateRecordResponseBody = { uid: string; updated: number } | { uid: string };

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
export type UpdateRecordResponseBody = { createdAt?: number | null; creator: string; domain: string; id: string; name: string; recordType: GetRecords2RecordsItemType; ttl?: number; type: 'record' | 'record-sys' | OpenString; value: string; comment?: string };

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
