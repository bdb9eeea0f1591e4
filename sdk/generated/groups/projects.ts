// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { projectsGetProjects } from '../funcs/projectsGetProjects.ts';
import { projectsGetProjectTrace } from '../funcs/projectsGetProjectTrace.ts';
import { projectsCreateProject } from '../funcs/projectsCreateProject.ts';
import { projectsGetProjectToken } from '../funcs/projectsGetProjectToken.ts';
import { projectsCreateTraceSession } from '../funcs/projectsCreateTraceSession.ts';
import { projectsGetProject } from '../funcs/projectsGetProject.ts';
import { projectsUpdateProject } from '../funcs/projectsUpdateProject.ts';
import { projectsDeleteProject } from '../funcs/projectsDeleteProject.ts';
import { projectsUploadProjectAvatar } from '../funcs/projectsUploadProjectAvatar.ts';
import { projectsGetProjectDomains } from '../funcs/projectsGetProjectDomains.ts';
import { projectsGetProjectDomain } from '../funcs/projectsGetProjectDomain.ts';
import { projectsUpdateProjectDomain } from '../funcs/projectsUpdateProjectDomain.ts';
import { projectsRemoveProjectDomain } from '../funcs/projectsRemoveProjectDomain.ts';
import { projectsAddProjectDomain } from '../funcs/projectsAddProjectDomain.ts';
import { projectsMoveProjectDomain } from '../funcs/projectsMoveProjectDomain.ts';
import { projectsVerifyProjectDomain } from '../funcs/projectsVerifyProjectDomain.ts';
import { projectsFilterProjectEnvs } from '../funcs/projectsFilterProjectEnvs.ts';
import { projectsCreateProjectEnv } from '../funcs/projectsCreateProjectEnv.ts';
import { projectsGetProjectEnv } from '../funcs/projectsGetProjectEnv.ts';
import { projectsRemoveProjectEnv } from '../funcs/projectsRemoveProjectEnv.ts';
import { projectsEditProjectEnv } from '../funcs/projectsEditProjectEnv.ts';
import { projectsBatchRemoveProjectEnv } from '../funcs/projectsBatchRemoveProjectEnv.ts';
import { projectsCreateProjectTransferRequest } from '../funcs/projectsCreateProjectTransferRequest.ts';
import { projectsAcceptProjectTransferRequest } from '../funcs/projectsAcceptProjectTransferRequest.ts';
import { projectsUpdateProjectProtectionBypass } from '../funcs/projectsUpdateProjectProtectionBypass.ts';
import { projectsRequestRollback } from '../funcs/projectsRequestRollback.ts';
import { projectsUpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription } from '../funcs/projectsUpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription.ts';
import { projectsUpdateMicrofrontends } from '../funcs/projectsUpdateMicrofrontends.ts';
import { projectsRequestPromote } from '../funcs/projectsRequestPromote.ts';
import { projectsListPromoteAliases } from '../funcs/projectsListPromoteAliases.ts';
import { projectsPauseProject } from '../funcs/projectsPauseProject.ts';
import { projectsUnpauseProject } from '../funcs/projectsUnpauseProject.ts';
import { projectsUpdateProjectDataCache } from '../funcs/projectsUpdateProjectDataCache.ts';
import type { AcceptProjectTransferRequestRequest, AcceptProjectTransferRequestResponseBody, AddProjectDomainRequest, AddProjectDomainResponseBody, BatchRemoveProjectEnvRequest, BatchRemoveProjectEnvResponseBody, CreateProjectEnvRequest, CreateProjectEnvResponseBody, CreateProjectRequest, CreateProjectResponseBody, CreateProjectTransferRequestRequest, CreateProjectTransferRequestResponseBody, CreateTraceSessionRequest, CreateTraceSessionResponseBody, DeleteProjectRequest, DeleteProjectResponseBody, EditProjectEnvRequest, EditProjectEnvResponseBody, FilterProjectEnvsRequest, FilterProjectEnvsResponseBody, GetProjectDomainRequest, GetProjectDomainResponseBody, GetProjectDomainsRequest, GetProjectDomainsResponseBody, GetProjectEnvRequest, GetProjectEnvResponseBody, GetProjectRequest, GetProjectResponseBody, GetProjectTokenRequest, GetProjectTokenResponseBody, GetProjectTraceRequest, GetProjectTraceResponseBody, GetProjectsRequest, GetProjectsResponseBody, ListPromoteAliasesRequest, ListPromoteAliasesResponseBody, MoveProjectDomainRequest, MoveProjectDomainResponseBody, PauseProjectRequest, PauseProjectResponseBody, RemoveProjectDomainRequest, RemoveProjectDomainResponseBody, RemoveProjectEnvRequest, RemoveProjectEnvResponseBody, RequestPromoteRequest, RequestPromoteResponseBody, RequestRollbackRequest, RequestRollbackResponseBody, UnpauseProjectRequest, UnpauseProjectResponseBody, UpdateMicrofrontendsRequest, UpdateMicrofrontendsResponseBody, UpdateProjectDataCacheRequest, UpdateProjectDataCacheResponseBody, UpdateProjectDomainRequest, UpdateProjectDomainResponseBody, UpdateProjectProtectionBypassRequest, UpdateProjectProtectionBypassResponseBody, UpdateProjectRequest, UpdateProjectResponseBody, UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionRequest, UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionResponseBody, UploadProjectAvatarRequest, UploadProjectAvatarResponseBody, VerifyProjectDomainRequest, VerifyProjectDomainResponseBody } from '../types/projects.ts';

export class Projects {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the projects of the account or team, page by page.
   * GET /v10/projects
   */
  getProjects(request?: GetProjectsRequest, options?: CallOptions): CallPromise<GetProjectsResponseBody> {
    return asValue(projectsGetProjects(this.#core, request, options));
  }

  /**
   * Reads the trace of one request to a project: its spans and timings.
   * GET /v1/projects/traces
   */
  getProjectTrace(request: GetProjectTraceRequest, options?: CallOptions): CallPromise<GetProjectTraceResponseBody> {
    return asValue(projectsGetProjectTrace(this.#core, request, options));
  }

  /**
   * Creates a project.
   * POST /v11/projects
   */
  createProject(request?: CreateProjectRequest, options?: CallOptions): CallPromise<CreateProjectResponseBody> {
    return asValue(projectsCreateProject(this.#core, request, options));
  }

  /**
   * Issues a short-lived OIDC token that identifies a project to other services.
   * POST /v1/projects/{idOrName}/token
   */
  getProjectToken(request: GetProjectTokenRequest, options?: CallOptions): CallPromise<GetProjectTokenResponseBody> {
    return asValue(projectsGetProjectToken(this.#core, request, options));
  }

  /**
   * Starts a session in which requests of a project are traced.
   * POST /v1/projects/traces/session
   */
  createTraceSession(request?: CreateTraceSessionRequest, options?: CallOptions): CallPromise<CreateTraceSessionResponseBody> {
    return asValue(projectsCreateTraceSession(this.#core, request, options));
  }

  /**
   * Reads one project by its id or name.
   * GET /v9/projects/{idOrName}
   */
  getProject(request: GetProjectRequest, options?: CallOptions): CallPromise<GetProjectResponseBody> {
    return asValue(projectsGetProject(this.#core, request, options));
  }

  /**
   * Changes a project's settings or name.
   * PATCH /v9/projects/{idOrName}
   */
  updateProject(request: UpdateProjectRequest, options?: CallOptions): CallPromise<UpdateProjectResponseBody> {
    return asValue(projectsUpdateProject(this.#core, request, options));
  }

  /**
   * Deletes a project with its deployments and domains.
   * DELETE /v9/projects/{idOrName}
   */
  deleteProject(request: DeleteProjectRequest, options?: CallOptions): CallPromise<DeleteProjectResponseBody> {
    return asValue(projectsDeleteProject(this.#core, request, options));
  }

  /**
   * Uploads a picture as a project's icon.
   * POST /v1/projects/{idOrName}/avatar
   */
  uploadProjectAvatar(request: UploadProjectAvatarRequest, options?: CallOptions): CallPromise<UploadProjectAvatarResponseBody> {
    return asValue(projectsUploadProjectAvatar(this.#core, request, options));
  }

  /**
   * Lists the domains of a project, page by page.
   * GET /v9/projects/{idOrName}/domains
   */
  getProjectDomains(request: GetProjectDomainsRequest, options?: CallOptions): CallPromise<GetProjectDomainsResponseBody> {
    return asValue(projectsGetProjectDomains(this.#core, request, options));
  }

  /**
   * Reads one domain of a project.
   * GET /v9/projects/{idOrName}/domains/{domain}
   */
  getProjectDomain(request: GetProjectDomainRequest, options?: CallOptions): CallPromise<GetProjectDomainResponseBody> {
    return asValue(projectsGetProjectDomain(this.#core, request, options));
  }

  /**
   * Changes where a project's domain points or redirects to.
   * PATCH /v9/projects/{idOrName}/domains/{domain}
   */
  updateProjectDomain(request: UpdateProjectDomainRequest, options?: CallOptions): CallPromise<UpdateProjectDomainResponseBody> {
    return asValue(projectsUpdateProjectDomain(this.#core, request, options));
  }

  /**
   * Takes a domain away from a project.
   * DELETE /v9/projects/{idOrName}/domains/{domain}
   */
  removeProjectDomain(request: RemoveProjectDomainRequest, options?: CallOptions): CallPromise<RemoveProjectDomainResponseBody> {
    return asValue(projectsRemoveProjectDomain(this.#core, request, options));
  }

  /**
   * Adds a domain to a project.
   * POST /v10/projects/{idOrName}/domains
   */
  addProjectDomain(request: AddProjectDomainRequest, options?: CallOptions): CallPromise<AddProjectDomainResponseBody> {
    return asValue(projectsAddProjectDomain(this.#core, request, options));
  }

  /**
   * Moves a domain from one project to another.
   * POST /v1/projects/{idOrName}/domains/{domain}/move
   */
  moveProjectDomain(request: MoveProjectDomainRequest, options?: CallOptions): CallPromise<MoveProjectDomainResponseBody> {
    return asValue(projectsMoveProjectDomain(this.#core, request, options));
  }

  /**
   * Checks the ownership records of a project's domain again.
   * POST /v9/projects/{idOrName}/domains/{domain}/verify
   */
  verifyProjectDomain(request: VerifyProjectDomainRequest, options?: CallOptions): CallPromise<VerifyProjectDomainResponseBody> {
    return asValue(projectsVerifyProjectDomain(this.#core, request, options));
  }

  /**
   * Lists the environment variables of a project, filtered.
   * GET /v10/projects/{idOrName}/env
   */
  filterProjectEnvs(request: FilterProjectEnvsRequest, options?: CallOptions): CallPromise<FilterProjectEnvsResponseBody> {
    return asValue(projectsFilterProjectEnvs(this.#core, request, options));
  }

  /**
   * Adds one or several environment variables to a project.
   * POST /v10/projects/{idOrName}/env
   */
  createProjectEnv(request: CreateProjectEnvRequest, options?: CallOptions): CallPromise<CreateProjectEnvResponseBody> {
    return asValue(projectsCreateProjectEnv(this.#core, request, options));
  }

  /**
   * Reads one environment variable with its decrypted value.
   * GET /v1/projects/{idOrName}/env/{id}
   */
  getProjectEnv(request: GetProjectEnvRequest, options?: CallOptions): CallPromise<GetProjectEnvResponseBody> {
    return asValue(projectsGetProjectEnv(this.#core, request, options));
  }

  /**
   * Deletes one environment variable of a project.
   * DELETE /v9/projects/{idOrName}/env/{id}
   */
  removeProjectEnv(request: RemoveProjectEnvRequest, options?: CallOptions): CallPromise<RemoveProjectEnvResponseBody> {
    return asValue(projectsRemoveProjectEnv(this.#core, request, options));
  }

  /**
   * Changes one environment variable of a project.
   * PATCH /v9/projects/{idOrName}/env/{id}
   */
  editProjectEnv(request: EditProjectEnvRequest, options?: CallOptions): CallPromise<EditProjectEnvResponseBody> {
    return asValue(projectsEditProjectEnv(this.#core, request, options));
  }

  /**
   * Deletes several environment variables of a project at once.
   * DELETE /v1/projects/{idOrName}/env
   */
  batchRemoveProjectEnv(request: BatchRemoveProjectEnvRequest, options?: CallOptions): CallPromise<BatchRemoveProjectEnvResponseBody> {
    return asValue(projectsBatchRemoveProjectEnv(this.#core, request, options));
  }

  /**
   * Starts handing a project to another team; the answer has the code to accept with.
   * POST /projects/{idOrName}/transfer-request
   */
  createProjectTransferRequest(request: CreateProjectTransferRequestRequest, options?: CallOptions): CallPromise<CreateProjectTransferRequestResponseBody> {
    return asValue(projectsCreateProjectTransferRequest(this.#core, request, options));
  }

  /**
   * Takes over a project with the code of its transfer request.
   * PUT /projects/transfer-request/{code}
   */
  acceptProjectTransferRequest(request: AcceptProjectTransferRequestRequest, options?: CallOptions): CallPromise<AcceptProjectTransferRequestResponseBody> {
    return asValue(projectsAcceptProjectTransferRequest(this.#core, request, options));
  }

  /**
   * Creates or revokes the secret that lets automation pass a project's protection.
   * PATCH /v1/projects/{idOrName}/protection-bypass
   */
  updateProjectProtectionBypass(request: UpdateProjectProtectionBypassRequest, options?: CallOptions): CallPromise<UpdateProjectProtectionBypassResponseBody> {
    return asValue(projectsUpdateProjectProtectionBypass(this.#core, request, options));
  }

  /**
   * Rolls production back: points a project's production domains at an earlier deployment.
   * POST /v1/projects/{projectId}/rollback/{deploymentId}
   */
  requestRollback(request: RequestRollbackRequest, options?: CallOptions): CallPromise<RequestRollbackResponseBody> {
    return asValue(projectsRequestRollback(this.#core, request, options));
  }

  /**
   * Changes the note that says why a project was rolled back.
   * PATCH /v1/projects/{projectId}/rollback/{deploymentId}/update-description
   */
  updateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription(request: UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionRequest, options?: CallOptions): CallPromise<UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionResponseBody> {
    return asValue(projectsUpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription(this.#core, request, options));
  }

  /**
   * Puts a project into a group of microfrontends, or changes or ends its part in it.
   * PATCH /v1/projects/{projectId}/microfrontends
   */
  updateMicrofrontends(request: UpdateMicrofrontendsRequest, options?: CallOptions): CallPromise<UpdateMicrofrontendsResponseBody> {
    return asValue(projectsUpdateMicrofrontends(this.#core, request, options));
  }

  /**
   * Points a project's production domains at another deployment.
   * POST /v10/projects/{projectId}/promote/{deploymentId}
   */
  requestPromote(request: RequestPromoteRequest, options?: CallOptions): CallPromise<RequestPromoteResponseBody> {
    return asValue(projectsRequestPromote(this.#core, request, options));
  }

  /**
   * Lists how each alias fared in the last promotion, page by page.
   * GET /v1/projects/{projectId}/promote/aliases
   */
  listPromoteAliases(request: ListPromoteAliasesRequest, options?: CallOptions): CallPromise<ListPromoteAliasesResponseBody> {
    return asValue(projectsListPromoteAliases(this.#core, request, options));
  }

  /**
   * Takes a project's production off the air until it is resumed.
   * POST /v1/projects/{projectId}/pause
   */
  pauseProject(request: PauseProjectRequest, options?: CallOptions): CallPromise<PauseProjectResponseBody> {
    return asValue(projectsPauseProject(this.#core, request, options));
  }

  /**
   * Puts a paused project back on the air.
   * POST /v1/projects/{projectId}/unpause
   */
  unpauseProject(request: UnpauseProjectRequest, options?: CallOptions): CallPromise<UnpauseProjectResponseBody> {
    return asValue(projectsUnpauseProject(this.#core, request, options));
  }

  /**
   * Switches the data cache of a project on or off.
   * PATCH /v1/data-cache/projects/{projectId}
   * @deprecated No longer in the description of the API.
   */
  updateProjectDataCache(request: UpdateProjectDataCacheRequest, options?: CallOptions): CallPromise<UpdateProjectDataCacheResponseBody> {
    return asValue(projectsUpdateProjectDataCache(this.#core, request, options));
  }
}
