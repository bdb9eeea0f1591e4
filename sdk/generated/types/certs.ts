// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { GetCertById, ListAliasesPagination } from './shared.ts';

/** Arguments of getCertById. */
export interface GetCertByIdRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getCertById answers. */
export type GetCertByIdResponseBody = GetCertById;

/** Arguments of removeCert. */
export interface RemoveCertRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What removeCert answers. */
export type RemoveCertResponseBody = Record<string, unknown>;

/** Arguments of getCerts. */
export interface GetCertsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getCerts answers. */
export type GetCertsResponseBody = { certs: GetCertById[]; pagination: ListAliasesPagination };

export type IssueCertRequestBody = { cns?: string[] | undefined };
/** Arguments of issueCert. */
export interface IssueCertRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: IssueCertRequestBody | undefined;
}
/** What issueCert answers. */
export type IssueCertResponseBody = GetCertById;

export type UploadCertRequestBody = { ca: string; key: string; cert: string; skipValidation?: boolean | undefined };
/** Arguments of uploadCert. */
export interface UploadCertRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UploadCertRequestBody | undefined;
}
/** What uploadCert answers. */
export type UploadCertResponseBody = GetCertById;
