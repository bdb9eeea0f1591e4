// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { checksV2ListProjectChecks } from '../funcs/checksV2ListProjectChecks.ts';
import { checksV2CreateProjectCheck } from '../funcs/checksV2CreateProjectCheck.ts';
import { checksV2GetProjectCheck } from '../funcs/checksV2GetProjectCheck.ts';
import { checksV2UpdateProjectCheck } from '../funcs/checksV2UpdateProjectCheck.ts';
import { checksV2DeleteProjectCheck } from '../funcs/checksV2DeleteProjectCheck.ts';
import { checksV2ListCheckRuns } from '../funcs/checksV2ListCheckRuns.ts';
import { checksV2ListDeploymentCheckRuns } from '../funcs/checksV2ListDeploymentCheckRuns.ts';
import { checksV2CreateDeploymentCheckRun } from '../funcs/checksV2CreateDeploymentCheckRun.ts';
import { checksV2GetDeploymentCheckRun } from '../funcs/checksV2GetDeploymentCheckRun.ts';
import { checksV2UpdateDeploymentCheckRun } from '../funcs/checksV2UpdateDeploymentCheckRun.ts';
import type { CreateDeploymentCheckRunRequest, CreateDeploymentCheckRunResponseBody, CreateProjectCheckRequest, CreateProjectCheckResponseBody, DeleteProjectCheckRequest, DeleteProjectCheckResponseBody, GetDeploymentCheckRunRequest, GetDeploymentCheckRunResponseBody, GetProjectCheckRequest, GetProjectCheckResponseBody, ListCheckRunsRequest, ListCheckRunsResponseBody, ListDeploymentCheckRunsRequest, ListDeploymentCheckRunsResponseBody, ListProjectChecksRequest, ListProjectChecksResponseBody, UpdateDeploymentCheckRunRequest, UpdateDeploymentCheckRunResponseBody, UpdateProjectCheckRequest, UpdateProjectCheckResponseBody } from '../types/checksV2.ts';

export class ChecksV2 {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the checks that deployments of a project must pass.
   * GET /v2/projects/{projectIdOrName}/checks
   */
  listProjectChecks(request: ListProjectChecksRequest, options?: CallOptions): CallPromise<ListProjectChecksResponseBody> {
    return asValue(checksV2ListProjectChecks(this.#core, request, options));
  }

  /**
   * Adds a check that deployments of a project must pass before they build, start or go live.
   * POST /v2/projects/{projectIdOrName}/checks
   */
  createProjectCheck(request: CreateProjectCheckRequest, options?: CallOptions): CallPromise<CreateProjectCheckResponseBody> {
    return asValue(checksV2CreateProjectCheck(this.#core, request, options));
  }

  /**
   * Reads one check of a project.
   * GET /v2/projects/{projectIdOrName}/checks/{checkId}
   */
  getProjectCheck(request: GetProjectCheckRequest, options?: CallOptions): CallPromise<GetProjectCheckResponseBody> {
    return asValue(checksV2GetProjectCheck(this.#core, request, options));
  }

  /**
   * Changes one check of a project: its name, what it waits for and what it blocks.
   * PATCH /v2/projects/{projectIdOrName}/checks/{checkId}
   */
  updateProjectCheck(request: UpdateProjectCheckRequest, options?: CallOptions): CallPromise<UpdateProjectCheckResponseBody> {
    return asValue(checksV2UpdateProjectCheck(this.#core, request, options));
  }

  /**
   * Deletes a check of a project; deployments no longer wait for it.
   * DELETE /v2/projects/{projectIdOrName}/checks/{checkId}
   */
  deleteProjectCheck(request: DeleteProjectCheckRequest, options?: CallOptions): CallPromise<DeleteProjectCheckResponseBody> {
    return asValue(checksV2DeleteProjectCheck(this.#core, request, options));
  }

  /**
   * Lists the runs of one check over the deployments of a project.
   * GET /v2/projects/{projectIdOrName}/checks/{checkId}/runs
   */
  listCheckRuns(request: ListCheckRunsRequest, options?: CallOptions): CallPromise<ListCheckRunsResponseBody> {
    return asValue(checksV2ListCheckRuns(this.#core, request, options));
  }

  /**
   * Lists the check runs of one deployment with their outcomes.
   * GET /v2/deployments/{deploymentId}/check-runs
   */
  listDeploymentCheckRuns(request: ListDeploymentCheckRunsRequest, options?: CallOptions): CallPromise<ListDeploymentCheckRunsResponseBody> {
    return asValue(checksV2ListDeploymentCheckRuns(this.#core, request, options));
  }

  /**
   * Starts a run of a check on a deployment, again when it ran before.
   * POST /v2/deployments/{deploymentId}/check-runs
   */
  createDeploymentCheckRun(request: CreateDeploymentCheckRunRequest, options?: CallOptions): CallPromise<CreateDeploymentCheckRunResponseBody> {
    return asValue(checksV2CreateDeploymentCheckRun(this.#core, request, options));
  }

  /**
   * Reads one check run of a deployment.
   * GET /v2/deployments/{deploymentId}/check-runs/{checkRunId}
   */
  getDeploymentCheckRun(request: GetDeploymentCheckRunRequest, options?: CallOptions): CallPromise<GetDeploymentCheckRunResponseBody> {
    return asValue(checksV2GetDeploymentCheckRun(this.#core, request, options));
  }

  /**
   * Reports status and outcome of a check run on a deployment.
   * PATCH /v2/deployments/{deploymentId}/check-runs/{checkRunId}
   */
  updateDeploymentCheckRun(request: UpdateDeploymentCheckRunRequest, options?: CallOptions): CallPromise<UpdateDeploymentCheckRunResponseBody> {
    return asValue(checksV2UpdateDeploymentCheckRun(this.#core, request, options));
  }
}
