// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AggregateEventsRequest, AggregateEventsResponseBody } from '../types/webAnalytics.ts';

/**
 * Adds up custom analytics events by time, name, page, country or other dimensions.
 * GET /v1/query/web-analytics/events/aggregate
 */
export const webAnalyticsAggregateEvents: Operation<AggregateEventsRequest, AggregateEventsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/query/web-analytics/events/aggregate?projectId&by&since&until&limit&filter&T',
  () => import('../schemas/webAnalyticsAggregateEvents.ts'),
);
