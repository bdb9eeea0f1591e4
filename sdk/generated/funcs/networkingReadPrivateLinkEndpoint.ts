// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReadPrivateLinkEndpointRequest, ReadPrivateLinkEndpointResponseBody } from '../types/networking.ts';

/**
 * Reads one private connection (AWS PrivateLink endpoint).
 * GET /v1/networking/privatelink/endpoints/{endpointId}
 */
export const networkingReadPrivateLinkEndpoint: Operation<ReadPrivateLinkEndpointRequest, ReadPrivateLinkEndpointResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/networking/privatelink/endpoints/{endpointId}?projectId&T',
  () => import('../schemas/networkingReadPrivateLinkEndpoint.ts'),
);
