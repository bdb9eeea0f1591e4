// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { GetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig, GetIntegrationResourcesResourcesItemNotification, GetIntegrationResourcesResourcesItemProtocolSettings, GetIntegrationResourcesResourcesItemProtocolSettingsAuthentication, GetIntegrationResourcesResourcesItemStatus, SubmitBillingDataBodyPeriodInput, UpdateInstallationBodyBillingPlanInput, UpdateInstallationBodyNotificationInput, UpdateInstallationBodyStatusInput, UpdateResourceBodySecretsInput } from './shared.ts';

/** Argument of exchangeSsoToken. */
export type ExchangeSsoTokenRequest = { code: string; state?: string | undefined; clientId: string; clientSecret: string; redirectUri?: string | undefined; grantType: 'authorization_code' } | { refreshToken: string; clientId: string; clientSecret: string; grantType: 'refresh_token' };
/** What exchangeSsoToken answers. */
export type ExchangeSsoTokenResponseBody = { accessToken: string; expiresIn: number; idToken: string; refreshToken: string; tokenType: string } | { accessToken: string | null; expiresIn?: number; idToken: string; refreshToken?: string; tokenType: string | null };

export type UpdateInstallationRequestBody = { status?: UpdateInstallationBodyStatusInput | undefined; externalId?: string | undefined; billingPlan?: UpdateInstallationBodyBillingPlanInput | undefined; notification?: UpdateInstallationBodyNotificationInput | string | undefined };
/** Arguments of updateInstallation. */
export interface UpdateInstallationRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** The request's body. */
  requestBody?: UpdateInstallationRequestBody | undefined;
}
/** What updateInstallation answers. */
export type UpdateInstallationResponseBody = void;

/** Arguments of getAccountInfo. */
export interface GetAccountInfoRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
}
/** What getAccountInfo answers. */
export type GetAccountInfoResponseBody = { contact: { email: string; name?: string } | null; name?: string; url: string };

/** Arguments of getMember. */
export interface GetMemberRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Member id: string in the path. */
  memberId: string;
}
/** What getMember answers. */
export type GetMemberResponseBody = { globalUserId?: string; id: string; role: 'ADMIN' | 'USER' | OpenString; userEmail?: string };

export type RotateInstallationCredentialRequestBody = { clientSecret: string; clientId?: string | undefined };
/** Arguments of rotateInstallationCredential. */
export interface RotateInstallationCredentialRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** The request's body. */
  requestBody?: RotateInstallationCredentialRequestBody | undefined;
}
/** What rotateInstallationCredential answers. */
export type RotateInstallationCredentialResponseBody = { accessToken: string; expiresIn: number; scope: string; tokenType: 'oauth2-token' | OpenString };

export type RevokeInstallationCredentialRequestBody = { token: string; clientSecret: string; clientId?: string | undefined };
/** Arguments of revokeInstallationCredential. */
export interface RevokeInstallationCredentialRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** The request's body. */
  requestBody?: RevokeInstallationCredentialRequestBody | undefined;
}
/** What revokeInstallationCredential answers. */
export type RevokeInstallationCredentialResponseBody = { alreadyRevoked: boolean; revoked: boolean };

export type CreateEventRequestBody = { event: { type: 'installation.updated'; billingPlanId?: string | undefined } | { type: 'resource.updated'; productId?: string | undefined; resourceId: string } };
/** Arguments of createEvent. */
export interface CreateEventRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** The request's body. */
  requestBody: CreateEventRequestBody;
}
/** What createEvent answers. */
export type CreateEventResponseBody = void;

/** Arguments of getIntegrationResources. */
export interface GetIntegrationResourcesRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
}
/** What getIntegrationResources answers. */
export type GetIntegrationResourcesResponseBody = { resources: ({ billingPlanId?: string; internalId: string; metadata?: { [key: string]: string | number | string[] | number[] | boolean }; name: string; notification?: GetIntegrationResourcesResourcesItemNotification; partnerId: string; productId: string; protocolSettings?: GetIntegrationResourcesResourcesItemProtocolSettings; status?: GetIntegrationResourcesResourcesItemStatus })[] };

/** Arguments of getIntegrationResource. */
export interface GetIntegrationResourceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
}
/** What getIntegrationResource answers. */
export type GetIntegrationResourceResponseBody = { billingPlanId?: string; id: string; internalId: string; metadata?: { [key: string]: string | number | string[] | number[] | boolean }; name: string; notification?: GetIntegrationResourcesResourcesItemNotification; productId: string; protocolSettings?: { authentication?: GetIntegrationResourcesResourcesItemProtocolSettingsAuthentication; experimentation?: { edgeConfigId?: string; globalConfigId?: string } }; status?: GetIntegrationResourcesResourcesItemStatus };

/** Arguments of deleteIntegrationResource. */
export interface DeleteIntegrationResourceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
}
/** What deleteIntegrationResource answers. */
export type DeleteIntegrationResourceResponseBody = void;

export type ImportResourceRequestBody = { ownership?: 'owned' | 'linked' | 'sandbox' | undefined; productId: string; name: string; status: UpdateInstallationBodyStatusInput; metadata?: Record<string, unknown> | undefined; billingPlan?: UpdateInstallationBodyBillingPlanInput | undefined; notification?: UpdateInstallationBodyNotificationInput | undefined; extras?: Record<string, unknown> | undefined; secrets?: ({ name: string; value: string; prefix?: string | undefined; environmentOverrides?: { development?: string | undefined; preview?: string | undefined; production?: string | undefined } | undefined })[] | undefined };
/** Arguments of importResource. */
export interface ImportResourceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** The request's body. */
  requestBody?: ImportResourceRequestBody | undefined;
}
/** What importResource answers. */
export type ImportResourceResponseBody = { name: string };

export type UpdateResourceRequestBody = { ownership?: 'owned' | 'linked' | 'sandbox' | undefined; name?: string | undefined; status?: UpdateInstallationBodyStatusInput | undefined; metadata?: Record<string, unknown> | undefined; billingPlan?: UpdateInstallationBodyBillingPlanInput | undefined; notification?: UpdateInstallationBodyNotificationInput | string | undefined; extras?: Record<string, unknown> | undefined; secrets?: UpdateResourceBodySecretsInput | ({ name: string; value: string; prefix?: string | undefined; environmentOverrides?: { development?: string | undefined; preview?: string | undefined; production?: string | undefined } | undefined })[] | undefined };
/** Arguments of updateResource. */
export interface UpdateResourceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** The request's body. */
  requestBody?: UpdateResourceRequestBody | undefined;
}
/** What updateResource answers. */
export type UpdateResourceResponseBody = { name: string };

export type SubmitBillingDataRequestBody = { timestamp: Date | string; eod: Date | string; period: SubmitBillingDataBodyPeriodInput; billing: { items: ({ billingPlanId: string; resourceId?: string | undefined; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; price: string; quantity: number; units: string; total: string })[]; discounts?: ({ billingPlanId: string; resourceId?: string | undefined; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; amount: string })[] | undefined } | ({ billingPlanId: string; resourceId?: string | undefined; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; price: string; quantity: number; units: string; total: string })[]; usage: ({ resourceId?: string | undefined; name: string; type: 'total' | 'interval' | 'rate'; units: string; dayValue: number; periodValue: number; planValue?: number | undefined })[] };
/** Arguments of submitBillingData. */
export interface SubmitBillingDataRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** The request's body. */
  requestBody: SubmitBillingDataRequestBody;
}
/** What submitBillingData answers. */
export type SubmitBillingDataResponseBody = void;

export type SubmitInvoiceRequestBody = { externalId?: string | undefined; invoiceDate: Date | string; memo?: string | undefined; period: SubmitBillingDataBodyPeriodInput; items: ({ resourceId?: string | undefined; billingPlanId: string; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; price: string; quantity: number; units: string; total: string })[]; discounts?: ({ resourceId?: string | undefined; billingPlanId: string; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; amount: string })[] | undefined; final?: boolean | undefined; test?: { validate?: boolean | undefined; result?: 'paid' | 'notpaid' | 'overdue' | undefined } | undefined };
/** Arguments of submitInvoice. */
export interface SubmitInvoiceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** The request's body. */
  requestBody: SubmitInvoiceRequestBody;
}
/** What submitInvoice answers. */
export type SubmitInvoiceResponseBody = { invoiceId?: string; test?: boolean; validationErrors?: string[] };

/** Arguments of finalizeInstallation. */
export interface FinalizeInstallationRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
}
/** What finalizeInstallation answers. */
export type FinalizeInstallationResponseBody = void;

/** Arguments of getInvoice. */
export interface GetInvoiceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Invoice id: string in the path. */
  invoiceId: string;
}
/** What getInvoice answers. */
export type GetInvoiceResponseBody = { created: string; discounts?: { amount: string; billingPlanId: string; details?: string; end?: string; name: string; resourceId?: string; start?: string }[]; externalId?: string; invoiceDate: string; invoiceId: string; invoiceNumber?: string; items: { billingPlanId: string; details?: string; end?: string; name: string; price: string; quantity: number; resourceId?: string; start?: string; total: string; units: string }[]; memo?: string; paidAt?: string; period: { end: string; start: string }; refundedAt?: string; refundReason?: string; refundTotal?: string; state: 'draft' | 'invoiced' | 'notpaid' | 'overdue' | 'paid' | 'pending' | 'refund_requested' | 'refunded' | 'scheduled' | OpenString; test?: boolean; total: string; updated: string };

export type UpdateInvoiceRequestBody = { action: 'refund'; reason: string; total: string };
/** Arguments of updateInvoice. */
export interface UpdateInvoiceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Invoice id: string in the path. */
  invoiceId: string;
  /** The request's body. */
  requestBody: UpdateInvoiceRequestBody;
}
/** What updateInvoice answers. */
export type UpdateInvoiceResponseBody = void;

export type SubmitPrepaymentBalancesRequestBody = { timestamp: Date | string; balances: ({ resourceId?: string | undefined; credit?: string | undefined; nameLabel?: string | undefined; currencyValueInCents: number })[] };
/** Arguments of submitPrepaymentBalances. */
export interface SubmitPrepaymentBalancesRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** The request's body. */
  requestBody?: SubmitPrepaymentBalancesRequestBody | undefined;
}
/** What submitPrepaymentBalances answers. */
export type SubmitPrepaymentBalancesResponseBody = void;

export type UpdateResourceSecretsRequestBody = UpdateResourceBodySecretsInput;
/** Arguments of updateResourceSecrets. */
export interface UpdateResourceSecretsRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Integration product id or slug: string in the path. */
  integrationProductIdOrSlug: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** The request's body. */
  requestBody: UpdateResourceSecretsRequestBody;
}
/** What updateResourceSecrets answers. */
export type UpdateResourceSecretsResponseBody = void;

export type UpdateResourceSecretsByIdRequestBody = UpdateResourceBodySecretsInput;
/** Arguments of updateResourceSecretsById. */
export interface UpdateResourceSecretsByIdRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** The request's body. */
  requestBody?: UpdateResourceSecretsByIdRequestBody | undefined;
}
/** What updateResourceSecretsById answers. */
export type UpdateResourceSecretsByIdResponseBody = void;

export type CreateInstallationIntegrationConfigurationRequestBody = { items: ({ id: string; slug: string; origin: string; category?: 'experiment' | 'flag' | undefined; name?: string | undefined; description?: string | undefined; isArchived?: boolean | undefined; createdAt?: number | undefined; updatedAt?: number | undefined })[] };
/** Arguments of createInstallationIntegrationConfiguration. */
export interface CreateInstallationIntegrationConfigurationRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** The request's body. */
  requestBody?: CreateInstallationIntegrationConfigurationRequestBody | undefined;
}
/** What createInstallationIntegrationConfiguration answers. */
export type CreateInstallationIntegrationConfigurationResponseBody = void;

export type UpdateInstallationIntegrationConfigurationRequestBody = { slug: string; origin: string; name?: string | undefined; category?: 'experiment' | 'flag' | undefined; description?: string | undefined; isArchived?: boolean | undefined; createdAt?: number | undefined; updatedAt?: number | undefined };
/** Arguments of updateInstallationIntegrationConfiguration. */
export interface UpdateInstallationIntegrationConfigurationRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** Item id: string in the path. */
  itemId: string;
  /** The request's body. */
  requestBody?: UpdateInstallationIntegrationConfigurationRequestBody | undefined;
}
/** What updateInstallationIntegrationConfiguration answers. */
export type UpdateInstallationIntegrationConfigurationResponseBody = void;

/** Arguments of deleteInstallationIntegrationConfiguration. */
export interface DeleteInstallationIntegrationConfigurationRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** Item id: string in the path. */
  itemId: string;
}
/** What deleteInstallationIntegrationConfiguration answers. */
export type DeleteInstallationIntegrationConfigurationResponseBody = void;

/** Arguments of headInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig. */
export interface HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
}
/** What headInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig answers. */
export type HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody = void;
/** @deprecated */
export type CreateInstallationIntegrationEdgeConfigRequest = HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest;
/** @deprecated */
export type CreateInstallationIntegrationEdgeConfigResponseBody = HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody;

/** Arguments of getInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig. */
export interface GetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
}
/** What getInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig answers. */
export type GetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody = GetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig | undefined;

export type ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequestBody = { data: Record<string, unknown> };
/** Arguments of replaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig. */
export interface ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** The request's body. */
  requestBody?: ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequestBody | undefined;
}
/** What replaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig answers. */
export type ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody = GetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig;
/** @deprecated */
export type UpdateInstallationIntegrationEdgeConfigRequest = ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest;
/** @deprecated */
export type UpdateInstallationIntegrationEdgeConfigRequestBody = ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequestBody;
/** @deprecated */
export type UpdateInstallationIntegrationEdgeConfigResponseBody = ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody;
