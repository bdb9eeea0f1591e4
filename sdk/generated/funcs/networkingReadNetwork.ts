// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReadNetworkRequest, ReadNetworkResponseBody } from '../types/networking.ts';

/**
 * Reads one private network with its address range and status.
 * GET /v1/connect/networks/{networkId}
 */
export const networkingReadNetwork: Operation<ReadNetworkRequest, ReadNetworkResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/connect/networks/{networkId}?T',
  () => import('../schemas/networkingReadNetwork.ts'),
);
