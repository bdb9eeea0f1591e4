// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateWebhookBodyEventsItemInput, CreateWebhookEventsItem, GetDeploymentProjectSettingsFramework, GetWebhooks2Item } from './shared.ts';

export type CreateWebhookRequestBody = { url: string; events: CreateWebhookBodyEventsItemInput[]; projectIds?: string[] | undefined };
/** Arguments of createWebhook. */
export interface CreateWebhookRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateWebhookRequestBody;
}
/** What createWebhook answers. */
export type CreateWebhookResponseBody = { secret: string; events: CreateWebhookEventsItem[]; id: string; url: string; ownerId: string; createdAt: number; updatedAt: number; projectIds?: string[] };

/** Arguments of getWebhooks. */
export interface GetWebhooksRequest {
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getWebhooks answers. */
export type GetWebhooksResponseBody = ({ projectsMetadata: { id: string; name: string; framework?: GetDeploymentProjectSettingsFramework; latestDeployment?: string }[] | null; events: CreateWebhookEventsItem[]; id: string; url: string; ownerId: string; createdAt: number; updatedAt: number; projectIds?: string[] })[] | GetWebhooks2Item[];

/** Arguments of getWebhook. */
export interface GetWebhookRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getWebhook answers. */
export type GetWebhookResponseBody = GetWebhooks2Item;

/** Arguments of deleteWebhook. */
export interface DeleteWebhookRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteWebhook answers. */
export type DeleteWebhookResponseBody = void;
