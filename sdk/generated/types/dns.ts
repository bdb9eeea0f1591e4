// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateRecordBodyTypeInput, GetRecords2RecordsItemType, ListAliasesPagination } from './shared.ts';

/** Arguments of getRecords. */
export interface GetRecordsRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Limit: string in the query. */
  limit?: string;
  /** Since: string in the query. */
  since?: string;
  /** Until: string in the query. */
  until?: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
}
/** What getRecords answers. */
export type GetRecordsResponseBody = string | { records: ({ id: string; slug: string; name: string; type: GetRecords2RecordsItemType; value: string; mxPriority?: number; priority?: number; creator: string; created: number | null; updated: number | null; createdAt: number | null; updatedAt: number | null; ttl?: number; comment?: string })[] } | { records: ({ id: string; slug: string; name: string; type: GetRecords2RecordsItemType; value: string; mxPriority?: number; priority?: number; creator: string; created: number | null; updated: number | null; createdAt: number | null; updatedAt: number | null; ttl?: number; comment?: string })[]; pagination: ListAliasesPagination };

export type CreateRecordRequestBody = { type: CreateRecordBodyTypeInput } & ({ name: string; type: 'A'; ttl?: number; value: string; comment?: string } | { name: string; type: 'AAAA'; ttl?: number; value: string; comment?: string } | { name: string; type: 'ALIAS'; ttl?: number; value: string; comment?: string } | { name: string; type: 'CAA'; ttl?: number; value: string; comment?: string } | { name: string; type: 'CNAME'; ttl?: number; value?: string; comment?: string } | { name: string; type: 'MX'; ttl?: number; value: string; mxPriority: number; comment?: string } | { type: 'SRV'; ttl?: number; srv: { priority: number | null; weight: number | null; port: number | null; target: string }; comment?: string } | { type: 'TXT'; ttl?: number; value: string; comment?: string } | { name: string; type: 'NS'; ttl?: number; value?: string; comment?: string } | { type: 'HTTPS'; ttl?: number; https: { priority: number | null; target: string; params?: string }; comment?: string });
/** Arguments of createRecord. */
export interface CreateRecordRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
  /** The request's body. */
  requestBody: CreateRecordRequestBody;
}
/** What createRecord answers. */
export type CreateRecordResponseBody = { uid: string; updated: number } | { uid: string };

export type UpdateRecordRequestBody = { name?: string | null; value?: string | null; type?: 'A' | 'AAAA' | 'ALIAS' | 'CAA' | 'CNAME' | 'HTTPS' | 'MX' | 'SRV' | 'TXT' | 'NS' | null; ttl?: number | null; mxPriority?: number | null; srv?: { target: string | null; weight: number | null; port: number | null; priority: number | null } | null; https?: { priority: number | null; target: string | null; params?: string | null } | null; comment?: string };
/** Arguments of updateRecord. */
export interface UpdateRecordRequest {
  /** Record id: string in the path. */
  recordId: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
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
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
}
/** What removeRecord answers. */
export type RemoveRecordResponseBody = Record<string, unknown>;
