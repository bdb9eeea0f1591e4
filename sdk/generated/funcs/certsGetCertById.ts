// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetCertByIdRequest, GetCertByIdResponseBody } from '../types/certs.ts';

/**
 * Reads one certificate.
 * GET /v8/certs/{id}
 */
export const certsGetCertById: Operation<GetCertByIdRequest, GetCertByIdResponseBody> = /* @__PURE__ */ operation(
  'GET /v8/certs/{id}?T',
  () => import('../schemas/certsGetCertById.ts'),
);
