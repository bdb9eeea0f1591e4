// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateNetworkRequest, UpdateNetworkResponseBody } from '../types/networking.ts';

/**
 * Renames a private network.
 * PATCH /v1/connect/networks/{networkId}
 */
export const networkingUpdateNetwork: Operation<UpdateNetworkRequest, UpdateNetworkResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/connect/networks/{networkId}?T body=json',
  () => import('../schemas/networkingUpdateNetwork.ts'),
);
