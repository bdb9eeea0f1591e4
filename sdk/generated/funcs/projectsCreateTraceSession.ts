// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateTraceSessionRequest, CreateTraceSessionResponseBody } from '../types/projects.ts';

/**
 * Starts a session in which requests of a project are traced.
 * POST /v1/projects/traces/session
 */
export const projectsCreateTraceSession: OptionalOperation<CreateTraceSessionRequest, CreateTraceSessionResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/traces/session?T body=json',
  () => import('../schemas/projectsCreateTraceSession.ts'),
);
