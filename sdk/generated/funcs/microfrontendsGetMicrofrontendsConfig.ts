// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetMicrofrontendsConfigRequest, GetMicrofrontendsConfigResponseBody } from '../types/microfrontends.ts';

/**
 * Reads the microfrontends configuration that a deployment was built with.
 * GET /v1/microfrontends/{deploymentId}/config
 */
export const microfrontendsGetMicrofrontendsConfig: Operation<GetMicrofrontendsConfigRequest, GetMicrofrontendsConfigResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/microfrontends/{deploymentId}/config?T',
  () => import('../schemas/microfrontendsGetMicrofrontendsConfig.ts'),
);
