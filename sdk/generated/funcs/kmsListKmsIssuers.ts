// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListKmsIssuersRequest, ListKmsIssuersResponseBody } from '../types/kms.ts';

/**
 * Lists the issuers of the key service: whose keys sign tokens and messages.
 * GET /v1/kms/issuers
 */
export const kmsListKmsIssuers: OptionalOperation<ListKmsIssuersRequest, ListKmsIssuersResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/kms/issuers?limit&next&T',
  () => import('../schemas/kmsListKmsIssuers.ts'),
);
