// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetCertsRequest, GetCertsResponseBody } from '../types/certs.ts';

/**
 * Lists the TLS certificates of the account or team.
 * GET /v8/certs
 */
export const certsGetCerts: OptionalOperation<GetCertsRequest, GetCertsResponseBody> = /* @__PURE__ */ operation(
  'GET /v8/certs?T',
  () => import('../schemas/certsGetCerts.ts'),
);
