// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { GetMicrofrontendsInGroupProjectsItemRollingRelease, GetRollingRelease, StartRollingReleaseBodyInput } from './shared.ts';

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
export type GetRollingReleaseBillingStatusResponseBody = { availableSlots: number; message: string; reason: 'plan_not_supported' | OpenString } | { availableSlots: 'unlimited' | OpenString; message: string; reason: 'unlimited_slots' | OpenString } | { availableSlots: number; enabledProjects: string[]; message: string; reason: 'no_available_slots' | OpenString } | { availableSlots: number; message: string; reason: 'available_slots' | OpenString };

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
export type GetRollingReleaseConfigResponseBody = { rollingRelease: GetMicrofrontendsInGroupProjectsItemRollingRelease };

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
export type DeleteRollingReleaseConfigResponseBody = { rollingRelease?: unknown };

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
export type UpdateRollingReleaseConfigResponseBody = { rollingRelease?: unknown } | { rollingRelease: { stages?: { duration?: number; linearShift?: boolean; requireApproval?: boolean; targetPercentage: number }[] | null } | null };

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

export type StartRollingReleaseRequestBody = StartRollingReleaseBodyInput;
/** Arguments of startRollingRelease. */
export interface StartRollingReleaseRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: StartRollingReleaseRequestBody | undefined;
}
/** What startRollingRelease answers. */
export type StartRollingReleaseResponseBody = GetRollingRelease;

export type CompleteRollingReleaseRequestBody = StartRollingReleaseBodyInput;
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
