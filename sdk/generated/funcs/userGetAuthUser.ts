// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type BareOperation, operation } from '../../runtime/operation.ts';
import type { GetAuthUserResponseBody } from '../types/user.ts';

/**
 * Reads the user the access token belongs to.
 * GET /v2/user
 */
export const userGetAuthUser: BareOperation<GetAuthUserResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/user bare',
  () => import('../schemas/userGetAuthUser.ts'),
);
