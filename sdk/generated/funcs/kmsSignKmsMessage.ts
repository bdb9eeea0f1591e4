// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { SignKmsMessageRequest, SignKmsMessageResponseBody } from '../types/kms.ts';

/**
 * Signs a message with the active key of an issuer; the private key never leaves the service.
 * POST /v1/kms/issuers/{issuerId}/sign/message
 */
export const kmsSignKmsMessage: Operation<SignKmsMessageRequest, SignKmsMessageResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/sign/message body=json',
  () => import('../schemas/kmsSignKmsMessage.ts'),
);
