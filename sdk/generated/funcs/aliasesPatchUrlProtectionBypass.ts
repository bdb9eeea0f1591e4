// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PatchUrlProtectionBypassRequest, PatchUrlProtectionBypassResponseBody } from '../types/aliases.ts';

/**
 * Changes who may pass the protection of one URL: a shareable link, a person or an exception.
 * PATCH /aliases/{id}/protection-bypass
 */
export const aliasesPatchUrlProtectionBypass: Operation<PatchUrlProtectionBypassRequest, PatchUrlProtectionBypassResponseBody> = /* @__PURE__ */ operation(
  'PATCH /aliases/{id}/protection-bypass?T body=json',
  () => import('../schemas/aliasesPatchUrlProtectionBypass.ts'),
);
