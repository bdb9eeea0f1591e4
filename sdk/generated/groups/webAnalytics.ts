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
   * Adds up page views and visitors by time, page, country, referrer or other dimensions.
   * GET /v1/query/web-analytics/visits/aggregate
   */
  aggregatePageviews(request: AggregatePageviewsRequest, options?: CallOptions): CallPromise<AggregatePageviewsResponseBody> {
    return asValue(webAnalyticsAggregatePageviews(this.#core, request, options));
  }

  /**
   * Adds up custom analytics events by time, name, page, country or other dimensions.
   * GET /v1/query/web-analytics/events/aggregate
   */
  aggregateEvents(request: AggregateEventsRequest, options?: CallOptions): CallPromise<AggregateEventsResponseBody> {
    return asValue(webAnalyticsAggregateEvents(this.#core, request, options));
  }

  /**
   * Counts the page views and visitors of a project in a span of time.
   * GET /v1/query/web-analytics/visits/count
   */
  countPageviews(request: CountPageviewsRequest, options?: CallOptions): CallPromise<CountPageviewsResponseBody> {
    return asValue(webAnalyticsCountPageviews(this.#core, request, options));
  }

  /**
   * Counts the custom analytics events of a project in a span of time.
   * GET /v1/query/web-analytics/events/count
   */
  countEvents(request: CountEventsRequest, options?: CallOptions): CallPromise<CountEventsResponseBody> {
    return asValue(webAnalyticsCountEvents(this.#core, request, options));
  }
}
