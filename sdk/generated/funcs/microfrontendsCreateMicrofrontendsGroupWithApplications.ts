// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateMicrofrontendsGroupWithApplicationsRequest, CreateMicrofrontendsGroupWithApplicationsResponseBody } from '../types/microfrontends.ts';

/**
 * Creates a group of microfrontends out of a default project and others.
 * POST /v1/microfrontends/group
 */
export const microfrontendsCreateMicrofrontendsGroupWithApplications: OptionalOperation<CreateMicrofrontendsGroupWithApplicationsRequest, CreateMicrofrontendsGroupWithApplicationsResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/microfrontends/group?T body=json',
  () => import('../schemas/microfrontendsCreateMicrofrontendsGroupWithApplications.ts'),
);
