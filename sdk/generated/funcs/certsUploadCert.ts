// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { UploadCertRequest, UploadCertResponseBody } from '../types/certs.ts';

/**
 * Uploads a certificate of your own with its private key and chain.
 * PUT /v8/certs
 */
export const certsUploadCert: OptionalOperation<UploadCertRequest, UploadCertResponseBody> = /* @__PURE__ */ operation(
  'PUT /v8/certs?T body=json',
  () => import('../schemas/certsUploadCert.ts'),
);
