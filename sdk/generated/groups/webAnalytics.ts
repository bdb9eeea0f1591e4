// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { webAnalyticsAggregatePageviews } from '../funcs/webAnalyticsAggregatePageviews.ts';
import { webAnalyticsAggregateEvents } from '../funcs/webAnalyticsAggregateEvents.ts';
import { webAnalyticsCountPageviews } from '../funcs/webAnalyticsCountPageviews.ts';
import { webAnalyticsCountEvents } from '../funcs/webAnalyticsCountEvents.ts';
import type { AggregateEventsRequest, AggregateEventsResponseBody, AggregatePageviewsRequest, AggregatePageviewsResponseBody, CountEventsRequest, CountEventsResponseBody, CountPageviewsRequest, CountPageviewsResponseBody } from '../types/webAnalytics.ts';

export class WebAnalytics {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Aggregate pageviews (GET /query/web-analytics/visits/aggregate).
   * GET /v1/query/web-analytics/visits/aggregate
   */
  aggregatePageviews(request: AggregatePageviewsRequest, options?: CallOptions): CallPromise<AggregatePageviewsResponseBody> {
    return asValue(webAnalyticsAggregatePageviews(this.#core, request, options));
  }

  /**
   * Aggregate events (GET /query/web-analytics/events/aggregate).
   * GET /v1/query/web-analytics/events/aggregate
   */
  aggregateEvents(request: AggregateEventsRequest, options?: CallOptions): CallPromise<AggregateEventsResponseBody> {
    return asValue(webAnalyticsAggregateEvents(this.#core, request, options));
  }

  /**
   * Count pageviews (GET /query/web-analytics/visits/count).
   * GET /v1/query/web-analytics/visits/count
   */
  countPageviews(request: CountPageviewsRequest, options?: CallOptions): CallPromise<CountPageviewsResponseBody> {
    return asValue(webAnalyticsCountPageviews(this.#core, request, options));
  }

  /**
   * Count events (GET /query/web-analytics/events/count).
   * GET /v1/query/web-analytics/events/count
   */
  countEvents(request: CountEventsRequest, options?: CallOptions): CallPromise<CountEventsResponseBody> {
    return asValue(webAnalyticsCountEvents(this.#core, request, options));
  }
}
