// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateAiGatewayVirtualModelConfig, GetAiGatewayVirtualModelConfig2 } from './shared.ts';

/** Arguments of createAiGatewayVirtualModelConfig. */
export interface CreateAiGatewayVirtualModelConfigRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What createAiGatewayVirtualModelConfig answers. */
export type CreateAiGatewayVirtualModelConfigResponseBody = CreateAiGatewayVirtualModelConfig;

/** Arguments of getAiGatewayVirtualModelConfig. */
export interface GetAiGatewayVirtualModelConfigRequest {
  /** Owner id: string in the query. */
  ownerId?: string | undefined;
  /** Virtual model slug: string in the query. */
  virtualModelSlug?: string | undefined;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getAiGatewayVirtualModelConfig answers. */
export type GetAiGatewayVirtualModelConfigResponseBody = CreateAiGatewayVirtualModelConfig | GetAiGatewayVirtualModelConfig2;

/** Arguments of updateAiGatewayVirtualModelConfig. */
export interface UpdateAiGatewayVirtualModelConfigRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What updateAiGatewayVirtualModelConfig answers. */
export type UpdateAiGatewayVirtualModelConfigResponseBody = CreateAiGatewayVirtualModelConfig;

/** Arguments of deleteAiGatewayVirtualModelConfig. */
export interface DeleteAiGatewayVirtualModelConfigRequest {
  /** Owner id: string in the query. */
  ownerId?: string | undefined;
  /** Virtual model slug: string in the query. */
  virtualModelSlug: string;
  /** Updated by: string in the query. */
  updatedBy?: string | undefined;
  /** Acting ip: string in the query. */
  actingIp?: string | undefined;
  /** Acting user agent: string in the query. */
  actingUserAgent?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteAiGatewayVirtualModelConfig answers. */
export type DeleteAiGatewayVirtualModelConfigResponseBody = void;

/** Arguments of listAiGatewayVirtualModelConfigs. */
export interface ListAiGatewayVirtualModelConfigsRequest {
  /** Owner id: string in the query. */
  ownerId?: string | undefined;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listAiGatewayVirtualModelConfigs answers. */
export type ListAiGatewayVirtualModelConfigsResponseBody = GetAiGatewayVirtualModelConfig2;

/** Arguments of getAiGatewayVirtualModelConfigBySlug. */
export interface GetAiGatewayVirtualModelConfigBySlugRequest {
  /** Vmc slug: string in the path. */
  vmcSlug: string;
  /** Owner id: string in the query. */
  ownerId?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getAiGatewayVirtualModelConfigBySlug answers. */
export type GetAiGatewayVirtualModelConfigBySlugResponseBody = CreateAiGatewayVirtualModelConfig;

/** Arguments of updateAiGatewayVirtualModelConfigBySlug. */
export interface UpdateAiGatewayVirtualModelConfigBySlugRequest {
  /** Vmc slug: string in the path. */
  vmcSlug: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What updateAiGatewayVirtualModelConfigBySlug answers. */
export type UpdateAiGatewayVirtualModelConfigBySlugResponseBody = CreateAiGatewayVirtualModelConfig;

/** Arguments of deleteAiGatewayVirtualModelConfigBySlug. */
export interface DeleteAiGatewayVirtualModelConfigBySlugRequest {
  /** Vmc slug: string in the path. */
  vmcSlug: string;
  /** Owner id: string in the query. */
  ownerId?: string | undefined;
  /** Updated by: string in the query. */
  updatedBy?: string | undefined;
  /** Acting ip: string in the query. */
  actingIp?: string | undefined;
  /** Acting user agent: string in the query. */
  actingUserAgent?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteAiGatewayVirtualModelConfigBySlug answers. */
export type DeleteAiGatewayVirtualModelConfigBySlugResponseBody = void;
