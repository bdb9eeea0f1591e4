// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { BuyDomain, GetDomainDomainCreator, ListAliasesPagination } from './shared.ts';

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
export type CheckDomainStatusResponseBody = { available: boolean };

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
export type GetDomainConfigResponseBody = { configuredBy: 'CNAME' | 'A' | 'http' | 'dns-01' | null | OpenString; acceptedChallenges: ('dns-01' | 'http-01' | OpenString)[]; recommendedIPv4: { rank: number; value: string[] }[]; recommendedCNAME: { rank: number; value: string }[]; misconfigured: boolean };

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
export type GetDomainResponseBody = { domain: { suffix: boolean; verified: boolean; nameservers: string[]; intendedNameservers: string[]; customNameservers?: string[]; creator: GetDomainDomainCreator; registrar?: 'new' | OpenString; teamId: string | null; boughtAt: number | null; name: string; createdAt: number; expiresAt: number | null; id: string; orderedAt?: number; renew?: boolean; serviceType: 'zeit.world' | 'external' | 'na' | OpenString; transferredAt?: number | null; transferStartedAt?: number; userId: string } };

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
export type GetDomainsResponseBody = { domains: ({ verified: boolean; nameservers: string[]; intendedNameservers: string[]; customNameservers?: string[]; creator: GetDomainDomainCreator; registrar?: 'new' | OpenString; teamId: string | null; createdAt: number; boughtAt: number | null; expiresAt: number | null; id: string; name: string; orderedAt?: number; renew?: boolean; serviceType: 'zeit.world' | 'external' | 'na' | OpenString; transferredAt?: number | null; transferStartedAt?: number; userId: string })[]; pagination: ListAliasesPagination };

export type CreateOrTransferDomainRequestBody = { method?: string | undefined } & ({ name: string; cdnEnabled?: boolean | undefined; zone?: boolean | undefined; method?: string | undefined } | { name: string; method: string; token?: string | undefined } | { name: string; method: string; authCode?: string | undefined; expectedPrice?: number | undefined });
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
export type CreateOrTransferDomainResponseBody = { domain: { verified: boolean; nameservers: string[]; intendedNameservers: string[]; customNameservers?: string[]; creator: GetDomainDomainCreator; registrar?: 'new' | OpenString; name: string; boughtAt: number | null; createdAt: number; expiresAt: number | null; id: string; orderedAt?: number; renew?: boolean; serviceType: 'zeit.world' | 'external' | 'na' | OpenString; transferredAt?: number | null; transferStartedAt?: number; userId: string; teamId: string | null } };

export type PatchDomainRequestBody = { op?: string | undefined; renew?: boolean | undefined; customNameservers?: string[] | undefined; zone?: boolean | undefined } | { op?: string | undefined; destination?: string | undefined };
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
export type PatchDomainResponseBody = { moved: boolean } | { moved: boolean; token: string } | { renew?: boolean; customNameservers?: string[]; zone?: boolean };

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
