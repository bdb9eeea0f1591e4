// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';

/** Arguments of getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans. */
export interface GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansRequest {
  /** Integration id or slug: string in the path. */
  integrationIdOrSlug: string;
  /** Product id or slug: string in the path. */
  productIdOrSlug: string;
  /** Metadata: string in the query. */
  metadata?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans answers. */
export type GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansResponseBody = { plans: ({ type: 'prepayment' | 'subscription' | OpenString; id: string; name: string; scope: 'installation' | 'resource' | OpenString; description: string; paymentMethodRequired: boolean; preauthorizationAmount?: number; initialCharge?: string; minimumAmount?: string; maximumAmount?: string; maximumAmountAutoPurchasePerPeriod?: string; cost?: string; details?: { label: string; value?: string }[]; highlightedDetails?: { label: string; value?: string }[]; quote?: { line: string; amount: string }[]; effectiveDate?: string; disabled?: boolean })[] };
