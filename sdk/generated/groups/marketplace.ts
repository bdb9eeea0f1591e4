// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { marketplaceExchangeSsoToken } from '../funcs/marketplaceExchangeSsoToken.ts';
import { marketplaceUpdateInstallation } from '../funcs/marketplaceUpdateInstallation.ts';
import { marketplaceGetAccountInfo } from '../funcs/marketplaceGetAccountInfo.ts';
import { marketplaceGetMember } from '../funcs/marketplaceGetMember.ts';
import { marketplaceRotateInstallationCredential } from '../funcs/marketplaceRotateInstallationCredential.ts';
import { marketplaceRevokeInstallationCredential } from '../funcs/marketplaceRevokeInstallationCredential.ts';
import { marketplaceCreateEvent } from '../funcs/marketplaceCreateEvent.ts';
import { marketplaceGetIntegrationResources } from '../funcs/marketplaceGetIntegrationResources.ts';
import { marketplaceGetIntegrationResource } from '../funcs/marketplaceGetIntegrationResource.ts';
import { marketplaceDeleteIntegrationResource } from '../funcs/marketplaceDeleteIntegrationResource.ts';
import { marketplaceImportResource } from '../funcs/marketplaceImportResource.ts';
import { marketplaceUpdateResource } from '../funcs/marketplaceUpdateResource.ts';
import { marketplaceSubmitBillingData } from '../funcs/marketplaceSubmitBillingData.ts';
import { marketplaceSubmitInvoice } from '../funcs/marketplaceSubmitInvoice.ts';
import { marketplaceFinalizeInstallation } from '../funcs/marketplaceFinalizeInstallation.ts';
import { marketplaceGetInvoice } from '../funcs/marketplaceGetInvoice.ts';
import { marketplaceUpdateInvoice } from '../funcs/marketplaceUpdateInvoice.ts';
import { marketplaceSubmitPrepaymentBalances } from '../funcs/marketplaceSubmitPrepaymentBalances.ts';
import { marketplaceUpdateResourceSecrets } from '../funcs/marketplaceUpdateResourceSecrets.ts';
import { marketplaceUpdateResourceSecretsById } from '../funcs/marketplaceUpdateResourceSecretsById.ts';
import { marketplaceCreateInstallationIntegrationConfiguration } from '../funcs/marketplaceCreateInstallationIntegrationConfiguration.ts';
import { marketplaceUpdateInstallationIntegrationConfiguration } from '../funcs/marketplaceUpdateInstallationIntegrationConfiguration.ts';
import { marketplaceDeleteInstallationIntegrationConfiguration } from '../funcs/marketplaceDeleteInstallationIntegrationConfiguration.ts';
import { marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig } from '../funcs/marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig.ts';
import { marketplaceGetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig } from '../funcs/marketplaceGetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig.ts';
import { marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig } from '../funcs/marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig.ts';
import type { CreateEventRequest, CreateEventResponseBody, CreateInstallationIntegrationConfigurationRequest, CreateInstallationIntegrationConfigurationResponseBody, DeleteInstallationIntegrationConfigurationRequest, DeleteInstallationIntegrationConfigurationResponseBody, DeleteIntegrationResourceRequest, DeleteIntegrationResourceResponseBody, ExchangeSsoTokenRequest, ExchangeSsoTokenResponseBody, FinalizeInstallationRequest, FinalizeInstallationResponseBody, GetAccountInfoRequest, GetAccountInfoResponseBody, GetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, GetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody, GetIntegrationResourceRequest, GetIntegrationResourceResponseBody, GetIntegrationResourcesRequest, GetIntegrationResourcesResponseBody, GetInvoiceRequest, GetInvoiceResponseBody, GetMemberRequest, GetMemberResponseBody, HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody, ImportResourceRequest, ImportResourceResponseBody, ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody, RevokeInstallationCredentialRequest, RevokeInstallationCredentialResponseBody, RotateInstallationCredentialRequest, RotateInstallationCredentialResponseBody, SubmitBillingDataRequest, SubmitBillingDataResponseBody, SubmitInvoiceRequest, SubmitInvoiceResponseBody, SubmitPrepaymentBalancesRequest, SubmitPrepaymentBalancesResponseBody, UpdateInstallationIntegrationConfigurationRequest, UpdateInstallationIntegrationConfigurationResponseBody, UpdateInstallationRequest, UpdateInstallationResponseBody, UpdateInvoiceRequest, UpdateInvoiceResponseBody, UpdateResourceRequest, UpdateResourceResponseBody, UpdateResourceSecretsByIdRequest, UpdateResourceSecretsByIdResponseBody, UpdateResourceSecretsRequest, UpdateResourceSecretsResponseBody } from '../types/marketplace.ts';

export class Marketplace {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Trades the code of a single sign-on redirect for an identity token of the signed-in person.
   * POST /v1/integrations/sso/token
   */
  exchangeSsoToken(request: ExchangeSsoTokenRequest, options?: CallOptions): CallPromise<ExchangeSsoTokenResponseBody> {
    return asValue(marketplaceExchangeSsoToken(this.#core, request, options));
  }

  /**
   * Reports the status, billing plan or a notification of an integration's installation.
   * PATCH /v1/installations/{integrationConfigurationId}
   */
  updateInstallation(request: UpdateInstallationRequest, options?: CallOptions): CallPromise<UpdateInstallationResponseBody> {
    return asValue(marketplaceUpdateInstallation(this.#core, request, options));
  }

  /**
   * Reads name, contact and URL of the account behind an installation.
   * GET /v1/installations/{integrationConfigurationId}/account
   */
  getAccountInfo(request: GetAccountInfoRequest, options?: CallOptions): CallPromise<GetAccountInfoResponseBody> {
    return asValue(marketplaceGetAccountInfo(this.#core, request, options));
  }

  /**
   * Reads the role and identity of one member behind an installation.
   * GET /v1/installations/{integrationConfigurationId}/member/{memberId}
   */
  getMember(request: GetMemberRequest, options?: CallOptions): CallPromise<GetMemberResponseBody> {
    return asValue(marketplaceGetMember(this.#core, request, options));
  }

  /**
   * Issues a new access token for an installation and retires the old one.
   * POST /v1/installations/{integrationConfigurationId}/credentials/rotate
   */
  rotateInstallationCredential(request: RotateInstallationCredentialRequest, options?: CallOptions): CallPromise<RotateInstallationCredentialResponseBody> {
    return asValue(marketplaceRotateInstallationCredential(this.#core, request, options));
  }

  /**
   * Revokes an access token of an installation.
   * POST /v1/installations/{integrationConfigurationId}/credentials/revoke
   */
  revokeInstallationCredential(request: RevokeInstallationCredentialRequest, options?: CallOptions): CallPromise<RevokeInstallationCredentialResponseBody> {
    return asValue(marketplaceRevokeInstallationCredential(this.#core, request, options));
  }

  /**
   * Tells the platform that something happened on the integration's side.
   * POST /v1/installations/{integrationConfigurationId}/events
   */
  createEvent(request: CreateEventRequest, options?: CallOptions): CallPromise<CreateEventResponseBody> {
    return asValue(marketplaceCreateEvent(this.#core, request, options));
  }

  /**
   * Lists the resources of an installation.
   * GET /v1/installations/{integrationConfigurationId}/resources
   */
  getIntegrationResources(request: GetIntegrationResourcesRequest, options?: CallOptions): CallPromise<GetIntegrationResourcesResponseBody> {
    return asValue(marketplaceGetIntegrationResources(this.#core, request, options));
  }

  /**
   * Reads one resource of an installation.
   * GET /v1/installations/{integrationConfigurationId}/resources/{resourceId}
   */
  getIntegrationResource(request: GetIntegrationResourceRequest, options?: CallOptions): CallPromise<GetIntegrationResourceResponseBody> {
    return asValue(marketplaceGetIntegrationResource(this.#core, request, options));
  }

  /**
   * Deletes a resource that the integration no longer provides.
   * DELETE /v1/installations/{integrationConfigurationId}/resources/{resourceId}
   */
  deleteIntegrationResource(request: DeleteIntegrationResourceRequest, options?: CallOptions): CallPromise<DeleteIntegrationResourceResponseBody> {
    return asValue(marketplaceDeleteIntegrationResource(this.#core, request, options));
  }

  /**
   * Creates or replaces a resource that already exists at the integration.
   * PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}
   */
  importResource(request: ImportResourceRequest, options?: CallOptions): CallPromise<ImportResourceResponseBody> {
    return asValue(marketplaceImportResource(this.#core, request, options));
  }

  /**
   * Changes a resource of an installation: its name, status, plan or secrets.
   * PATCH /v1/installations/{integrationConfigurationId}/resources/{resourceId}
   */
  updateResource(request: UpdateResourceRequest, options?: CallOptions): CallPromise<UpdateResourceResponseBody> {
    return asValue(marketplaceUpdateResource(this.#core, request, options));
  }

  /**
   * Reports interim usage and cost of an installation for the running period.
   * POST /v1/installations/{integrationConfigurationId}/billing
   */
  submitBillingData(request: SubmitBillingDataRequest, options?: CallOptions): CallPromise<SubmitBillingDataResponseBody> {
    return asValue(marketplaceSubmitBillingData(this.#core, request, options));
  }

  /**
   * Hands in an invoice to be charged to the account; this moves money.
   * POST /v1/installations/{integrationConfigurationId}/billing/invoices
   */
  submitInvoice(request: SubmitInvoiceRequest, options?: CallOptions): CallPromise<SubmitInvoiceResponseBody> {
    return asValue(marketplaceSubmitInvoice(this.#core, request, options));
  }

  /**
   * Closes the billing of an installation that is being removed; no invoice can follow.
   * POST /v1/installations/{integrationConfigurationId}/billing/finalize
   */
  finalizeInstallation(request: FinalizeInstallationRequest, options?: CallOptions): CallPromise<FinalizeInstallationResponseBody> {
    return asValue(marketplaceFinalizeInstallation(this.#core, request, options));
  }

  /**
   * Reads one invoice of an installation.
   * GET /v1/installations/{integrationConfigurationId}/billing/invoices/{invoiceId}
   */
  getInvoice(request: GetInvoiceRequest, options?: CallOptions): CallPromise<GetInvoiceResponseBody> {
    return asValue(marketplaceGetInvoice(this.#core, request, options));
  }

  /**
   * Acts on an invoice, for example refunds it.
   * POST /v1/installations/{integrationConfigurationId}/billing/invoices/{invoiceId}/actions
   */
  updateInvoice(request: UpdateInvoiceRequest, options?: CallOptions): CallPromise<UpdateInvoiceResponseBody> {
    return asValue(marketplaceUpdateInvoice(this.#core, request, options));
  }

  /**
   * Reports the prepaid balances that are left.
   * POST /v1/installations/{integrationConfigurationId}/billing/balance
   */
  submitPrepaymentBalances(request: SubmitPrepaymentBalancesRequest, options?: CallOptions): CallPromise<SubmitPrepaymentBalancesResponseBody> {
    return asValue(marketplaceSubmitPrepaymentBalances(this.#core, request, options));
  }

  /**
   * Replaces the secrets of a resource, addressed by product; use updateResourceSecretsById instead.
   * PUT /v1/installations/{integrationConfigurationId}/products/{integrationProductIdOrSlug}/resources/{resourceId}/secrets
   * @deprecated
   */
  updateResourceSecrets(request: UpdateResourceSecretsRequest, options?: CallOptions): CallPromise<UpdateResourceSecretsResponseBody> {
    return asValue(marketplaceUpdateResourceSecrets(this.#core, request, options));
  }

  /**
   * Replaces the secrets of a resource.
   * PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}/secrets
   */
  updateResourceSecretsById(request: UpdateResourceSecretsByIdRequest, options?: CallOptions): CallPromise<UpdateResourceSecretsByIdResponseBody> {
    return asValue(marketplaceUpdateResourceSecretsById(this.#core, request, options));
  }

  /**
   * Adds experimentation items to a resource.
   * POST /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/items
   */
  createInstallationIntegrationConfiguration(request: CreateInstallationIntegrationConfigurationRequest, options?: CallOptions): CallPromise<CreateInstallationIntegrationConfigurationResponseBody> {
    return asValue(marketplaceCreateInstallationIntegrationConfiguration(this.#core, request, options));
  }

  /**
   * Changes one experimentation item of a resource.
   * PATCH /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/items/{itemId}
   */
  updateInstallationIntegrationConfiguration(request: UpdateInstallationIntegrationConfigurationRequest, options?: CallOptions): CallPromise<UpdateInstallationIntegrationConfigurationResponseBody> {
    return asValue(marketplaceUpdateInstallationIntegrationConfiguration(this.#core, request, options));
  }

  /**
   * Deletes one experimentation item of a resource.
   * DELETE /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/items/{itemId}
   */
  deleteInstallationIntegrationConfiguration(request: DeleteInstallationIntegrationConfigurationRequest, options?: CallOptions): CallPromise<DeleteInstallationIntegrationConfigurationResponseBody> {
    return asValue(marketplaceDeleteInstallationIntegrationConfiguration(this.#core, request, options));
  }

  /**
   * Asks whether the edge config of a resource's experiments is there.
   * HEAD /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config
   */
  headInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(request: HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, options?: CallOptions): CallPromise<HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody> {
    return asValue(marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(this.#core, request, options));
  }

  /**
   * Asks whether the edge config of a resource's experiments is there.
   * HEAD /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config
   * @deprecated Its name is marketplace.headInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig now.
   */
  createInstallationIntegrationEdgeConfig(request: HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, options?: CallOptions): CallPromise<HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody> {
    return asValue(marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(this.#core, request, options));
  }

  /**
   * Reads the edge config that carries a resource's experiments.
   * GET /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config
   */
  getInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(request: GetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, options?: CallOptions): CallPromise<GetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody> {
    return asValue(marketplaceGetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(this.#core, request, options));
  }

  /**
   * Writes the edge config that carries a resource's experiments.
   * PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config
   */
  replaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(request: ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, options?: CallOptions): CallPromise<ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody> {
    return asValue(marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(this.#core, request, options));
  }

  /**
   * Writes the edge config that carries a resource's experiments.
   * PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config
   * @deprecated Its name is marketplace.replaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig now.
   */
  updateInstallationIntegrationEdgeConfig(request: ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, options?: CallOptions): CallPromise<ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody> {
    return asValue(marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(this.#core, request, options));
  }
}
