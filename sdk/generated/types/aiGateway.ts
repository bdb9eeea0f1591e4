// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateAiGatewayRule } from './shared.ts';

/** Arguments of createAiGatewayRule. */
export interface CreateAiGatewayRuleRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What createAiGatewayRule answers. */
export type CreateAiGatewayRuleResponseBody = CreateAiGatewayRule;

/** Arguments of listAiGatewayRules. */
export interface ListAiGatewayRulesRequest {
  /** Include disabled: one of `true`, `false` in the query. */
  includeDisabled?: 'true' | 'false' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listAiGatewayRules answers. */
export type ListAiGatewayRulesResponseBody = { rules: CreateAiGatewayRule[] };

/** Arguments of updateAiGatewayRule. */
export interface UpdateAiGatewayRuleRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What updateAiGatewayRule answers. */
export type UpdateAiGatewayRuleResponseBody = CreateAiGatewayRule;

/** Arguments of deleteAiGatewayRule. */
export interface DeleteAiGatewayRuleRequest {
  /** Rule id: string in the query. */
  ruleId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteAiGatewayRule answers. */
export type DeleteAiGatewayRuleResponseBody = void;
