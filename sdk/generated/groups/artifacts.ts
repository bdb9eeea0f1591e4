// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { artifactsRecordEvents } from '../funcs/artifactsRecordEvents.ts';
import { artifactsStatus } from '../funcs/artifactsStatus.ts';
import { artifactsUploadArtifact } from '../funcs/artifactsUploadArtifact.ts';
import { artifactsDownloadArtifact } from '../funcs/artifactsDownloadArtifact.ts';
import { artifactsArtifactExists } from '../funcs/artifactsArtifactExists.ts';
import { artifactsArtifactQuery } from '../funcs/artifactsArtifactQuery.ts';
import { artifactsDeleteAllArtifacts } from '../funcs/artifactsDeleteAllArtifacts.ts';
import type { ArtifactExistsRequest, ArtifactExistsResponseBody, ArtifactQueryRequest, ArtifactQueryResponseBody, DeleteAllArtifactsRequest, DeleteAllArtifactsResponseBody, DownloadArtifactRequest, DownloadArtifactResponseBody, RecordEventsRequest, RecordEventsResponseBody, StatusRequest, StatusResponseBody, UploadArtifactRequest, UploadArtifactResponseBody } from '../types/artifacts.ts';

export class Artifacts {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Reports hits and misses of the remote cache.
   * POST /v8/artifacts/events
   */
  recordEvents(request: RecordEventsRequest, options?: CallOptions): CallPromise<RecordEventsResponseBody> {
    return asValue(artifactsRecordEvents(this.#core, request, options));
  }

  /**
   * Tells whether remote caching is enabled for the account or team.
   * GET /v8/artifacts/status
   */
  status(request?: StatusRequest, options?: CallOptions): CallPromise<StatusResponseBody> {
    return asValue(artifactsStatus(this.#core, request, options));
  }

  /**
   * Stores one build artifact in the remote cache under its hash.
   * PUT /v8/artifacts/{hash}
   */
  uploadArtifact(request: UploadArtifactRequest, options?: CallOptions): CallPromise<UploadArtifactResponseBody> {
    return asValue(artifactsUploadArtifact(this.#core, request, options));
  }

  /**
   * Fetches one cached artifact as a stream of bytes.
   * GET /v8/artifacts/{hash}
   */
  downloadArtifact(request: DownloadArtifactRequest, options?: CallOptions): CallPromise<DownloadArtifactResponseBody> {
    return asValue(artifactsDownloadArtifact(this.#core, request, options));
  }

  /**
   * Asks whether an artifact is cached; rejects with a not-found error when it is not.
   * HEAD /v8/artifacts/{hash}
   */
  artifactExists(request: ArtifactExistsRequest, options?: CallOptions): CallPromise<ArtifactExistsResponseBody> {
    return asValue(artifactsArtifactExists(this.#core, request, options));
  }

  /**
   * Looks up size and origin of several cached artifacts at once.
   * POST /v8/artifacts
   */
  artifactQuery(request: ArtifactQueryRequest, options?: CallOptions): CallPromise<ArtifactQueryResponseBody> {
    return asValue(artifactsArtifactQuery(this.#core, request, options));
  }

  /**
   * Empties the remote cache: deletes every build artifact of the account or team.
   * DELETE /v8/artifacts
   */
  deleteAllArtifacts(request?: DeleteAllArtifactsRequest, options?: CallOptions): CallPromise<DeleteAllArtifactsResponseBody> {
    return asValue(artifactsDeleteAllArtifacts(this.#core, request, options));
  }
}
