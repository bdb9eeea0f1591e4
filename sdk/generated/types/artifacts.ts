// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString, UploadBody } from '../../runtime/values.ts';
import type { DeleteAllArtifacts } from './shared.ts';

export type RecordEventsRequestBody = ({ sessionId: string; source: 'LOCAL' | 'REMOTE'; event: 'HIT' | 'MISS'; hash: string; duration?: number | undefined })[];
/** Arguments of recordEvents. */
export interface RecordEventsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** X artifact client ci: string as header x-artifact-client-ci. */
  xArtifactClientCi?: string | undefined;
  /** X artifact client interactive: whole number as header x-artifact-client-interactive. */
  xArtifactClientInteractive?: number | undefined;
  /** The request's body. */
  requestBody: RecordEventsRequestBody;
}
/** What recordEvents answers. */
export type RecordEventsResponseBody = void;

/** Arguments of status. */
export interface StatusRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What status answers. */
export type StatusResponseBody = { status: string } | { status: 'disabled' | 'enabled' | 'over_limit' | 'paused' | OpenString };

/** Arguments of uploadArtifact. */
export interface UploadArtifactRequest {
  /** Hash: string in the path. */
  hash: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** Content length: number as header Content-Length. */
  contentLength: number;
  /** X artifact duration: number as header x-artifact-duration. */
  xArtifactDuration?: number | undefined;
  /** X artifact client ci: string as header x-artifact-client-ci. */
  xArtifactClientCi?: string | undefined;
  /** X artifact client interactive: whole number as header x-artifact-client-interactive. */
  xArtifactClientInteractive?: number | undefined;
  /** X artifact tag: string as header x-artifact-tag. */
  xArtifactTag?: string | undefined;
  /** X artifact sha: string as header x-artifact-sha. */
  xArtifactSha?: string | undefined;
  /** X artifact dirty hash: string as header x-artifact-dirty-hash. */
  xArtifactDirtyHash?: string | undefined;
  /** The request's body. */
  requestBody: UploadBody;
}
/** What uploadArtifact answers. */
export type UploadArtifactResponseBody = { urls: string[] };

/** Arguments of downloadArtifact. */
export interface DownloadArtifactRequest {
  /** Hash: string in the path. */
  hash: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** X artifact client ci: string as header x-artifact-client-ci. */
  xArtifactClientCi?: string | undefined;
  /** X artifact client interactive: whole number as header x-artifact-client-interactive. */
  xArtifactClientInteractive?: number | undefined;
}
export type DownloadArtifactResponseBody = ReadableStream<Uint8Array>;

/** Arguments of artifactExists. */
export interface ArtifactExistsRequest {
  /** Hash: string in the path. */
  hash: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What artifactExists answers. */
export type ArtifactExistsResponseBody = void;

export type ArtifactQueryRequestBody = { hashes: string[] };
/** Arguments of artifactQuery. */
export interface ArtifactQueryRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: ArtifactQueryRequestBody;
}
/** What artifactQuery answers. */
export type ArtifactQueryResponseBody = { [key: string]: { dirtyHash?: string; sha?: string; size: number; tag?: string; taskDurationMs: number } | { error: { message: string } } | null };

/** Arguments of deleteAllArtifacts. */
export interface DeleteAllArtifactsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteAllArtifacts answers. */
export type DeleteAllArtifactsResponseBody = DeleteAllArtifacts;
