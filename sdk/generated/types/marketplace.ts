// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { EdgeConfigItemValue, GetIntegrationResourcesResourcesItemNotification, GetIntegrationResourcesResourcesItemProtocolSettings, GetIntegrationResourcesResourcesItemStatus, ImportResourceBodyStatusInput, SubmitBillingDataBodyPeriodInput, UpdateResourceSecretsBodyInput } from './shared.ts';

/** Argument of exchangeSsoToken. */
export type ExchangeSsoTokenRequest = { code: string; state?: string | undefined; clientId: string; clientSecret: string; redirectUri?: string | undefined; grantType?: 'authorization_code' | undefined };
/** What exchangeSsoToken answers. */
export type ExchangeSsoTokenResponseBody = { idToken: string; accessToken: string | null; tokenType: string | null };

/** Arguments of getAccountInfo. */
export interface GetAccountInfoRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
}
/** What getAccountInfo answers. */
export type GetAccountInfoResponseBody = { name?: string; url: string; contact: { email: string; name?: string } | null };

/** Arguments of getMember. */
export interface GetMemberRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Member id: string in the path. */
  memberId: string;
}
/** What getMember answers. */
export type GetMemberResponseBody = { id: string; role: 'ADMIN' | 'USER' | OpenString };

export type CreateEventRequestBody = { event: { type: 'installation.updated'; billingPlanId?: string | undefined } | { type: 'resource.updated'; productId: string; resourceId: string } };
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
export type GetIntegrationResourcesResponseBody = { resources: ({ partnerId: string; internalId: string; name: string; status?: GetIntegrationResourcesResourcesItemStatus; productId: string; protocolSettings?: GetIntegrationResourcesResourcesItemProtocolSettings; notification?: GetIntegrationResourcesResourcesItemNotification; billingPlanId?: string; metadata?: { [key: string]: string | number | boolean | string[] | number[] } })[] };

/** Arguments of getIntegrationResource. */
export interface GetIntegrationResourceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
}
/** What getIntegrationResource answers. */
export type GetIntegrationResourceResponseBody = { id: string; internalId: string; name: string; status?: GetIntegrationResourcesResourcesItemStatus; productId: string; protocolSettings?: GetIntegrationResourcesResourcesItemProtocolSettings; notification?: GetIntegrationResourcesResourcesItemNotification; billingPlanId?: string; metadata?: { [key: string]: string | number | boolean | string[] | number[] } };

/** Arguments of deleteIntegrationResource. */
export interface DeleteIntegrationResourceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
}
/** What deleteIntegrationResource answers. */
export type DeleteIntegrationResourceResponseBody = void;

export type ImportResourceRequestBody = { ownership?: 'owned' | 'linked' | 'sandbox' | undefined; productId: string; name: string; status: ImportResourceBodyStatusInput; metadata?: Record<string, unknown> | undefined; billingPlan?: { id: string; type: 'prepayment' | 'subscription'; name: string; description?: string | undefined; paymentMethodRequired?: boolean | undefined; cost?: string | undefined; details?: ({ label: string; value?: string | undefined })[] | undefined; highlightedDetails?: ({ label: string; value?: string | undefined })[] | undefined; effectiveDate?: string | undefined } & Record<string, unknown> | undefined; notification?: { level: 'info' | 'warn' | 'error'; title: string; message?: string | undefined; href?: string | undefined } | undefined; extras?: Record<string, unknown> | undefined; secrets?: ({ name: string; value: string; prefix?: string | undefined; environmentOverrides?: { development?: string | undefined; preview?: string | undefined; production?: string | undefined } | undefined })[] | undefined };
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

export type SubmitBillingDataRequestBody = { timestamp: Date | string; eod: Date | string; period: SubmitBillingDataBodyPeriodInput; billing: ({ billingPlanId: string; resourceId?: string | undefined; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; price: string; quantity: number; units: string; total: string })[] | { items: ({ billingPlanId: string; resourceId?: string | undefined; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; price: string; quantity: number; units: string; total: string })[]; discounts?: ({ billingPlanId: string; resourceId?: string | undefined; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; amount: string })[] | undefined }; usage: ({ resourceId?: string | undefined; name: string; type: 'total' | 'interval' | 'rate'; units: string; dayValue: number; periodValue: number; planValue?: number | undefined })[] };
/** Arguments of submitBillingData. */
export interface SubmitBillingDataRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** The request's body. */
  requestBody: SubmitBillingDataRequestBody;
}
/** What submitBillingData answers. */
export type SubmitBillingDataResponseBody = void;

export type SubmitInvoiceRequestBody = { externalId?: string | undefined; invoiceDate: Date | string; memo?: string | undefined; period: SubmitBillingDataBodyPeriodInput; items: ({ resourceId?: string | undefined; billingPlanId: string; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; price: string; quantity: number; units: string; total: string })[]; discounts?: ({ resourceId?: string | undefined; billingPlanId: string; start?: Date | string | undefined; end?: Date | string | undefined; name: string; details?: string | undefined; amount: string })[] | undefined; test?: { validate?: boolean | undefined; result?: 'paid' | 'notpaid' | undefined } | undefined };
/** Arguments of submitInvoice. */
export interface SubmitInvoiceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** The request's body. */
  requestBody: SubmitInvoiceRequestBody;
}
/** What submitInvoice answers. */
export type SubmitInvoiceResponseBody = { invoiceId?: string; test?: boolean; validationErrors?: string[] };

/** Arguments of getInvoice. */
export interface GetInvoiceRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Invoice id: string in the path. */
  invoiceId: string;
}
/** What getInvoice answers. */
export type GetInvoiceResponseBody = { test?: boolean; invoiceId: string; externalId?: string; state: 'pending' | 'scheduled' | 'invoiced' | 'paid' | 'notpaid' | 'refund_requested' | 'refunded' | OpenString; invoiceNumber?: string; invoiceDate: string; period: { start: string; end: string }; memo?: string; items: { billingPlanId: string; resourceId?: string; start?: string; end?: string; name: string; details?: string; price: string; quantity: number; units: string; total: string }[]; discounts?: { billingPlanId: string; resourceId?: string; start?: string; end?: string; name: string; details?: string; amount: string }[]; total: string; refundReason?: string; refundTotal?: string; created: string; updated: string };

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

export type UpdateResourceSecretsRequestBody = UpdateResourceSecretsBodyInput;
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

export type UpdateResourceSecretsByIdRequestBody = UpdateResourceSecretsBodyInput;
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

/** Arguments of createInstallationIntegrationEdgeConfig. */
export interface CreateInstallationIntegrationEdgeConfigRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
}
/** What createInstallationIntegrationEdgeConfig answers. */
export type CreateInstallationIntegrationEdgeConfigResponseBody = void;

export type UpdateInstallationIntegrationEdgeConfigRequestBody = { data: Record<string, unknown> };
/** Arguments of updateInstallationIntegrationEdgeConfig. */
export interface UpdateInstallationIntegrationEdgeConfigRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** The request's body. */
  requestBody?: UpdateInstallationIntegrationEdgeConfigRequestBody | undefined;
}
/** What updateInstallationIntegrationEdgeConfig answers. */
export type UpdateInstallationIntegrationEdgeConfigResponseBody = { items: { [key: string]: EdgeConfigItemValue }; updatedAt: number; digest: string };
