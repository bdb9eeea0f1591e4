// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions, EventOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { deploymentsGetDeploymentEvents } from '../funcs/deploymentsGetDeploymentEvents.ts';
import { deploymentsUpdateIntegrationDeploymentAction } from '../funcs/deploymentsUpdateIntegrationDeploymentAction.ts';
import { deploymentsGetDeployment } from '../funcs/deploymentsGetDeployment.ts';
import { deploymentsCreateDeployment } from '../funcs/deploymentsCreateDeployment.ts';
import { deploymentsCancelDeployment } from '../funcs/deploymentsCancelDeployment.ts';
import { deploymentsUploadFile } from '../funcs/deploymentsUploadFile.ts';
import { deploymentsListDeploymentFiles } from '../funcs/deploymentsListDeploymentFiles.ts';
import { deploymentsGetDeploymentFileContents } from '../funcs/deploymentsGetDeploymentFileContents.ts';
import { deploymentsGetDeployments } from '../funcs/deploymentsGetDeployments.ts';
import { deploymentsDeleteDeployment } from '../funcs/deploymentsDeleteDeployment.ts';
import type { CancelDeploymentRequest, CancelDeploymentResponseBody, CreateDeploymentRequest, CreateDeploymentResponseBody, DeleteDeploymentRequest, DeleteDeploymentResponseBody, GetDeploymentEventsItem, GetDeploymentEventsRequest, GetDeploymentEventsResponseBody, GetDeploymentFileContentsRequest, GetDeploymentFileContentsResponseBody, GetDeploymentRequest, GetDeploymentResponseBody, GetDeploymentsRequest, GetDeploymentsResponseBody, ListDeploymentFilesRequest, ListDeploymentFilesResponseBody, UpdateIntegrationDeploymentActionRequest, UpdateIntegrationDeploymentActionResponseBody, UploadFileRequest, UploadFileResponseBody } from '../types/deployments.ts';

export class Deployments {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Reads the build log and other events of a deployment; with the call option `stream`, line by line.
   * GET /v3/deployments/{idOrUrl}/events
   */
  getDeploymentEvents(request: GetDeploymentEventsRequest, options: EventOptions & { stream: true }): CallPromise<AsyncIterable<GetDeploymentEventsItem>>;
  getDeploymentEvents(request: GetDeploymentEventsRequest, options?: EventOptions): CallPromise<GetDeploymentEventsResponseBody>;
  getDeploymentEvents(request: GetDeploymentEventsRequest, options?: EventOptions): CallPromise<GetDeploymentEventsResponseBody | AsyncIterable<GetDeploymentEventsItem>> {
    return asValue(deploymentsGetDeploymentEvents(this.#core, request, options));
  }

  /**
   * Reports how an integration's action on a deployment is going.
   * PATCH /v1/deployments/{deploymentId}/integrations/{integrationConfigurationId}/resources/{resourceId}/actions/{action}
   */
  updateIntegrationDeploymentAction(request: UpdateIntegrationDeploymentActionRequest, options?: CallOptions): CallPromise<UpdateIntegrationDeploymentActionResponseBody> {
    return asValue(deploymentsUpdateIntegrationDeploymentAction(this.#core, request, options));
  }

  /**
   * Reads one deployment by its id or host name.
   * GET /v13/deployments/{idOrUrl}
   */
  getDeployment(request: GetDeploymentRequest, options?: CallOptions): CallPromise<GetDeploymentResponseBody> {
    return asValue(deploymentsGetDeployment(this.#core, request, options));
  }

  /**
   * Starts a deployment from uploaded files, a Git reference or an earlier deployment.
   * POST /v13/deployments
   */
  createDeployment(request: CreateDeploymentRequest, options?: CallOptions): CallPromise<CreateDeploymentResponseBody> {
    return asValue(deploymentsCreateDeployment(this.#core, request, options));
  }

  /**
   * Stops a deployment that is still building.
   * PATCH /v12/deployments/{id}/cancel
   */
  cancelDeployment(request: CancelDeploymentRequest, options?: CallOptions): CallPromise<CancelDeploymentResponseBody> {
    return asValue(deploymentsCancelDeployment(this.#core, request, options));
  }

  /**
   * Uploads one file for a later deployment, named by its SHA-1 digest.
   * POST /v2/files
   */
  uploadFile(request?: UploadFileRequest, options?: CallOptions): CallPromise<UploadFileResponseBody> {
    return asValue(deploymentsUploadFile(this.#core, request, options));
  }

  /**
   * Lists the source files of a deployment as a tree.
   * GET /v6/deployments/{id}/files
   */
  listDeploymentFiles(request: ListDeploymentFilesRequest, options?: CallOptions): CallPromise<ListDeploymentFilesResponseBody> {
    return asValue(deploymentsListDeploymentFiles(this.#core, request, options));
  }

  /**
   * Fetches one source file of a deployment: parsed if the answer is JSON, else a stream of bytes.
   * GET /v8/deployments/{id}/files/{fileId}
   */
  getDeploymentFileContents(request: GetDeploymentFileContentsRequest, options?: CallOptions): CallPromise<GetDeploymentFileContentsResponseBody> {
    return asValue(deploymentsGetDeploymentFileContents(this.#core, request, options));
  }

  /**
   * Lists deployments, newest first, page by page.
   * GET /v7/deployments
   */
  getDeployments(request?: GetDeploymentsRequest, options?: CallOptions): CallPromise<GetDeploymentsResponseBody> {
    return asValue(deploymentsGetDeployments(this.#core, request, options));
  }

  /**
   * Deletes a deployment, named by id or URL.
   * DELETE /v13/deployments/{id}
   */
  deleteDeployment(request: DeleteDeploymentRequest, options?: CallOptions): CallPromise<DeleteDeploymentResponseBody> {
    return asValue(deploymentsDeleteDeployment(this.#core, request, options));
  }
}
