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
   * Uploads redirects of a project in bulk as a new version; it goes live when that version is promoted.
   * PUT /v1/bulk-redirects
   */
  stageRedirects(request?: StageRedirectsRequest, options?: CallOptions): CallPromise<StageRedirectsResponseBody> {
    return asValue(bulkRedirectsStageRedirects(this.#core, request, options));
  }

  /**
   * Lists the bulk redirects of a project, or what a version changes, page by page.
   * GET /v1/bulk-redirects
   */
  getRedirects(request: GetRedirectsRequest, options?: CallOptions): CallPromise<GetRedirectsResponseBody> {
    return asValue(bulkRedirectsGetRedirects(this.#core, request, options));
  }

  /**
   * Stages the removal of redirects from a project, named by their source paths.
   * DELETE /v1/bulk-redirects
   */
  deleteRedirects(request: DeleteRedirectsRequest, options?: CallOptions): CallPromise<DeleteRedirectsResponseBody> {
    return asValue(bulkRedirectsDeleteRedirects(this.#core, request, options));
  }

  /**
   * Stages a change of one redirect of a project.
   * PATCH /v1/bulk-redirects
   */
  editRedirect(request: EditRedirectRequest, options?: CallOptions): CallPromise<EditRedirectResponseBody> {
    return asValue(bulkRedirectsEditRedirect(this.#core, request, options));
  }

  /**
   * Brings back redirects whose staged change or removal was not wanted.
   * POST /v1/bulk-redirects/restore
   */
  restoreRedirects(request: RestoreRedirectsRequest, options?: CallOptions): CallPromise<RestoreRedirectsResponseBody> {
    return asValue(bulkRedirectsRestoreRedirects(this.#core, request, options));
  }

  /**
   * Lists the versions of a project's bulk redirects: staged, live and earlier ones.
   * GET /v1/bulk-redirects/versions
   */
  getVersions(request: GetVersionsRequest, options?: CallOptions): CallPromise<GetVersionsResponseBody> {
    return asValue(bulkRedirectsGetVersions(this.#core, request, options));
  }

  /**
   * Promotes, restores or discards a version of a project's bulk redirects.
   * POST /v1/bulk-redirects/versions
   */
  updateVersion(request: UpdateVersionRequest, options?: CallOptions): CallPromise<UpdateVersionResponseBody> {
    return asValue(bulkRedirectsUpdateVersion(this.#core, request, options));
  }
}
