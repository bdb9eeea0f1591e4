// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { SignKmsTokenRequest, SignKmsTokenResponseBody } from '../types/kms.ts';

/**
 * Signs a JSON Web Token (JWT) with the active key of an issuer.
 * POST /v1/kms/issuers/{issuerId}/sign/token
 */
export const kmsSignKmsToken: Operation<SignKmsTokenRequest, SignKmsTokenResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/sign/token body=json',
  () => import('../schemas/kmsSignKmsToken.ts'),
);
