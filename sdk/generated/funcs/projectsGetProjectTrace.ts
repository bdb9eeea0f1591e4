// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetProjectTraceRequest, GetProjectTraceResponseBody } from '../types/projects.ts';

/**
 * Reads the trace of one request to a project: its spans and timings.
 * GET /v1/projects/traces
 */
export const projectsGetProjectTrace: Operation<GetProjectTraceRequest, GetProjectTraceResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/traces?projectId&requestId&T',
  () => import('../schemas/projectsGetProjectTrace.ts'),
);
