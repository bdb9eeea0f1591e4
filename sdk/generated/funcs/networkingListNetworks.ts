// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListNetworksRequest, ListNetworksResponseBody } from '../types/networking.ts';

/**
 * Lists the private networks (secure compute) of a team.
 * GET /v1/connect/networks
 */
export const networkingListNetworks: OptionalOperation<ListNetworksRequest, ListNetworksResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/connect/networks?includeHostedZones&includePeeringConnections&includeProjects&search&T',
  () => import('../schemas/networkingListNetworks.ts'),
);
