// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreatePrivateLinkEndpoint, GetMicrofrontendsInGroupProjectsItemConnectConfigurationsItem, ListNetworksItem2 } from './shared.ts';

/** Arguments of listNetworks. */
export interface ListNetworksRequest {
  /** Include hosted zones: true or false in the query. Default: true. */
  includeHostedZones?: boolean | undefined;
  /** Include peering connections: true or false in the query. Default: true. */
  includePeeringConnections?: boolean | undefined;
  /** Include projects: true or false in the query. Default: true. */
  includeProjects?: boolean | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listNetworks answers. */
export type ListNetworksResponseBody = ListNetworksItem2[];

export type CreateNetworkRequestBody = { awsAvailabilityZoneIds?: string[] | undefined; cidr: string; name: string; region: string };
/** Arguments of createNetwork. */
export interface CreateNetworkRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateNetworkRequestBody | undefined;
}
/** What createNetwork answers. */
export type CreateNetworkResponseBody = ListNetworksItem2;

/** Arguments of deleteNetwork. */
export interface DeleteNetworkRequest {
  /** Network id: string in the path. */
  networkId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteNetwork answers. */
export type DeleteNetworkResponseBody = void;

export type UpdateNetworkRequestBody = { name: string };
/** Arguments of updateNetwork. */
export interface UpdateNetworkRequest {
  /** Network id: string in the path. */
  networkId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateNetworkRequestBody | undefined;
}
/** What updateNetwork answers. */
export type UpdateNetworkResponseBody = ListNetworksItem2;

/** Arguments of readNetwork. */
export interface ReadNetworkRequest {
  /** Network id: string in the path. */
  networkId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What readNetwork answers. */
export type ReadNetworkResponseBody = ListNetworksItem2;

export type CreatePrivateLinkEndpointRequestBody = { projectId: string; name: string; vercelRegion: string; awsServiceName: string; enablePrivateDns?: boolean | undefined };
/** Arguments of createPrivateLinkEndpoint. */
export interface CreatePrivateLinkEndpointRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreatePrivateLinkEndpointRequestBody | undefined;
}
/** What createPrivateLinkEndpoint answers. */
export type CreatePrivateLinkEndpointResponseBody = CreatePrivateLinkEndpoint;

/** Arguments of listPrivateLinkEndpoints. */
export interface ListPrivateLinkEndpointsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listPrivateLinkEndpoints answers. */
export type ListPrivateLinkEndpointsResponseBody = CreatePrivateLinkEndpoint[];

/** Arguments of readPrivateLinkEndpoint. */
export interface ReadPrivateLinkEndpointRequest {
  /** Endpoint id: string in the path. */
  endpointId: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What readPrivateLinkEndpoint answers. */
export type ReadPrivateLinkEndpointResponseBody = CreatePrivateLinkEndpoint;

/** Arguments of deletePrivateLinkEndpoint. */
export interface DeletePrivateLinkEndpointRequest {
  /** Endpoint id: string in the path. */
  endpointId: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deletePrivateLinkEndpoint answers. */
export type DeletePrivateLinkEndpointResponseBody = void;

export type UpdatePrivateLinkEndpointRequestBody = { name?: string | undefined; enablePrivateDns?: boolean | undefined };
/** Arguments of updatePrivateLinkEndpoint. */
export interface UpdatePrivateLinkEndpointRequest {
  /** Endpoint id: string in the path. */
  endpointId: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdatePrivateLinkEndpointRequestBody | undefined;
}
/** What updatePrivateLinkEndpoint answers. */
export type UpdatePrivateLinkEndpointResponseBody = CreatePrivateLinkEndpoint;

export type UpdateStaticIpsRequestBody = { builds: boolean; regions?: string[] | undefined } | { builds?: boolean | undefined; regions: string[] };
/** Arguments of updateStaticIps. */
export interface UpdateStaticIpsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateStaticIpsRequestBody | undefined;
}
/** What updateStaticIps answers. */
export type UpdateStaticIpsResponseBody = GetMicrofrontendsInGroupProjectsItemConnectConfigurationsItem[];
