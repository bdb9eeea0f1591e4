// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { rollingReleaseGetRollingReleaseBillingStatus } from '../funcs/rollingReleaseGetRollingReleaseBillingStatus.ts';
import { rollingReleaseGetRollingReleaseConfig } from '../funcs/rollingReleaseGetRollingReleaseConfig.ts';
import { rollingReleaseDeleteRollingReleaseConfig } from '../funcs/rollingReleaseDeleteRollingReleaseConfig.ts';
import { rollingReleaseUpdateRollingReleaseConfig } from '../funcs/rollingReleaseUpdateRollingReleaseConfig.ts';
import { rollingReleaseGetRollingRelease } from '../funcs/rollingReleaseGetRollingRelease.ts';
import { rollingReleaseApproveRollingReleaseStage } from '../funcs/rollingReleaseApproveRollingReleaseStage.ts';
import { rollingReleaseStartRollingRelease } from '../funcs/rollingReleaseStartRollingRelease.ts';
import { rollingReleaseCompleteRollingRelease } from '../funcs/rollingReleaseCompleteRollingRelease.ts';
import type { ApproveRollingReleaseStageRequest, ApproveRollingReleaseStageResponseBody, CompleteRollingReleaseRequest, CompleteRollingReleaseResponseBody, DeleteRollingReleaseConfigRequest, DeleteRollingReleaseConfigResponseBody, GetRollingReleaseBillingStatusRequest, GetRollingReleaseBillingStatusResponseBody, GetRollingReleaseConfigRequest, GetRollingReleaseConfigResponseBody, GetRollingReleaseRequest, GetRollingReleaseResponseBody, StartRollingReleaseRequest, StartRollingReleaseResponseBody, UpdateRollingReleaseConfigRequest, UpdateRollingReleaseConfigResponseBody } from '../types/rollingRelease.ts';

export class RollingRelease {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Tells whether the plan covers rolling releases and how many are left.
   * GET /v1/projects/{idOrName}/rolling-release/billing
   */
  getRollingReleaseBillingStatus(request: GetRollingReleaseBillingStatusRequest, options?: CallOptions): CallPromise<GetRollingReleaseBillingStatusResponseBody> {
    return asValue(rollingReleaseGetRollingReleaseBillingStatus(this.#core, request, options));
  }

  /**
   * Reads the stages of a project's rolling releases.
   * GET /v1/projects/{idOrName}/rolling-release/config
   */
  getRollingReleaseConfig(request: GetRollingReleaseConfigRequest, options?: CallOptions): CallPromise<GetRollingReleaseConfigResponseBody> {
    return asValue(rollingReleaseGetRollingReleaseConfig(this.#core, request, options));
  }

  /**
   * Switches rolling releases off for a project.
   * DELETE /v1/projects/{idOrName}/rolling-release/config
   */
  deleteRollingReleaseConfig(request: DeleteRollingReleaseConfigRequest, options?: CallOptions): CallPromise<DeleteRollingReleaseConfigResponseBody> {
    return asValue(rollingReleaseDeleteRollingReleaseConfig(this.#core, request, options));
  }

  /**
   * Switches rolling releases on for a project, or changes their stages.
   * PATCH /v1/projects/{idOrName}/rolling-release/config
   */
  updateRollingReleaseConfig(request: UpdateRollingReleaseConfigRequest, options?: CallOptions): CallPromise<UpdateRollingReleaseConfigResponseBody> {
    return asValue(rollingReleaseUpdateRollingReleaseConfig(this.#core, request, options));
  }

  /**
   * Reads the running or the last rolling release of a project.
   * GET /v1/projects/{idOrName}/rolling-release
   */
  getRollingRelease(request: GetRollingReleaseRequest, options?: CallOptions): CallPromise<GetRollingReleaseResponseBody> {
    return asValue(rollingReleaseGetRollingRelease(this.#core, request, options));
  }

  /**
   * Moves a rolling release on to its next stage.
   * POST /v1/projects/{idOrName}/rolling-release/approve-stage
   */
  approveRollingReleaseStage(request: ApproveRollingReleaseStageRequest, options?: CallOptions): CallPromise<ApproveRollingReleaseStageResponseBody> {
    return asValue(rollingReleaseApproveRollingReleaseStage(this.#core, request, options));
  }

  /**
   * Starts a rolling release: the new deployment gets its first share of the traffic.
   * POST /v1/projects/{idOrName}/rolling-release/start
   */
  startRollingRelease(request: StartRollingReleaseRequest, options?: CallOptions): CallPromise<StartRollingReleaseResponseBody> {
    return asValue(rollingReleaseStartRollingRelease(this.#core, request, options));
  }

  /**
   * Ends a rolling release by sending all traffic to the new deployment.
   * POST /v1/projects/{idOrName}/rolling-release/complete
   */
  completeRollingRelease(request: CompleteRollingReleaseRequest, options?: CallOptions): CallPromise<CompleteRollingReleaseResponseBody> {
    return asValue(rollingReleaseCompleteRollingRelease(this.#core, request, options));
  }
}
