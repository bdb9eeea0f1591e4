// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CountEventsRequest, CountEventsResponseBody } from '../types/webAnalytics.ts';

/**
 * Counts the custom analytics events of a project in a span of time.
 * GET /v1/query/web-analytics/events/count
 */
export const webAnalyticsCountEvents: Operation<CountEventsRequest, CountEventsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/query/web-analytics/events/count?projectId&since&until&filter&T',
  () => import('../schemas/webAnalyticsCountEvents.ts'),
);
