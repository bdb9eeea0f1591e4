// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { deploymentsUpdateIntegrationDeploymentAction } from '../funcs/deploymentsUpdateIntegrationDeploymentAction.ts';
import { integrationsGitNamespaces } from '../funcs/integrationsGitNamespaces.ts';
import { integrationsSearchRepo } from '../funcs/integrationsSearchRepo.ts';
import { integrationsGetBillingPlans } from '../funcs/integrationsGetBillingPlans.ts';
import { integrationsConnectIntegrationResourceToProject } from '../funcs/integrationsConnectIntegrationResourceToProject.ts';
import { integrationsGetConfigurations } from '../funcs/integrationsGetConfigurations.ts';
import { integrationsGetConfiguration } from '../funcs/integrationsGetConfiguration.ts';
import { integrationsDeleteConfiguration } from '../funcs/integrationsDeleteConfiguration.ts';
import { integrationsGetConfigurationProducts } from '../funcs/integrationsGetConfigurationProducts.ts';
import { integrationsCreateIntegrationStoreDirect } from '../funcs/integrationsCreateIntegrationStoreDirect.ts';
import type { UpdateIntegrationDeploymentActionRequest, UpdateIntegrationDeploymentActionResponseBody } from '../types/deployments.ts';
import type { ConnectIntegrationResourceToProjectRequest, ConnectIntegrationResourceToProjectResponseBody, CreateIntegrationStoreDirectRequest, CreateIntegrationStoreDirectResponseBody, DeleteConfigurationRequest, DeleteConfigurationResponseBody, GetBillingPlansRequest, GetBillingPlansResponseBody, GetConfigurationProductsRequest, GetConfigurationProductsResponseBody, GetConfigurationRequest, GetConfigurationResponseBody, GetConfigurationsRequest, GetConfigurationsResponseBody, GitNamespacesRequest, GitNamespacesResponseBody, SearchRepoRequest, SearchRepoResponseBody } from '../types/integrations.ts';

export class Integrations {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Reports how an integration's action on a deployment is going.
   * PATCH /v1/deployments/{deploymentId}/integrations/{integrationConfigurationId}/resources/{resourceId}/actions/{action}
   */
  updateIntegrationDeploymentAction(request: UpdateIntegrationDeploymentActionRequest, options?: CallOptions): CallPromise<UpdateIntegrationDeploymentActionResponseBody> {
    return asValue(deploymentsUpdateIntegrationDeploymentAction(this.#core, request, options));
  }

  /**
   * Lists the Git accounts and organisations (namespaces) that the signed-in user can deploy from.
   * GET /v1/integrations/git-namespaces
   */
  gitNamespaces(request?: GitNamespacesRequest, options?: CallOptions): CallPromise<GitNamespacesResponseBody> {
    return asValue(integrationsGitNamespaces(this.#core, request, options));
  }

  /**
   * Searches the Git repositories of a namespace that can be imported or connected.
   * GET /v1/integrations/search-repo
   */
  searchRepo(request?: SearchRepoRequest, options?: CallOptions): CallPromise<SearchRepoResponseBody> {
    return asValue(integrationsSearchRepo(this.#core, request, options));
  }

  /**
   * Lists the billing plans of one product of an integration.
   * GET /v1/integrations/integration/{integrationIdOrSlug}/products/{productIdOrSlug}/plans
   */
  getBillingPlans(request: GetBillingPlansRequest, options?: CallOptions): CallPromise<GetBillingPlansResponseBody> {
    return asValue(integrationsGetBillingPlans(this.#core, request, options));
  }

  /**
   * Connects a provisioned resource of an integration to a project.
   * POST /v1/integrations/installations/{integrationConfigurationId}/resources/{resourceId}/connections
   */
  connectIntegrationResourceToProject(request: ConnectIntegrationResourceToProjectRequest, options?: CallOptions): CallPromise<ConnectIntegrationResourceToProjectResponseBody> {
    return asValue(integrationsConnectIntegrationResourceToProject(this.#core, request, options));
  }

  /**
   * Lists the integrations installed on the account or team.
   * GET /v1/integrations/configurations
   */
  getConfigurations(request: GetConfigurationsRequest, options?: CallOptions): CallPromise<GetConfigurationsResponseBody> {
    return asValue(integrationsGetConfigurations(this.#core, request, options));
  }

  /**
   * Reads one installed integration.
   * GET /v1/integrations/configuration/{id}
   */
  getConfiguration(request: GetConfigurationRequest, options?: CallOptions): CallPromise<GetConfigurationResponseBody> {
    return asValue(integrationsGetConfiguration(this.#core, request, options));
  }

  /**
   * Uninstalls an integration.
   * DELETE /v1/integrations/configuration/{id}
   */
  deleteConfiguration(request: DeleteConfigurationRequest, options?: CallOptions): CallPromise<DeleteConfigurationResponseBody> {
    return asValue(integrationsDeleteConfiguration(this.#core, request, options));
  }

  /**
   * Lists the products an installed integration offers.
   * GET /v1/integrations/configuration/{id}/products
   */
  getConfigurationProducts(request: GetConfigurationProductsRequest, options?: CallOptions): CallPromise<GetConfigurationProductsResponseBody> {
    return asValue(integrationsGetConfigurationProducts(this.#core, request, options));
  }

  /**
   * Provisions a store from an integration's product; a paid plan spends money.
   * POST /v1/storage/stores/integration/direct
   */
  createIntegrationStoreDirect(request?: CreateIntegrationStoreDirectRequest, options?: CallOptions): CallPromise<CreateIntegrationStoreDirectResponseBody> {
    return asValue(integrationsCreateIntegrationStoreDirect(this.#core, request, options));
  }
}
