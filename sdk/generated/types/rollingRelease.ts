// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenNumber, OpenString } from '../../runtime/values.ts';
import type { DeleteRollingReleaseConfig, GetRollingRelease, UpdateProjectDataCacheRollingRelease } from './shared.ts';

/** Arguments of getRollingReleaseBillingStatus. */
export interface GetRollingReleaseBillingStatusRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRollingReleaseBillingStatus answers. */
export type GetRollingReleaseBillingStatusResponseBody = { availableSlots: 0 | OpenNumber; reason: 'plan_not_supported' | OpenString; message: string } | { availableSlots: 'unlimited' | OpenString; reason: 'unlimited_slots' | OpenString; message: string } | { availableSlots: 0 | OpenNumber; reason: 'no_available_slots' | OpenString; message: string; enabledProjects: string[] } | { availableSlots: number; reason: 'available_slots' | OpenString; message: string };

/** Arguments of getRollingReleaseConfig. */
export interface GetRollingReleaseConfigRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRollingReleaseConfig answers. */
export type GetRollingReleaseConfigResponseBody = { rollingRelease: UpdateProjectDataCacheRollingRelease };

/** Arguments of deleteRollingReleaseConfig. */
export interface DeleteRollingReleaseConfigRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteRollingReleaseConfig answers. */
export type DeleteRollingReleaseConfigResponseBody = DeleteRollingReleaseConfig;

/** Arguments of updateRollingReleaseConfig. */
export interface UpdateRollingReleaseConfigRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What updateRollingReleaseConfig answers. */
export type UpdateRollingReleaseConfigResponseBody = DeleteRollingReleaseConfig | { rollingRelease: { stages?: { targetPercentage: number; requireApproval?: boolean; duration?: number; linearShift?: boolean }[] | null } | null };

/** Arguments of getRollingRelease. */
export interface GetRollingReleaseRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** State: one of `ACTIVE`, `COMPLETE`, `ABORTED` in the query. */
  state?: 'ACTIVE' | 'COMPLETE' | 'ABORTED' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRollingRelease answers. */
export type GetRollingReleaseResponseBody = GetRollingRelease;

export type ApproveRollingReleaseStageRequestBody = { nextStageIndex: number; canaryDeploymentId: string };
/** Arguments of approveRollingReleaseStage. */
export interface ApproveRollingReleaseStageRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: ApproveRollingReleaseStageRequestBody | undefined;
}
/** What approveRollingReleaseStage answers. */
export type ApproveRollingReleaseStageResponseBody = GetRollingRelease;

export type CompleteRollingReleaseRequestBody = { canaryDeploymentId: string };
/** Arguments of completeRollingRelease. */
export interface CompleteRollingReleaseRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CompleteRollingReleaseRequestBody | undefined;
}
/** What completeRollingRelease answers. */
export type CompleteRollingReleaseResponseBody = GetRollingRelease;
