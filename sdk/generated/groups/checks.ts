// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { checksCreateCheck } from '../funcs/checksCreateCheck.ts';
import { checksGetAllChecks } from '../funcs/checksGetAllChecks.ts';
import { checksGetCheck } from '../funcs/checksGetCheck.ts';
import { checksUpdateCheck } from '../funcs/checksUpdateCheck.ts';
import { checksRerequestCheck } from '../funcs/checksRerequestCheck.ts';
import type { CreateCheckRequest, CreateCheckResponseBody, GetAllChecksRequest, GetAllChecksResponseBody, GetCheckRequest, GetCheckResponseBody, RerequestCheckRequest, RerequestCheckResponseBody, UpdateCheckRequest, UpdateCheckResponseBody } from '../types/checks.ts';

export class Checks {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Registers a check that a deployment waits for.
   * POST /v1/deployments/{deploymentId}/checks
   * @deprecated
   */
  createCheck(request: CreateCheckRequest, options?: CallOptions): CallPromise<CreateCheckResponseBody> {
    return asValue(checksCreateCheck(this.#core, request, options));
  }

  /**
   * Lists the checks of one deployment.
   * GET /v1/deployments/{deploymentId}/checks
   * @deprecated
   */
  getAllChecks(request: GetAllChecksRequest, options?: CallOptions): CallPromise<GetAllChecksResponseBody> {
    return asValue(checksGetAllChecks(this.#core, request, options));
  }

  /**
   * Reads one check of a deployment.
   * GET /v1/deployments/{deploymentId}/checks/{checkId}
   * @deprecated
   */
  getCheck(request: GetCheckRequest, options?: CallOptions): CallPromise<GetCheckResponseBody> {
    return asValue(checksGetCheck(this.#core, request, options));
  }

  /**
   * Reports progress or outcome of a check.
   * PATCH /v1/deployments/{deploymentId}/checks/{checkId}
   * @deprecated
   */
  updateCheck(request: UpdateCheckRequest, options?: CallOptions): CallPromise<UpdateCheckResponseBody> {
    return asValue(checksUpdateCheck(this.#core, request, options));
  }

  /**
   * Asks for a failed check to be run again.
   * POST /v1/deployments/{deploymentId}/checks/{checkId}/rerequest
   * @deprecated
   */
  rerequestCheck(request: RerequestCheckRequest, options?: CallOptions): CallPromise<RerequestCheckResponseBody> {
    return asValue(checksRerequestCheck(this.#core, request, options));
  }
}
