// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { domainsGetDomainConfig } from '../funcs/domainsGetDomainConfig.ts';
import { domainsGetDomainVerificationRecord } from '../funcs/domainsGetDomainVerificationRecord.ts';
import { domainsClaimDomainOwnership } from '../funcs/domainsClaimDomainOwnership.ts';
import { domainsGetDomainProjectDomains } from '../funcs/domainsGetDomainProjectDomains.ts';
import { domainsGetDomain } from '../funcs/domainsGetDomain.ts';
import { domainsGetDomains } from '../funcs/domainsGetDomains.ts';
import { domainsCreateOrTransferDomain } from '../funcs/domainsCreateOrTransferDomain.ts';
import { domainsPatchDomain } from '../funcs/domainsPatchDomain.ts';
import { domainsDeleteDomain } from '../funcs/domainsDeleteDomain.ts';
import { domainsBuyDomain } from '../funcs/domainsBuyDomain.ts';
import { domainsCheckDomainPrice } from '../funcs/domainsCheckDomainPrice.ts';
import { domainsCheckDomainStatus } from '../funcs/domainsCheckDomainStatus.ts';
import { domainsGetDomainTransfer } from '../funcs/domainsGetDomainTransfer.ts';
import type { BuyDomainRequest, BuyDomainResponseBody, CheckDomainPriceRequest, CheckDomainPriceResponseBody, CheckDomainStatusRequest, CheckDomainStatusResponseBody, ClaimDomainOwnershipRequest, ClaimDomainOwnershipResponseBody, CreateOrTransferDomainRequest, CreateOrTransferDomainResponseBody, DeleteDomainRequest, DeleteDomainResponseBody, GetDomainConfigRequest, GetDomainConfigResponseBody, GetDomainProjectDomainsRequest, GetDomainProjectDomainsResponseBody, GetDomainRequest, GetDomainResponseBody, GetDomainTransferRequest, GetDomainTransferResponseBody, GetDomainVerificationRecordRequest, GetDomainVerificationRecordResponseBody, GetDomainsRequest, GetDomainsResponseBody, PatchDomainRequest, PatchDomainResponseBody } from '../types/domains.ts';

export class Domains {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Reads how a domain's DNS is set up and what it should be.
   * GET /v6/domains/{domain}/config
   */
  getDomainConfig(request: GetDomainConfigRequest, options?: CallOptions): CallPromise<GetDomainConfigResponseBody> {
    return asValue(domainsGetDomainConfig(this.#core, request, options));
  }

  /**
   * Gives the TXT record that proves the ownership of a domain.
   * GET /v9/domains/{domain}/verification
   */
  getDomainVerificationRecord(request: GetDomainVerificationRecordRequest, options?: CallOptions): CallPromise<GetDomainVerificationRecordResponseBody> {
    return asValue(domainsGetDomainVerificationRecord(this.#core, request, options));
  }

  /**
   * Claims a domain that another account holds, once its TXT record proves the ownership.
   * POST /v9/domains/{domain}/claim
   */
  claimDomainOwnership(request: ClaimDomainOwnershipRequest, options?: CallOptions): CallPromise<ClaimDomainOwnershipResponseBody> {
    return asValue(domainsClaimDomainOwnership(this.#core, request, options));
  }

  /**
   * Lists the projects that use a domain or one of its subdomains, page by page.
   * GET /v1/domains/{domain}/project-domains
   */
  getDomainProjectDomains(request: GetDomainProjectDomainsRequest, options?: CallOptions): CallPromise<GetDomainProjectDomainsResponseBody> {
    return asValue(domainsGetDomainProjectDomains(this.#core, request, options));
  }

  /**
   * Reads one domain of the account or team.
   * GET /v5/domains/{domain}
   */
  getDomain(request: GetDomainRequest, options?: CallOptions): CallPromise<GetDomainResponseBody> {
    return asValue(domainsGetDomain(this.#core, request, options));
  }

  /**
   * Lists the domains of the account or team, page by page.
   * GET /v5/domains
   */
  getDomains(request?: GetDomainsRequest, options?: CallOptions): CallPromise<GetDomainsResponseBody> {
    return asValue(domainsGetDomains(this.#core, request, options));
  }

  /**
   * Adds a domain you own, or moves one in from another account or registrar.
   * POST /v7/domains
   */
  createOrTransferDomain(request?: CreateOrTransferDomainRequest, options?: CallOptions): CallPromise<CreateOrTransferDomainResponseBody> {
    return asValue(domainsCreateOrTransferDomain(this.#core, request, options));
  }

  /**
   * Changes a domain's settings, or moves the domain to another account.
   * PATCH /v3/domains/{domain}
   */
  patchDomain(request: PatchDomainRequest, options?: CallOptions): CallPromise<PatchDomainResponseBody> {
    return asValue(domainsPatchDomain(this.#core, request, options));
  }

  /**
   * Removes a domain from the account or team.
   * DELETE /v6/domains/{domain}
   */
  deleteDomain(request: DeleteDomainRequest, options?: CallOptions): CallPromise<DeleteDomainResponseBody> {
    return asValue(domainsDeleteDomain(this.#core, request, options));
  }

  /**
   * Buys a domain at the stated price; this spends money.
   * POST /v5/domains/buy
   * @deprecated No longer in the description of the API.
   */
  buyDomain(request: BuyDomainRequest, options?: CallOptions): CallPromise<BuyDomainResponseBody> {
    return asValue(domainsBuyDomain(this.#core, request, options));
  }

  /**
   * Quotes what it costs to buy, renew, transfer or redeem a domain.
   * GET /v4/domains/price
   * @deprecated No longer in the description of the API.
   */
  checkDomainPrice(request: CheckDomainPriceRequest, options?: CallOptions): CallPromise<CheckDomainPriceResponseBody> {
    return asValue(domainsCheckDomainPrice(this.#core, request, options));
  }

  /**
   * Tells whether a domain name can still be bought.
   * GET /v4/domains/status
   * @deprecated No longer in the description of the API.
   */
  checkDomainStatus(request: CheckDomainStatusRequest, options?: CallOptions): CallPromise<CheckDomainStatusResponseBody> {
    return asValue(domainsCheckDomainStatus(this.#core, request, options));
  }

  /**
   * Tells whether a domain can be transferred in, and how far a running transfer is.
   * GET /v1/domains/{domain}/registry
   * @deprecated No longer in the description of the API.
   */
  getDomainTransfer(request: GetDomainTransferRequest, options?: CallOptions): CallPromise<GetDomainTransferResponseBody> {
    return asValue(domainsGetDomainTransfer(this.#core, request, options));
  }
}
