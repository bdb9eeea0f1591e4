// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { EditRedirectRequest, EditRedirectResponseBody } from '../types/bulkRedirects.ts';

/**
 * Stages a change of one redirect of a project.
 * PATCH /v1/bulk-redirects
 */
export const bulkRedirectsEditRedirect: Operation<EditRedirectRequest, EditRedirectResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/bulk-redirects?projectId&T body=json',
  () => import('../schemas/bulkRedirectsEditRedirect.ts'),
);
