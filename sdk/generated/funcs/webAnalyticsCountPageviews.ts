// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CountPageviewsRequest, CountPageviewsResponseBody } from '../types/webAnalytics.ts';

/**
 * Counts the page views and visitors of a project in a span of time.
 * GET /v1/query/web-analytics/visits/count
 */
export const webAnalyticsCountPageviews: Operation<CountPageviewsRequest, CountPageviewsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/query/web-analytics/visits/count?projectId&since&until&filter&T',
  () => import('../schemas/webAnalyticsCountPageviews.ts'),
);
