// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ArtifactExistsRequest, ArtifactExistsResponseBody } from '../types/artifacts.ts';

/**
 * Asks whether an artifact is cached; rejects with a not-found error when it is not.
 * HEAD /v8/artifacts/{hash}
 */
export const artifactsArtifactExists: Operation<ArtifactExistsRequest, ArtifactExistsResponseBody> = /* @__PURE__ */ operation(
  'HEAD /v8/artifacts/{hash}?T accept=*/*',
  () => import('../schemas/artifactsArtifactExists.ts'),
);
