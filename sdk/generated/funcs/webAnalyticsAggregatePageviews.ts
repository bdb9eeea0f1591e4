// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AggregatePageviewsRequest, AggregatePageviewsResponseBody } from '../types/webAnalytics.ts';

/**
 * Adds up page views and visitors by time, page, country, referrer or other dimensions.
 * GET /v1/query/web-analytics/visits/aggregate
 */
export const webAnalyticsAggregatePageviews: Operation<AggregatePageviewsRequest, AggregatePageviewsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/query/web-analytics/visits/aggregate?projectId&by&since&until&limit&filter&T',
  () => import('../schemas/webAnalyticsAggregatePageviews.ts'),
);
