// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReadPrivateLinkEndpointRequest, ReadPrivateLinkEndpointResponseBody } from '../types/networking.ts';

/**
 * Read private link endpoint (GET /networking/privatelink/endpoints/{endpointId}).
 * GET /v1/networking/privatelink/endpoints/{endpointId}
 */
export const networkingReadPrivateLinkEndpoint: Operation<ReadPrivateLinkEndpointRequest, ReadPrivateLinkEndpointResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/networking/privatelink/endpoints/{endpointId}?projectId&T',
  () => import('../schemas/networkingReadPrivateLinkEndpoint.ts'),
);
