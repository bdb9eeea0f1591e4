// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { AggregatePageviewsData, AggregatePageviewsData2Item, CountPageviewsQuery } from './shared.ts';

/** Arguments of aggregatePageviews. */
export interface AggregatePageviewsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** By: list of one of `hour`, `day`, `week`, `month`, `year`, `country`, `deviceType`, `environment`, `requestPath`, `referrerHostname`, `osName`, `browserName`, `route`, `utmSource`, `utmMedium`, `utmCampaign`, `utmContent`, `utmTerm`, `flags` or strings in the query. */
  by: ('hour' | 'day' | 'week' | 'month' | 'year' | 'country' | 'deviceType' | 'environment' | 'requestPath' | 'referrerHostname' | 'osName' | 'browserName' | 'route' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmContent' | 'utmTerm' | 'flags' | string)[];
  /** Since: number or string in the query. */
  since: number | string;
  /** Until: number or string in the query. */
  until: number | string;
  /** Limit: whole number in the query. Default: 10. */
  limit?: number | undefined;
  /** Filter: string in the query. */
  filter?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What aggregatePageviews answers. */
export type AggregatePageviewsResponseBody = { data: AggregatePageviewsData; query: { filter?: string; groupBy?: (string | 'browserName' | 'country' | 'deviceType' | 'environment' | 'flags' | 'osName' | 'referrerHostname' | 'requestPath' | 'route' | 'utmCampaign' | 'utmContent' | 'utmMedium' | 'utmSource' | 'utmTerm' | OpenString)[]; limit: number; since: string; until: string }; version: number };

/** Arguments of aggregateEvents. */
export interface AggregateEventsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** By: list of one of `hour`, `day`, `week`, `month`, `year`, `country`, `deviceType`, `environment`, `requestPath`, `referrerHostname`, `osName`, `browserName`, `route`, `utmSource`, `utmMedium`, `utmCampaign`, `utmContent`, `utmTerm`, `eventName`, `flags`, `eventData` or strings in the query. */
  by: ('hour' | 'day' | 'week' | 'month' | 'year' | 'country' | 'deviceType' | 'environment' | 'requestPath' | 'referrerHostname' | 'osName' | 'browserName' | 'route' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmContent' | 'utmTerm' | 'eventName' | 'flags' | 'eventData' | string)[];
  /** Since: number or string in the query. */
  since: number | string;
  /** Until: number or string in the query. */
  until: number | string;
  /** Limit: whole number in the query. Default: 10. */
  limit?: number | undefined;
  /** Filter: string in the query. */
  filter?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What aggregateEvents answers. */
export type AggregateEventsResponseBody = { data: AggregatePageviewsData; query: { filter?: string; groupBy?: (string | 'browserName' | 'country' | 'deviceType' | 'environment' | 'eventData' | 'eventName' | 'flags' | 'osName' | 'referrerHostname' | 'requestPath' | 'route' | 'utmCampaign' | 'utmContent' | 'utmMedium' | 'utmSource' | 'utmTerm' | OpenString)[]; limit: number; since: string; until: string }; version: number };

/** Arguments of countPageviews. */
export interface CountPageviewsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Since: number or string in the query. */
  since?: number | string | undefined;
  /** Until: number or string in the query. */
  until?: number | string | undefined;
  /** Filter: string in the query. */
  filter?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What countPageviews answers. */
export type CountPageviewsResponseBody = { data: AggregatePageviewsData2Item | { pageviews: number; visitors: number }; query: CountPageviewsQuery; version: number };

/** Arguments of countEvents. */
export interface CountEventsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Since: number or string in the query. */
  since?: number | string | undefined;
  /** Until: number or string in the query. */
  until?: number | string | undefined;
  /** Filter: string in the query. */
  filter?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What countEvents answers. */
export type CountEventsResponseBody = { data: AggregatePageviewsData2Item | { count: number; visitors: number }; query: CountPageviewsQuery; version: number };
