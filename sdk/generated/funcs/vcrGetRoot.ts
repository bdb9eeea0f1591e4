// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type BareOperation, operation } from '../../runtime/operation.ts';
import type { GetRootResponseBody } from '../types/vcr.ts';

/**
 * Tells whether the container registry speaks version 2 of its protocol and takes the token.
 * GET /v2/
 */
export const vcrGetRoot: BareOperation<GetRootResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/ anonymous bare',
  () => import('../schemas/vcrGetRoot.ts'),
);
