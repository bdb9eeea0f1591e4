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
   * Lists the top-level domains that can be bought or transferred in.
   * GET /v1/registrar/tlds/supported
   */
  getSupportedTlds(request?: GetSupportedTldsRequest, options?: CallOptions): CallPromise<GetSupportedTldsResponseBody> {
    return asValue(domainsRegistrarGetSupportedTlds(this.#core, request, options));
  }

  /**
   * Reads what is known about one top-level domain, for example the languages it supports.
   * GET /v1/registrar/tlds/{tld}
   */
  getTld(request: GetTldRequest, options?: CallOptions): CallPromise<GetTldResponseBody> {
    return asValue(domainsRegistrarGetTld(this.#core, request, options));
  }

  /**
   * Quotes the prices of one top-level domain: purchase, renewal and transfer.
   * GET /v1/registrar/tlds/{tld}/price
   */
  getTldPrice(request: GetTldPriceRequest, options?: CallOptions): CallPromise<GetTldPriceResponseBody> {
    return asValue(domainsRegistrarGetTldPrice(this.#core, request, options));
  }

  /**
   * Tells whether a domain name is free and can be bought.
   * GET /v1/registrar/domains/{domain}/availability
   */
  getDomainAvailability(request: GetDomainAvailabilityRequest, options?: CallOptions): CallPromise<GetDomainAvailabilityResponseBody> {
    return asValue(domainsRegistrarGetDomainAvailability(this.#core, request, options));
  }

  /**
   * Quotes what it costs to buy, renew or transfer one domain.
   * GET /v1/registrar/domains/{domain}/price
   */
  getDomainPrice(request: GetDomainPriceRequest, options?: CallOptions): CallPromise<GetDomainPriceResponseBody> {
    return asValue(domainsRegistrarGetDomainPrice(this.#core, request, options));
  }

  /**
   * Quotes the prices of several domains at once.
   * POST /v1/registrar/domains/price
   */
  getBulkPrice(request: GetBulkPriceRequest, options?: CallOptions): CallPromise<GetBulkPriceResponseBody> {
    return asValue(domainsRegistrarGetBulkPrice(this.#core, request, options));
  }

  /**
   * Tells which of several domain names are free and can be bought.
   * POST /v1/registrar/domains/availability
   */
  getBulkAvailability(request: GetBulkAvailabilityRequest, options?: CallOptions): CallPromise<GetBulkAvailabilityResponseBody> {
    return asValue(domainsRegistrarGetBulkAvailability(this.#core, request, options));
  }

  /**
   * Searches for domain names and tells which are free and what they cost.
   * POST /v1/registrar/domains/search
   */
  searchDomains(request: SearchDomainsRequest, options?: CallOptions): CallPromise<SearchDomainsResponseBody> {
    return asValue(domainsRegistrarSearchDomains(this.#core, request, options));
  }

  /**
   * Gives the fields of contact information that a domain's registry asks for.
   * GET /v1/registrar/domains/{domain}/contact-info/schema
   */
  getContactInfoSchema(request: GetContactInfoSchemaRequest, options?: CallOptions): CallPromise<GetContactInfoSchemaResponseBody> {
    return asValue(domainsRegistrarGetContactInfoSchema(this.#core, request, options));
  }

  /**
   * Gives the authorisation code with which a domain can be transferred out to another registrar.
   * GET /v1/registrar/domains/{domain}/auth-code
   */
  getDomainAuthCode(request: GetDomainAuthCodeRequest, options?: CallOptions): CallPromise<GetDomainAuthCodeResponseBody> {
    return asValue(domainsRegistrarGetDomainAuthCode(this.#core, request, options));
  }

  /**
   * Buys one domain at the stated price; this spends money.
   * POST /v1/registrar/domains/{domain}/buy
   */
  buySingleDomain(request: BuySingleDomainRequest, options?: CallOptions): CallPromise<BuySingleDomainResponseBody> {
    return asValue(domainsRegistrarBuySingleDomain(this.#core, request, options));
  }

  /**
   * Buys several domains in one order; this spends money.
   * POST /v1/registrar/domains/buy
   */
  buyDomains(request: BuyDomainsRequest, options?: CallOptions): CallPromise<BuyDomainsResponseBody> {
    return asValue(domainsRegistrarBuyDomains(this.#core, request, options));
  }

  /**
   * Moves a domain here from another registrar with its authorisation code; this spends money.
   * POST /v1/registrar/domains/{domain}/transfer
   */
  transferInDomain(request: TransferInDomainRequest, options?: CallOptions): CallPromise<TransferInDomainResponseBody> {
    return asValue(domainsRegistrarTransferInDomain(this.#core, request, options));
  }

  /**
   * Tells how far the transfer of a domain from another registrar is.
   * GET /v1/registrar/domains/{domain}/transfer
   */
  getDomainTransferIn(request: GetDomainTransferInRequest, options?: CallOptions): CallPromise<GetDomainTransferInResponseBody> {
    return asValue(domainsRegistrarGetDomainTransferIn(this.#core, request, options));
  }

  /**
   * Renews a domain before it expires, at the stated price; this spends money.
   * POST /v1/registrar/domains/{domain}/renew
   */
  renewDomain(request: RenewDomainRequest, options?: CallOptions): CallPromise<RenewDomainResponseBody> {
    return asValue(domainsRegistrarRenewDomain(this.#core, request, options));
  }

  /**
   * Switches on or off that a domain renews itself before it expires.
   * PATCH /v1/registrar/domains/{domain}/auto-renew
   */
  updateDomainAutoRenew(request: UpdateDomainAutoRenewRequest, options?: CallOptions): CallPromise<UpdateDomainAutoRenewResponseBody> {
    return asValue(domainsRegistrarUpdateDomainAutoRenew(this.#core, request, options));
  }

  /**
   * Changes the name servers that a domain is delegated to.
   * PATCH /v1/registrar/domains/{domain}/nameservers
   */
  updateDomainNameservers(request: UpdateDomainNameserversRequest, options?: CallOptions): CallPromise<UpdateDomainNameserversResponseBody> {
    return asValue(domainsRegistrarUpdateDomainNameservers(this.#core, request, options));
  }

  /**
   * Tells whether the registrant's contact address of a domain has been verified.
   * GET /v1/registrar/domains/{domain}/contact-verification
   */
  getDomainContactVerification(request: GetDomainContactVerificationRequest, options?: CallOptions): CallPromise<GetDomainContactVerificationResponseBody> {
    return asValue(domainsRegistrarGetDomainContactVerification(this.#core, request, options));
  }

  /**
   * Reads an order of domains and how far it is.
   * GET /v1/registrar/orders/{orderId}
   */
  getOrder(request: GetOrderRequest, options?: CallOptions): CallPromise<GetOrderResponseBody> {
    return asValue(domainsRegistrarGetOrder(this.#core, request, options));
  }
}
