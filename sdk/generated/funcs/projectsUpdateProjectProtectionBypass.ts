// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateProjectProtectionBypassRequest, UpdateProjectProtectionBypassResponseBody } from '../types/projects.ts';

/**
 * Creates or revokes the secret that lets automation pass a project's protection.
 * PATCH /v1/projects/{idOrName}/protection-bypass
 */
export const projectsUpdateProjectProtectionBypass: Operation<UpdateProjectProtectionBypassRequest, UpdateProjectProtectionBypassResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/projects/{idOrName}/protection-bypass?T body=json',
  () => import('../schemas/projectsUpdateProjectProtectionBypass.ts'),
);
