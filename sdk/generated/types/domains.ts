// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { BuyDomain, CheckDomainStatus, ClaimDomainOwnershipDomain, ClaimDomainOwnershipDomainCreator, GetDeploymentCustomEnvironmentDomainsItem, ListAliasesPagination } from './shared.ts';

/** Arguments of getDomainConfig. */
export interface GetDomainConfigRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Project id or name: string in the query. */
  projectIdOrName?: string | undefined;
  /** Strict: one of `true`, `false` in the query. */
  strict?: 'true' | 'false' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDomainConfig answers. */
export type GetDomainConfigResponseBody = { acceptedChallenges: ('dns-01' | 'http-01' | OpenString)[]; configuredBy: 'A' | 'CNAME' | 'dns-01' | 'http' | null | OpenString; recommendedCNAME: { rank: number; value: string }[]; recommendedIPv4: { rank: number; value: string[] }[]; misconfigured: boolean };

/** Arguments of getDomainVerificationRecord. */
export interface GetDomainVerificationRecordRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDomainVerificationRecord answers. */
export type GetDomainVerificationRecordResponseBody = { txtRecord: string; verificationDomain: string };

/** Arguments of claimDomainOwnership. */
export interface ClaimDomainOwnershipRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What claimDomainOwnership answers. */
export type ClaimDomainOwnershipResponseBody = { domain: ClaimDomainOwnershipDomain };

/** Arguments of getDomainProjectDomains. */
export interface GetDomainProjectDomainsRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Limit: number in the query. */
  limit?: number | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDomainProjectDomains answers. */
export type GetDomainProjectDomainsResponseBody = { pagination: ListAliasesPagination; projectDomains: GetDeploymentCustomEnvironmentDomainsItem[] };

/** Arguments of getDomain. */
export interface GetDomainRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDomain answers. */
export type GetDomainResponseBody = { domain: { boughtAt: number | null; createdAt: number; creator: ClaimDomainOwnershipDomainCreator; customNameservers?: string[]; echMode: 'auto' | 'disabled' | 'enabled' | OpenString; expiresAt: number | null; id: string; intendedNameservers: string[]; name: string; nameservers: string[]; renew?: boolean; serviceType: 'external' | 'na' | 'zeit.world' | OpenString; suffix: boolean; teamId: string | null; transferredAt?: number | null; transferStartedAt?: number; userId: string; verified: boolean } };

/** Arguments of getDomains. */
export interface GetDomainsRequest {
  /** Limit: number in the query. */
  limit?: number | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDomains answers. */
export type GetDomainsResponseBody = { domains: ClaimDomainOwnershipDomain[]; pagination: ListAliasesPagination };

export type CreateOrTransferDomainRequestBody = { name: string; method: string; token?: string | undefined } | { name: string; cdnEnabled?: boolean | undefined; zone?: boolean | undefined; method?: string | undefined };
/** Arguments of createOrTransferDomain. */
export interface CreateOrTransferDomainRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateOrTransferDomainRequestBody | undefined;
}
/** What createOrTransferDomain answers. */
export type CreateOrTransferDomainResponseBody = { domain: ClaimDomainOwnershipDomain };

export type PatchDomainRequestBody = { op?: string | undefined; /** @deprecated */ renew?: boolean | undefined; /** @deprecated */ customNameservers?: string[] | undefined; zone?: boolean | undefined; echMode?: 'auto' | 'disabled' | undefined } | { op?: string | undefined; destination?: string | undefined };
/** Arguments of patchDomain. */
export interface PatchDomainRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: PatchDomainRequestBody;
}
/** What patchDomain answers. */
export type PatchDomainResponseBody = { moved: boolean; token: string } | { moved: boolean } | { customNameservers?: string[]; echMode: 'auto' | 'disabled' | 'enabled' | OpenString; renew?: boolean; zone?: boolean };

/** Arguments of deleteDomain. */
export interface DeleteDomainRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteDomain answers. */
export type DeleteDomainResponseBody = { uid: string };

export type BuyDomainRequestBody = { name: string; expectedPrice?: number | undefined; renew?: boolean | undefined; country: string; orgName?: string | undefined; firstName: string; lastName: string; address1: string; city: string; state: string; postalCode: string; phone: string; email: string };
/** Arguments of buyDomain. */
export interface BuyDomainRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: BuyDomainRequestBody;
}
/** What buyDomain answers. */
export type BuyDomainResponseBody = BuyDomain;

/** Arguments of checkDomainPrice. */
export interface CheckDomainPriceRequest {
  /** Name: string in the query. */
  name: string;
  /** Type: one of `new`, `renewal`, `transfer`, `redemption` in the query. */
  type?: 'new' | 'renewal' | 'transfer' | 'redemption' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What checkDomainPrice answers. */
export type CheckDomainPriceResponseBody = { price: number; period: number };

/** Arguments of checkDomainStatus. */
export interface CheckDomainStatusRequest {
  /** Name: string in the query. */
  name: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What checkDomainStatus answers. */
export type CheckDomainStatusResponseBody = CheckDomainStatus;

/** Arguments of getDomainTransfer. */
export interface GetDomainTransferRequest {
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDomainTransfer answers. */
export type GetDomainTransferResponseBody = { reason: string; status: string; transferable: boolean; transferPolicy: 'charge-and-renew' | OpenString } | { transferable: boolean; transferPolicy: 'charge-and-renew' | 'no-charge-no-change' | 'no-change' | 'new-term' | 'not-supported' | null | OpenString; reason: string; status: 'completed' | 'undef' | 'pending_owner' | 'pending_admin' | 'pending_registry' | 'cancelled' | 'unknown' | OpenString };
