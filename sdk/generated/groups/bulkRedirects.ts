// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { bulkRedirectsStageRedirects } from '../funcs/bulkRedirectsStageRedirects.ts';
import { bulkRedirectsGetRedirects } from '../funcs/bulkRedirectsGetRedirects.ts';
import { bulkRedirectsDeleteRedirects } from '../funcs/bulkRedirectsDeleteRedirects.ts';
import { bulkRedirectsEditRedirect } from '../funcs/bulkRedirectsEditRedirect.ts';
import { bulkRedirectsRestoreRedirects } from '../funcs/bulkRedirectsRestoreRedirects.ts';
import { bulkRedirectsGetVersions } from '../funcs/bulkRedirectsGetVersions.ts';
import { bulkRedirectsUpdateVersion } from '../funcs/bulkRedirectsUpdateVersion.ts';
import type { DeleteRedirectsRequest, DeleteRedirectsResponseBody, EditRedirectRequest, EditRedirectResponseBody, GetRedirectsRequest, GetRedirectsResponseBody, GetVersionsRequest, GetVersionsResponseBody, RestoreRedirectsRequest, RestoreRedirectsResponseBody, StageRedirectsRequest, StageRedirectsResponseBody, UpdateVersionRequest, UpdateVersionResponseBody } from '../types/bulkRedirects.ts';

export class BulkRedirects {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Stage redirects (PUT /bulk-redirects).
   * PUT /v1/bulk-redirects
   */
  stageRedirects(request?: StageRedirectsRequest, options?: CallOptions): CallPromise<StageRedirectsResponseBody> {
    return asValue(bulkRedirectsStageRedirects(this.#core, request, options));
  }

  /**
   * Get redirects (GET /bulk-redirects).
   * GET /v1/bulk-redirects
   */
  getRedirects(request: GetRedirectsRequest, options?: CallOptions): CallPromise<GetRedirectsResponseBody> {
    return asValue(bulkRedirectsGetRedirects(this.#core, request, options));
  }

  /**
   * Delete redirects (DELETE /bulk-redirects).
   * DELETE /v1/bulk-redirects
   */
  deleteRedirects(request: DeleteRedirectsRequest, options?: CallOptions): CallPromise<DeleteRedirectsResponseBody> {
    return asValue(bulkRedirectsDeleteRedirects(this.#core, request, options));
  }

  /**
   * Edit redirect (PATCH /bulk-redirects).
   * PATCH /v1/bulk-redirects
   */
  editRedirect(request: EditRedirectRequest, options?: CallOptions): CallPromise<EditRedirectResponseBody> {
    return asValue(bulkRedirectsEditRedirect(this.#core, request, options));
  }

  /**
   * Restore redirects (POST /bulk-redirects/restore).
   * POST /v1/bulk-redirects/restore
   */
  restoreRedirects(request: RestoreRedirectsRequest, options?: CallOptions): CallPromise<RestoreRedirectsResponseBody> {
    return asValue(bulkRedirectsRestoreRedirects(this.#core, request, options));
  }

  /**
   * Get versions (GET /bulk-redirects/versions).
   * GET /v1/bulk-redirects/versions
   */
  getVersions(request: GetVersionsRequest, options?: CallOptions): CallPromise<GetVersionsResponseBody> {
    return asValue(bulkRedirectsGetVersions(this.#core, request, options));
  }

  /**
   * Update version (POST /bulk-redirects/versions).
   * POST /v1/bulk-redirects/versions
   */
  updateVersion(request: UpdateVersionRequest, options?: CallOptions): CallPromise<UpdateVersionResponseBody> {
    return asValue(bulkRedirectsUpdateVersion(this.#core, request, options));
  }
}
