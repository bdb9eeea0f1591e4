// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { networkingListNetworks } from '../funcs/networkingListNetworks.ts';
import { networkingCreateNetwork } from '../funcs/networkingCreateNetwork.ts';
import { networkingDeleteNetwork } from '../funcs/networkingDeleteNetwork.ts';
import { networkingUpdateNetwork } from '../funcs/networkingUpdateNetwork.ts';
import { networkingReadNetwork } from '../funcs/networkingReadNetwork.ts';
import { networkingCreatePrivateLinkEndpoint } from '../funcs/networkingCreatePrivateLinkEndpoint.ts';
import { networkingListPrivateLinkEndpoints } from '../funcs/networkingListPrivateLinkEndpoints.ts';
import { networkingReadPrivateLinkEndpoint } from '../funcs/networkingReadPrivateLinkEndpoint.ts';
import { networkingDeletePrivateLinkEndpoint } from '../funcs/networkingDeletePrivateLinkEndpoint.ts';
import { networkingUpdatePrivateLinkEndpoint } from '../funcs/networkingUpdatePrivateLinkEndpoint.ts';
import { networkingUpdateStaticIps } from '../funcs/networkingUpdateStaticIps.ts';
import type { CreateNetworkRequest, CreateNetworkResponseBody, CreatePrivateLinkEndpointRequest, CreatePrivateLinkEndpointResponseBody, DeleteNetworkRequest, DeleteNetworkResponseBody, DeletePrivateLinkEndpointRequest, DeletePrivateLinkEndpointResponseBody, ListNetworksRequest, ListNetworksResponseBody, ListPrivateLinkEndpointsRequest, ListPrivateLinkEndpointsResponseBody, ReadNetworkRequest, ReadNetworkResponseBody, ReadPrivateLinkEndpointRequest, ReadPrivateLinkEndpointResponseBody, UpdateNetworkRequest, UpdateNetworkResponseBody, UpdatePrivateLinkEndpointRequest, UpdatePrivateLinkEndpointResponseBody, UpdateStaticIpsRequest, UpdateStaticIpsResponseBody } from '../types/networking.ts';

export class Networking {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the private networks (secure compute) of a team.
   * GET /v1/connect/networks
   */
  listNetworks(request?: ListNetworksRequest, options?: CallOptions): CallPromise<ListNetworksResponseBody> {
    return asValue(networkingListNetworks(this.#core, request, options));
  }

  /**
   * Creates a private network (secure compute) that projects can be placed in.
   * POST /v1/connect/networks
   */
  createNetwork(request?: CreateNetworkRequest, options?: CallOptions): CallPromise<CreateNetworkResponseBody> {
    return asValue(networkingCreateNetwork(this.#core, request, options));
  }

  /**
   * Deletes a private network.
   * DELETE /v1/connect/networks/{networkId}
   */
  deleteNetwork(request: DeleteNetworkRequest, options?: CallOptions): CallPromise<DeleteNetworkResponseBody> {
    return asValue(networkingDeleteNetwork(this.#core, request, options));
  }

  /**
   * Renames a private network.
   * PATCH /v1/connect/networks/{networkId}
   */
  updateNetwork(request: UpdateNetworkRequest, options?: CallOptions): CallPromise<UpdateNetworkResponseBody> {
    return asValue(networkingUpdateNetwork(this.#core, request, options));
  }

  /**
   * Reads one private network with its address range and status.
   * GET /v1/connect/networks/{networkId}
   */
  readNetwork(request: ReadNetworkRequest, options?: CallOptions): CallPromise<ReadNetworkResponseBody> {
    return asValue(networkingReadNetwork(this.#core, request, options));
  }

  /**
   * Opens a private connection (AWS PrivateLink endpoint) to a service in an AWS account.
   * POST /v1/networking/privatelink/endpoints
   */
  createPrivateLinkEndpoint(request?: CreatePrivateLinkEndpointRequest, options?: CallOptions): CallPromise<CreatePrivateLinkEndpointResponseBody> {
    return asValue(networkingCreatePrivateLinkEndpoint(this.#core, request, options));
  }

  /**
   * Lists the private connections (AWS PrivateLink endpoints) of a team.
   * GET /v1/networking/privatelink/endpoints
   */
  listPrivateLinkEndpoints(request: ListPrivateLinkEndpointsRequest, options?: CallOptions): CallPromise<ListPrivateLinkEndpointsResponseBody> {
    return asValue(networkingListPrivateLinkEndpoints(this.#core, request, options));
  }

  /**
   * Reads one private connection (AWS PrivateLink endpoint).
   * GET /v1/networking/privatelink/endpoints/{endpointId}
   */
  readPrivateLinkEndpoint(request: ReadPrivateLinkEndpointRequest, options?: CallOptions): CallPromise<ReadPrivateLinkEndpointResponseBody> {
    return asValue(networkingReadPrivateLinkEndpoint(this.#core, request, options));
  }

  /**
   * Closes a private connection (AWS PrivateLink endpoint).
   * DELETE /v1/networking/privatelink/endpoints/{endpointId}
   */
  deletePrivateLinkEndpoint(request: DeletePrivateLinkEndpointRequest, options?: CallOptions): CallPromise<DeletePrivateLinkEndpointResponseBody> {
    return asValue(networkingDeletePrivateLinkEndpoint(this.#core, request, options));
  }

  /**
   * Changes a private connection (AWS PrivateLink endpoint): its name or private DNS.
   * PATCH /v1/networking/privatelink/endpoints/{endpointId}
   */
  updatePrivateLinkEndpoint(request: UpdatePrivateLinkEndpointRequest, options?: CallOptions): CallPromise<UpdatePrivateLinkEndpointResponseBody> {
    return asValue(networkingUpdatePrivateLinkEndpoint(this.#core, request, options));
  }

  /**
   * Sets the regions in which a project sends from static IP addresses, for builds as well.
   * PATCH /v1/projects/{idOrName}/shared-connect-links
   */
  updateStaticIps(request: UpdateStaticIpsRequest, options?: CallOptions): CallPromise<UpdateStaticIpsResponseBody> {
    return asValue(networkingUpdateStaticIps(this.#core, request, options));
  }
}
