// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateStaticIpsRequest, UpdateStaticIpsResponseBody } from '../types/networking.ts';

/**
 * Sets the regions in which a project sends from static IP addresses, for builds as well.
 * PATCH /v1/projects/{idOrName}/shared-connect-links
 */
export const networkingUpdateStaticIps: Operation<UpdateStaticIpsRequest, UpdateStaticIpsResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/projects/{idOrName}/shared-connect-links?T body=json',
  () => import('../schemas/networkingUpdateStaticIps.ts'),
);
