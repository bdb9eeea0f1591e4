// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { featureFlagsListFlagsV2 } from '../funcs/featureFlagsListFlagsV2.ts';
import { featureFlagsListFlags } from '../funcs/featureFlagsListFlags.ts';
import { featureFlagsCreateFlag } from '../funcs/featureFlagsCreateFlag.ts';
import { featureFlagsGetFlag } from '../funcs/featureFlagsGetFlag.ts';
import { featureFlagsUpdateFlag } from '../funcs/featureFlagsUpdateFlag.ts';
import { featureFlagsDeleteFlag } from '../funcs/featureFlagsDeleteFlag.ts';
import { featureFlagsListFlagVersions } from '../funcs/featureFlagsListFlagVersions.ts';
import { featureFlagsGetFlagSettings } from '../funcs/featureFlagsGetFlagSettings.ts';
import { featureFlagsUpdateFlagSettings } from '../funcs/featureFlagsUpdateFlagSettings.ts';
import { featureFlagsListTeamFlagSettings } from '../funcs/featureFlagsListTeamFlagSettings.ts';
import { featureFlagsListTeamFlagsV2 } from '../funcs/featureFlagsListTeamFlagsV2.ts';
import { featureFlagsListTeamFlags } from '../funcs/featureFlagsListTeamFlags.ts';
import { featureFlagsCreateFlagSegment } from '../funcs/featureFlagsCreateFlagSegment.ts';
import { featureFlagsListFlagSegments } from '../funcs/featureFlagsListFlagSegments.ts';
import { featureFlagsGetFlagSegment } from '../funcs/featureFlagsGetFlagSegment.ts';
import { featureFlagsDeleteFlagSegment } from '../funcs/featureFlagsDeleteFlagSegment.ts';
import { featureFlagsUpdateFlagSegment } from '../funcs/featureFlagsUpdateFlagSegment.ts';
import { featureFlagsGetDeploymentFeatureFlags } from '../funcs/featureFlagsGetDeploymentFeatureFlags.ts';
import { featureFlagsGetSDKKeys } from '../funcs/featureFlagsGetSDKKeys.ts';
import { featureFlagsCreateSDKKey } from '../funcs/featureFlagsCreateSDKKey.ts';
import { featureFlagsDeleteSDKKey } from '../funcs/featureFlagsDeleteSDKKey.ts';
import type { CreateFlagRequest, CreateFlagResponseBody, CreateFlagSegmentRequest, CreateFlagSegmentResponseBody, CreateSDKKeyRequest, CreateSDKKeyResponseBody, DeleteFlagRequest, DeleteFlagResponseBody, DeleteFlagSegmentRequest, DeleteFlagSegmentResponseBody, DeleteSDKKeyRequest, DeleteSDKKeyResponseBody, GetDeploymentFeatureFlagsRequest, GetDeploymentFeatureFlagsResponseBody, GetFlagRequest, GetFlagResponseBody, GetFlagSegmentRequest, GetFlagSegmentResponseBody, GetFlagSettingsRequest, GetFlagSettingsResponseBody, GetSDKKeysRequest, GetSDKKeysResponseBody, ListFlagSegmentsRequest, ListFlagSegmentsResponseBody, ListFlagVersionsRequest, ListFlagVersionsResponseBody, ListFlagsRequest, ListFlagsResponseBody, ListFlagsV2Request, ListFlagsV2ResponseBody, ListTeamFlagSettingsRequest, ListTeamFlagSettingsResponseBody, ListTeamFlagsRequest, ListTeamFlagsResponseBody, ListTeamFlagsV2Request, ListTeamFlagsV2ResponseBody, UpdateFlagRequest, UpdateFlagResponseBody, UpdateFlagSegmentRequest, UpdateFlagSegmentResponseBody, UpdateFlagSettingsRequest, UpdateFlagSettingsResponseBody } from '../types/featureFlags.ts';

export class FeatureFlags {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the feature flags of a project with filters and sorted pages.
   * GET /v2/projects/{projectIdOrName}/feature-flags/flags
   */
  listFlagsV2(request: ListFlagsV2Request, options?: CallOptions): CallPromise<ListFlagsV2ResponseBody> {
    return asValue(featureFlagsListFlagsV2(this.#core, request, options));
  }

  /**
   * Lists the feature flags of a project, page by page.
   * GET /v1/projects/{projectIdOrName}/feature-flags/flags
   */
  listFlags(request: ListFlagsRequest, options?: CallOptions): CallPromise<ListFlagsResponseBody> {
    return asValue(featureFlagsListFlags(this.#core, request, options));
  }

  /**
   * Creates a feature flag in a project.
   * PUT /v1/projects/{projectIdOrName}/feature-flags/flags
   */
  createFlag(request: CreateFlagRequest, options?: CallOptions): CallPromise<CreateFlagResponseBody> {
    return asValue(featureFlagsCreateFlag(this.#core, request, options));
  }

  /**
   * Reads one feature flag of a project.
   * GET /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}
   */
  getFlag(request: GetFlagRequest, options?: CallOptions): CallPromise<GetFlagResponseBody> {
    return asValue(featureFlagsGetFlag(this.#core, request, options));
  }

  /**
   * Changes a feature flag: turns it on or off, sets its rules, variants or rollout.
   * PATCH /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}
   */
  updateFlag(request: UpdateFlagRequest, options?: CallOptions): CallPromise<UpdateFlagResponseBody> {
    return asValue(featureFlagsUpdateFlag(this.#core, request, options));
  }

  /**
   * Deletes a feature flag of a project.
   * DELETE /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}
   */
  deleteFlag(request: DeleteFlagRequest, options?: CallOptions): CallPromise<DeleteFlagResponseBody> {
    return asValue(featureFlagsDeleteFlag(this.#core, request, options));
  }

  /**
   * Lists the earlier versions of a feature flag: who changed what and when.
   * GET /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}/versions
   */
  listFlagVersions(request: ListFlagVersionsRequest, options?: CallOptions): CallPromise<ListFlagVersionsResponseBody> {
    return asValue(featureFlagsListFlagVersions(this.#core, request, options));
  }

  /**
   * Reads the settings of feature flags in a project: entities, labels and environments.
   * GET /v1/projects/{projectIdOrName}/feature-flags/settings
   */
  getFlagSettings(request: GetFlagSettingsRequest, options?: CallOptions): CallPromise<GetFlagSettingsResponseBody> {
    return asValue(featureFlagsGetFlagSettings(this.#core, request, options));
  }

  /**
   * Changes the settings of feature flags in a project: entities, labels and environments.
   * PATCH /v1/projects/{projectIdOrName}/feature-flags/settings
   */
  updateFlagSettings(request: UpdateFlagSettingsRequest, options?: CallOptions): CallPromise<UpdateFlagSettingsResponseBody> {
    return asValue(featureFlagsUpdateFlagSettings(this.#core, request, options));
  }

  /**
   * Lists the settings of feature flags of all projects of a team.
   * GET /v1/teams/{teamId}/feature-flags/settings
   */
  listTeamFlagSettings(request: ListTeamFlagSettingsRequest, options?: CallOptions): CallPromise<ListTeamFlagSettingsResponseBody> {
    return asValue(featureFlagsListTeamFlagSettings(this.#core, request, options));
  }

  /**
   * Lists the feature flags of all projects of a team with filters and sorted pages.
   * GET /v2/teams/{teamId}/feature-flags/flags
   */
  listTeamFlagsV2(request: ListTeamFlagsV2Request, options?: CallOptions): CallPromise<ListTeamFlagsV2ResponseBody> {
    return asValue(featureFlagsListTeamFlagsV2(this.#core, request, options));
  }

  /**
   * Lists the feature flags of all projects of a team, page by page.
   * GET /v1/teams/{teamId}/feature-flags/flags
   */
  listTeamFlags(request: ListTeamFlagsRequest, options?: CallOptions): CallPromise<ListTeamFlagsResponseBody> {
    return asValue(featureFlagsListTeamFlags(this.#core, request, options));
  }

  /**
   * Creates a segment: a named group of users or other entities that feature flags can target.
   * PUT /v1/projects/{projectIdOrName}/feature-flags/segments
   */
  createFlagSegment(request: CreateFlagSegmentRequest, options?: CallOptions): CallPromise<CreateFlagSegmentResponseBody> {
    return asValue(featureFlagsCreateFlagSegment(this.#core, request, options));
  }

  /**
   * Lists the segments of a project: the groups that feature flags can target.
   * GET /v1/projects/{projectIdOrName}/feature-flags/segments
   */
  listFlagSegments(request: ListFlagSegmentsRequest, options?: CallOptions): CallPromise<ListFlagSegmentsResponseBody> {
    return asValue(featureFlagsListFlagSegments(this.#core, request, options));
  }

  /**
   * Reads one segment that feature flags can target.
   * GET /v1/projects/{projectIdOrName}/feature-flags/segments/{segmentIdOrSlug}
   */
  getFlagSegment(request: GetFlagSegmentRequest, options?: CallOptions): CallPromise<GetFlagSegmentResponseBody> {
    return asValue(featureFlagsGetFlagSegment(this.#core, request, options));
  }

  /**
   * Deletes a segment that feature flags could target.
   * DELETE /v1/projects/{projectIdOrName}/feature-flags/segments/{segmentIdOrSlug}
   */
  deleteFlagSegment(request: DeleteFlagSegmentRequest, options?: CallOptions): CallPromise<DeleteFlagSegmentResponseBody> {
    return asValue(featureFlagsDeleteFlagSegment(this.#core, request, options));
  }

  /**
   * Changes a segment: adds or removes members, or changes its rules.
   * PATCH /v1/projects/{projectIdOrName}/feature-flags/segments/{segmentIdOrSlug}
   */
  updateFlagSegment(request: UpdateFlagSegmentRequest, options?: CallOptions): CallPromise<UpdateFlagSegmentResponseBody> {
    return asValue(featureFlagsUpdateFlagSegment(this.#core, request, options));
  }

  /**
   * Lists the feature flags that a deployment reported to have in its code.
   * GET /v1/deployments/{deploymentId}/feature-flags
   */
  getDeploymentFeatureFlags(request: GetDeploymentFeatureFlagsRequest, options?: CallOptions): CallPromise<GetDeploymentFeatureFlagsResponseBody> {
    return asValue(featureFlagsGetDeploymentFeatureFlags(this.#core, request, options));
  }

  /**
   * Lists the keys with which applications read the feature flags of a project.
   * GET /v1/projects/{projectIdOrName}/feature-flags/sdk-keys
   */
  getSDKKeys(request: GetSDKKeysRequest, options?: CallOptions): CallPromise<GetSDKKeysResponseBody> {
    return asValue(featureFlagsGetSDKKeys(this.#core, request, options));
  }

  /**
   * Creates a key with which an application reads the feature flags of a project.
   * PUT /v1/projects/{projectIdOrName}/feature-flags/sdk-keys
   */
  createSDKKey(request: CreateSDKKeyRequest, options?: CallOptions): CallPromise<CreateSDKKeyResponseBody> {
    return asValue(featureFlagsCreateSDKKey(this.#core, request, options));
  }

  /**
   * Deletes a key with which an application reads feature flags.
   * DELETE /v1/projects/{projectIdOrName}/feature-flags/sdk-keys/{hashKey}
   */
  deleteSDKKey(request: DeleteSDKKeyRequest, options?: CallOptions): CallPromise<DeleteSDKKeyResponseBody> {
    return asValue(featureFlagsDeleteSDKKey(this.#core, request, options));
  }
}
