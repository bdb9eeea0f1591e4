// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { IssueCertRequest, IssueCertResponseBody } from '../types/certs.ts';

/**
 * Orders a certificate for the given host names.
 * POST /v8/certs
 */
export const certsIssueCert: OptionalOperation<IssueCertRequest, IssueCertResponseBody> = /* @__PURE__ */ operation(
  'POST /v8/certs?T body=json',
  () => import('../schemas/certsIssueCert.ts'),
);
