// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { domainsRegistrarGetSupportedTlds } from '../funcs/domainsRegistrarGetSupportedTlds.ts';
import { domainsRegistrarGetTld } from '../funcs/domainsRegistrarGetTld.ts';
import { domainsRegistrarGetTldPrice } from '../funcs/domainsRegistrarGetTldPrice.ts';
import { domainsRegistrarGetDomainAvailability } from '../funcs/domainsRegistrarGetDomainAvailability.ts';
import { domainsRegistrarGetDomainPrice } from '../funcs/domainsRegistrarGetDomainPrice.ts';
import { domainsRegistrarGetBulkPrice } from '../funcs/domainsRegistrarGetBulkPrice.ts';
import { domainsRegistrarGetBulkAvailability } from '../funcs/domainsRegistrarGetBulkAvailability.ts';
import { domainsRegistrarSearchDomains } from '../funcs/domainsRegistrarSearchDomains.ts';
import { domainsRegistrarGetContactInfoSchema } from '../funcs/domainsRegistrarGetContactInfoSchema.ts';
import { domainsRegistrarGetDomainAuthCode } from '../funcs/domainsRegistrarGetDomainAuthCode.ts';
import { domainsRegistrarBuySingleDomain } from '../funcs/domainsRegistrarBuySingleDomain.ts';
import { domainsRegistrarBuyDomains } from '../funcs/domainsRegistrarBuyDomains.ts';
import { domainsRegistrarTransferInDomain } from '../funcs/domainsRegistrarTransferInDomain.ts';
import { domainsRegistrarGetDomainTransferIn } from '../funcs/domainsRegistrarGetDomainTransferIn.ts';
import { domainsRegistrarRenewDomain } from '../funcs/domainsRegistrarRenewDomain.ts';
import { domainsRegistrarUpdateDomainAutoRenew } from '../funcs/domainsRegistrarUpdateDomainAutoRenew.ts';
import { domainsRegistrarUpdateDomainNameservers } from '../funcs/domainsRegistrarUpdateDomainNameservers.ts';
import { domainsRegistrarGetDomainContactVerification } from '../funcs/domainsRegistrarGetDomainContactVerification.ts';
import { domainsRegistrarGetOrder } from '../funcs/domainsRegistrarGetOrder.ts';
import type { BuyDomainsRequest, BuyDomainsResponseBody, BuySingleDomainRequest, BuySingleDomainResponseBody, GetBulkAvailabilityRequest, GetBulkAvailabilityResponseBody, GetBulkPriceRequest, GetBulkPriceResponseBody, GetContactInfoSchemaRequest, GetContactInfoSchemaResponseBody, GetDomainAuthCodeRequest, GetDomainAuthCodeResponseBody, GetDomainAvailabilityRequest, GetDomainAvailabilityResponseBody, GetDomainContactVerificationRequest, GetDomainContactVerificationResponseBody, GetDomainPriceRequest, GetDomainPriceResponseBody, GetDomainTransferInRequest, GetDomainTransferInResponseBody, GetOrderRequest, GetOrderResponseBody, GetSupportedTldsRequest, GetSupportedTldsResponseBody, GetTldPriceRequest, GetTldPriceResponseBody, GetTldRequest, GetTldResponseBody, RenewDomainRequest, RenewDomainResponseBody, SearchDomainsRequest, SearchDomainsResponseBody, TransferInDomainRequest, TransferInDomainResponseBody, UpdateDomainAutoRenewRequest, UpdateDomainAutoRenewResponseBody, UpdateDomainNameserversRequest, UpdateDomainNameserversResponseBody } from '../types/domainsRegistrar.ts';

export class DomainsRegistrar {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Get supported tlds (GET /registrar/tlds/supported).
   * GET /v1/registrar/tlds/supported
   */
  getSupportedTlds(request?: GetSupportedTldsRequest, options?: CallOptions): CallPromise<GetSupportedTldsResponseBody> {
    return asValue(domainsRegistrarGetSupportedTlds(this.#core, request, options));
  }

  /**
   * Get tld (GET /registrar/tlds/{tld}).
   * GET /v1/registrar/tlds/{tld}
   */
  getTld(request: GetTldRequest, options?: CallOptions): CallPromise<GetTldResponseBody> {
    return asValue(domainsRegistrarGetTld(this.#core, request, options));
  }

  /**
   * Get tld price (GET /registrar/tlds/{tld}/price).
   * GET /v1/registrar/tlds/{tld}/price
   */
  getTldPrice(request: GetTldPriceRequest, options?: CallOptions): CallPromise<GetTldPriceResponseBody> {
    return asValue(domainsRegistrarGetTldPrice(this.#core, request, options));
  }

  /**
   * Get domain availability (GET /registrar/domains/{domain}/availability).
   * GET /v1/registrar/domains/{domain}/availability
   */
  getDomainAvailability(request: GetDomainAvailabilityRequest, options?: CallOptions): CallPromise<GetDomainAvailabilityResponseBody> {
    return asValue(domainsRegistrarGetDomainAvailability(this.#core, request, options));
  }

  /**
   * Get domain price (GET /registrar/domains/{domain}/price).
   * GET /v1/registrar/domains/{domain}/price
   */
  getDomainPrice(request: GetDomainPriceRequest, options?: CallOptions): CallPromise<GetDomainPriceResponseBody> {
    return asValue(domainsRegistrarGetDomainPrice(this.#core, request, options));
  }

  /**
   * Get bulk price (POST /registrar/domains/price).
   * POST /v1/registrar/domains/price
   */
  getBulkPrice(request: GetBulkPriceRequest, options?: CallOptions): CallPromise<GetBulkPriceResponseBody> {
    return asValue(domainsRegistrarGetBulkPrice(this.#core, request, options));
  }

  /**
   * Get bulk availability (POST /registrar/domains/availability).
   * POST /v1/registrar/domains/availability
   */
  getBulkAvailability(request: GetBulkAvailabilityRequest, options?: CallOptions): CallPromise<GetBulkAvailabilityResponseBody> {
    return asValue(domainsRegistrarGetBulkAvailability(this.#core, request, options));
  }

  /**
   * Search domains (POST /registrar/domains/search).
   * POST /v1/registrar/domains/search
   */
  searchDomains(request: SearchDomainsRequest, options?: CallOptions): CallPromise<SearchDomainsResponseBody> {
    return asValue(domainsRegistrarSearchDomains(this.#core, request, options));
  }

  /**
   * Get contact info schema (GET /registrar/domains/{domain}/contact-info/schema).
   * GET /v1/registrar/domains/{domain}/contact-info/schema
   */
  getContactInfoSchema(request: GetContactInfoSchemaRequest, options?: CallOptions): CallPromise<GetContactInfoSchemaResponseBody> {
    return asValue(domainsRegistrarGetContactInfoSchema(this.#core, request, options));
  }

  /**
   * Get domain auth code (GET /registrar/domains/{domain}/auth-code).
   * GET /v1/registrar/domains/{domain}/auth-code
   */
  getDomainAuthCode(request: GetDomainAuthCodeRequest, options?: CallOptions): CallPromise<GetDomainAuthCodeResponseBody> {
    return asValue(domainsRegistrarGetDomainAuthCode(this.#core, request, options));
  }

  /**
   * Buy single domain (POST /registrar/domains/{domain}/buy).
   * POST /v1/registrar/domains/{domain}/buy
   */
  buySingleDomain(request: BuySingleDomainRequest, options?: CallOptions): CallPromise<BuySingleDomainResponseBody> {
    return asValue(domainsRegistrarBuySingleDomain(this.#core, request, options));
  }

  /**
   * Buy domains (POST /registrar/domains/buy).
   * POST /v1/registrar/domains/buy
   */
  buyDomains(request: BuyDomainsRequest, options?: CallOptions): CallPromise<BuyDomainsResponseBody> {
    return asValue(domainsRegistrarBuyDomains(this.#core, request, options));
  }

  /**
   * Transfer in domain (POST /registrar/domains/{domain}/transfer).
   * POST /v1/registrar/domains/{domain}/transfer
   */
  transferInDomain(request: TransferInDomainRequest, options?: CallOptions): CallPromise<TransferInDomainResponseBody> {
    return asValue(domainsRegistrarTransferInDomain(this.#core, request, options));
  }

  /**
   * Get domain transfer in (GET /registrar/domains/{domain}/transfer).
   * GET /v1/registrar/domains/{domain}/transfer
   */
  getDomainTransferIn(request: GetDomainTransferInRequest, options?: CallOptions): CallPromise<GetDomainTransferInResponseBody> {
    return asValue(domainsRegistrarGetDomainTransferIn(this.#core, request, options));
  }

  /**
   * Renew domain (POST /registrar/domains/{domain}/renew).
   * POST /v1/registrar/domains/{domain}/renew
   */
  renewDomain(request: RenewDomainRequest, options?: CallOptions): CallPromise<RenewDomainResponseBody> {
    return asValue(domainsRegistrarRenewDomain(this.#core, request, options));
  }

  /**
   * Update domain auto renew (PATCH /registrar/domains/{domain}/auto-renew).
   * PATCH /v1/registrar/domains/{domain}/auto-renew
   */
  updateDomainAutoRenew(request: UpdateDomainAutoRenewRequest, options?: CallOptions): CallPromise<UpdateDomainAutoRenewResponseBody> {
    return asValue(domainsRegistrarUpdateDomainAutoRenew(this.#core, request, options));
  }

  /**
   * Update domain nameservers (PATCH /registrar/domains/{domain}/nameservers).
   * PATCH /v1/registrar/domains/{domain}/nameservers
   */
  updateDomainNameservers(request: UpdateDomainNameserversRequest, options?: CallOptions): CallPromise<UpdateDomainNameserversResponseBody> {
    return asValue(domainsRegistrarUpdateDomainNameservers(this.#core, request, options));
  }

  /**
   * Get domain contact verification (GET /registrar/domains/{domain}/contact-verification).
   * GET /v1/registrar/domains/{domain}/contact-verification
   */
  getDomainContactVerification(request: GetDomainContactVerificationRequest, options?: CallOptions): CallPromise<GetDomainContactVerificationResponseBody> {
    return asValue(domainsRegistrarGetDomainContactVerification(this.#core, request, options));
  }

  /**
   * Get order (GET /registrar/orders/{orderId}).
   * GET /v1/registrar/orders/{orderId}
   */
  getOrder(request: GetOrderRequest, options?: CallOptions): CallPromise<GetOrderResponseBody> {
    return asValue(domainsRegistrarGetOrder(this.#core, request, options));
  }
}
