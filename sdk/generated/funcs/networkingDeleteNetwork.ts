// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteNetworkRequest, DeleteNetworkResponseBody } from '../types/networking.ts';

/**
 * Deletes a private network.
 * DELETE /v1/connect/networks/{networkId}
 */
export const networkingDeleteNetwork: Operation<DeleteNetworkRequest, DeleteNetworkResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/connect/networks/{networkId}?T accept=*/*',
  () => import('../schemas/networkingDeleteNetwork.ts'),
);
