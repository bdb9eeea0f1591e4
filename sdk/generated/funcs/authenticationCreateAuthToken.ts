// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateAuthTokenRequest, CreateAuthTokenResponseBody } from '../types/authentication.ts';

/**
 * Creates an access token; the answer is the only place its secret part appears.
 * POST /v3/user/tokens
 */
export const authenticationCreateAuthToken: Operation<CreateAuthTokenRequest, CreateAuthTokenResponseBody> = /* @__PURE__ */ operation(
  'POST /v3/user/tokens?T body=json',
  () => import('../schemas/authenticationCreateAuthToken.ts'),
);
