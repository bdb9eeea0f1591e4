// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RequestDeleteRequest, RequestDeleteResponseBody } from '../types/user.ts';

/**
 * Asks for the signed-in user's account to be deleted; a mail asks for confirmation.
 * DELETE /v1/user
 */
export const userRequestDelete: Operation<RequestDeleteRequest, RequestDeleteResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/user body=root',
  () => import('../schemas/userRequestDelete.ts'),
);
