// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RemoveCertRequest, RemoveCertResponseBody } from '../types/certs.ts';

/**
 * Deletes one certificate.
 * DELETE /v8/certs/{id}
 */
export const certsRemoveCert: Operation<RemoveCertRequest, RemoveCertResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v8/certs/{id}?T',
  () => import('../schemas/certsRemoveCert.ts'),
);
