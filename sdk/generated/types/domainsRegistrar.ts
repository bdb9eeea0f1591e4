// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { BuySingleDomain, BuySingleDomainBodyContactInformationInput, CheckDomainStatus, GetOrderDomainsItemError, GetOrderDomainsItemError2, GetOrderDomainsItemStatus, GetTldPrice, TransferInDomainBodyContactInformationInput } from './shared.ts';

/** Arguments of getSupportedTlds. */
export interface GetSupportedTldsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getSupportedTlds answers. */
export type GetSupportedTldsResponseBody = string[];

/** Arguments of getTld. */
export interface GetTldRequest {
  /** Tld: string in the path. */
  tld: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getTld answers. */
export type GetTldResponseBody = { supportedLanguageCodes: { [key: string]: string } };

/** Arguments of getTldPrice. */
export interface GetTldPriceRequest {
  /** Tld: string in the path. */
  tld: string;
  /** Years: string in the query. */
  years?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getTldPrice answers. */
export type GetTldPriceResponseBody = GetTldPrice;

/** Arguments of getDomainAvailability. */
export interface GetDomainAvailabilityRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getDomainAvailability answers. */
export type GetDomainAvailabilityResponseBody = CheckDomainStatus;

/** Arguments of getDomainPrice. */
export interface GetDomainPriceRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Years: string in the query. */
  years?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getDomainPrice answers. */
export type GetDomainPriceResponseBody = GetTldPrice;

export type GetBulkPriceRequestBody = { domains: string[]; years?: number | undefined };
/** Arguments of getBulkPrice. */
export interface GetBulkPriceRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** The request's body. */
  requestBody: GetBulkPriceRequestBody;
}
/** What getBulkPrice answers. */
export type GetBulkPriceResponseBody = { results: ({ domain: string; years: number; purchasePrice: number | string; renewalPrice: number | string; transferPrice: number | string })[] };

export type GetBulkAvailabilityRequestBody = { domains: string[] };
/** Arguments of getBulkAvailability. */
export interface GetBulkAvailabilityRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** The request's body. */
  requestBody: GetBulkAvailabilityRequestBody;
}
/** What getBulkAvailability answers. */
export type GetBulkAvailabilityResponseBody = { results: { domain: string; available: boolean }[] };

export type SearchDomainsRequestBody = { domains: string[] };
/** Arguments of searchDomains. */
export interface SearchDomainsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** The request's body. */
  requestBody: SearchDomainsRequestBody;
}
/** What searchDomains answers. */
export type SearchDomainsResponseBody = { results: ({ domain: string; available: true; years: number; price: number; renewalPrice: number; premium: boolean } | { domain: string; available: false })[] };

/** Arguments of getContactInfoSchema. */
export interface GetContactInfoSchemaRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getContactInfoSchema answers. */
export type GetContactInfoSchemaResponseBody = Record<string, unknown>;

/** Arguments of getDomainAuthCode. */
export interface GetDomainAuthCodeRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getDomainAuthCode answers. */
export type GetDomainAuthCodeResponseBody = { authCode: string };

export type BuySingleDomainRequestBody = { autoRenew: boolean; years: number; expectedPrice: number; contactInformation: BuySingleDomainBodyContactInformationInput; languageCode?: string | undefined };
/** Arguments of buySingleDomain. */
export interface BuySingleDomainRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** The request's body. */
  requestBody: BuySingleDomainRequestBody;
}
/** What buySingleDomain answers. */
export type BuySingleDomainResponseBody = BuySingleDomain;

export type BuyDomainsRequestBody = { domains: ({ domainName: string; autoRenew: boolean; years: number; expectedPrice: number; languageCode?: string | undefined })[]; contactInformation: BuySingleDomainBodyContactInformationInput };
/** Arguments of buyDomains. */
export interface BuyDomainsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** The request's body. */
  requestBody: BuyDomainsRequestBody;
}
/** What buyDomains answers. */
export type BuyDomainsResponseBody = BuySingleDomain;

export type TransferInDomainRequestBody = { authCode: string; autoRenew: boolean; years: number; expectedPrice: number; contactInformation: TransferInDomainBodyContactInformationInput };
/** Arguments of transferInDomain. */
export interface TransferInDomainRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** The request's body. */
  requestBody: TransferInDomainRequestBody;
}
/** What transferInDomain answers. */
export type TransferInDomainResponseBody = BuySingleDomain;

/** Arguments of getDomainTransferIn. */
export interface GetDomainTransferInRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getDomainTransferIn answers. */
export type GetDomainTransferInResponseBody = { status: 'canceled' | 'canceled_pending_refund' | 'completed' | 'created' | 'failed' | 'pending' | 'pending_insert' | 'pending_new_auth_code' | 'pending_transfer' | 'pending_unlock' | 'pending_registry_unlock' | 'rejected' | 'submitting_transfer' | OpenString };

export type RenewDomainRequestBody = { years: number; expectedPrice: number; contactInformation?: TransferInDomainBodyContactInformationInput | undefined };
/** Arguments of renewDomain. */
export interface RenewDomainRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** The request's body. */
  requestBody: RenewDomainRequestBody;
}
/** What renewDomain answers. */
export type RenewDomainResponseBody = BuySingleDomain;

export type UpdateDomainAutoRenewRequestBody = { autoRenew: boolean };
/** Arguments of updateDomainAutoRenew. */
export interface UpdateDomainAutoRenewRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** The request's body. */
  requestBody: UpdateDomainAutoRenewRequestBody;
}
/** What updateDomainAutoRenew answers. */
export type UpdateDomainAutoRenewResponseBody = void;

export type UpdateDomainNameserversRequestBody = { nameservers: string[] };
/** Arguments of updateDomainNameservers. */
export interface UpdateDomainNameserversRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** The request's body. */
  requestBody: UpdateDomainNameserversRequestBody;
}
/** What updateDomainNameservers answers. */
export type UpdateDomainNameserversResponseBody = void;

/** Arguments of getDomainContactVerification. */
export interface GetDomainContactVerificationRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getDomainContactVerification answers. */
export type GetDomainContactVerificationResponseBody = { verified: false; verifyBy: string; email: string } | { verified: true };

/** Arguments of getOrder. */
export interface GetOrderRequest {
  /** Order id: string in the path. */
  orderId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
}
/** What getOrder answers. */
export type GetOrderResponseBody = { orderId: string; domains: ({ purchaseType: 'purchase' | OpenString; autoRenew: boolean; years: number; domainName: string; status: GetOrderDomainsItemStatus; price: number; error?: GetOrderDomainsItemError } | { purchaseType: 'renewal' | OpenString; years: number; domainName: string; status: GetOrderDomainsItemStatus; price: number; error?: GetOrderDomainsItemError } | { purchaseType: 'transfer' | OpenString; autoRenew: boolean; years: number; domainName: string; status: GetOrderDomainsItemStatus; price: number; error?: GetOrderDomainsItemError })[]; status: 'draft' | 'purchasing' | 'completed' | 'failed' | OpenString; error?: GetOrderDomainsItemError2 | { code: 'payment-failed' | OpenString } | { code: 'tld-outage' | OpenString; details: { tlds: { tldName: string; endsAt: string }[] } } | { code: 'price-mismatch' | OpenString; details: { expectedPrice: number; actualPrice?: number } } | { code: 'unexpected-error' | OpenString } | { code: 'claims-required' | OpenString; details: { message: string; domainNames: string[] } } | { code: 'domain-mismatch' | OpenString } };
