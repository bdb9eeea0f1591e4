// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ArtifactQueryRequest, ArtifactQueryResponseBody } from '../types/artifacts.ts';

/**
 * Looks up size and origin of several cached artifacts at once.
 * POST /v8/artifacts
 */
export const artifactsArtifactQuery: Operation<ArtifactQueryRequest, ArtifactQueryResponseBody> = /* @__PURE__ */ operation(
  'POST /v8/artifacts?T body=json',
  () => import('../schemas/artifactsArtifactQuery.ts'),
);
