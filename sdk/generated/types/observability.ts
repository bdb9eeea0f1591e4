// Generated from sdk/catalogue by sdk/generator; edits are overwritten.

/** Arguments of getObservabilityConfigurationProjects. */
export interface GetObservabilityConfigurationProjectsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getObservabilityConfigurationProjects answers. */
export type GetObservabilityConfigurationProjectsResponseBody = { disabledProjects: { disabledAt: number; id: string; name?: string }[] };

export type UpdateObservabilityConfigurationProjectRequestBody = { disabled: boolean };
/** Arguments of updateObservabilityConfigurationProject. */
export interface UpdateObservabilityConfigurationProjectRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateObservabilityConfigurationProjectRequestBody | undefined;
}
/** What updateObservabilityConfigurationProject answers. */
export type UpdateObservabilityConfigurationProjectResponseBody = { disabledAt?: number; id: string };
