// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateConnectorBodyData2SlackTeamInput, CreateConnectorBodyData4ApplicationInput, CreateConnectorBodyData4OwnerOrganizationInput, CreateConnectorBodyData7JwtBearerInput, CreateConnectorBodyData7ServerConfigInput, CreateConnectorBodyData7UserAuthorizationInput, CreateConnectorBodyDataInput, CreateConnectorBodyDataOwnerInput, CreateConnectorBodyTriggerDestinationInput, ListConnectorProjectConnectionsProjectsItem, ListConnectorsConnectorsItem } from './shared.ts';

/** Arguments of listConnectors. */
export interface ListConnectorsRequest {
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Type: string in the query. */
  type?: string | undefined;
  /** Service: string in the query. */
  service?: string | undefined;
  /** Sort: one of `name`, `createdAt`, `updatedAt` in the query. */
  sort?: 'name' | 'createdAt' | 'updatedAt' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listConnectors answers. */
export type ListConnectorsResponseBody = { connectors: ListConnectorsConnectorsItem[]; pagination: { next: string | null } };

/** Arguments of getConnector. */
export interface GetConnectorRequest {
  /** Connector: string in the path. */
  connector: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getConnector answers. */
export type GetConnectorResponseBody = ListConnectorsConnectorsItem;

/** Arguments of deleteConnector. */
export interface DeleteConnectorRequest {
  /** Connector: string in the path. */
  connector: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteConnector answers. */
export type DeleteConnectorResponseBody = void;

export type CreateConnectorRequestBody = { data: CreateConnectorBodyDataInput; icon?: string | undefined; backgroundColor?: string | undefined; accentColor?: string | undefined; type?: string | undefined; service: string; connectionMethod: string; params?: { [key: string]: string } | undefined; target?: string | undefined; uid?: string | undefined; name?: string | undefined; projectId?: string | undefined; environments?: ('development' | 'preview' | 'production' | string)[] | undefined; triggers?: boolean | undefined; triggerDestination?: CreateConnectorBodyTriggerDestinationInput | undefined; events?: string[] | undefined } | { data: CreateConnectorBodyDataInput; icon?: string | undefined; backgroundColor?: string | undefined; accentColor?: string | undefined; type: string; service?: string | undefined; connectionMethod?: string | undefined; params?: { [key: string]: string } | undefined; target?: string | undefined; uid?: string | undefined; name?: string | undefined; projectId?: string | undefined; environments?: ('development' | 'preview' | 'production' | string)[] | undefined; triggers?: boolean | undefined; triggerDestination?: CreateConnectorBodyTriggerDestinationInput | undefined; events?: string[] | undefined };
/** Arguments of createConnector. */
export interface CreateConnectorRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  connectCreateConnectorRequest?: CreateConnectorRequestBody | undefined;
}
/** What createConnector answers. */
export type CreateConnectorResponseBody = ListConnectorsConnectorsItem;

export type UpdateConnectorRequestBody = { triggers?: boolean | undefined; events?: string[] | undefined; data?: { serverUrl?: string | undefined; serverConfig?: CreateConnectorBodyData7ServerConfigInput | undefined; clientId?: string | undefined; clientName?: string | undefined; clientSecret?: string | undefined; tokenEndpointAuthMethod?: string | undefined; responseType?: string | undefined; pkceRequired?: boolean | undefined; codeChallengeMethod?: string | undefined; userAuthorization?: CreateConnectorBodyData7UserAuthorizationInput | undefined; refreshTokens?: { enabled: boolean } | undefined; clientCredentials?: CreateConnectorBodyData7UserAuthorizationInput | undefined; forwardedClaims?: { idToken?: string[] | undefined } | undefined; defaultAudience?: string | undefined; defaultTokenExpiresIn?: number | undefined; authorizationUrlParams?: { [key: string]: string } | undefined; jwtBearer?: CreateConnectorBodyData7JwtBearerInput | undefined; clientAssertion?: { type?: string | undefined; ttl?: number | undefined; claims?: Record<string, unknown> | undefined } | undefined } | { toDelete?: string[] | undefined; toAdd?: ({ value: string; scope?: string | undefined; expiresAt?: number | undefined })[] | undefined; toUpdate?: ({ id: string; value?: string | undefined; scope?: string | undefined; expiresAt?: number | string | undefined })[] | undefined; instructions?: string | undefined } | { appId?: number | undefined; appSlug?: string | undefined; appName?: string | undefined; clientId?: string | undefined; owner?: CreateConnectorBodyDataOwnerInput | undefined; clientSecret?: string | undefined; privateKeyPem?: string | undefined; webhookSecret?: string | undefined; extras?: Record<string, unknown> | undefined } | { appId?: string | undefined; appName?: string | undefined; clientId?: string | undefined; clientSecret?: string | undefined; webhookSecret?: string | undefined; appScopes?: string[] | undefined; userScopes?: string[] | undefined; ownerOrganization?: CreateConnectorBodyData4OwnerOrganizationInput | undefined; application?: CreateConnectorBodyData4ApplicationInput | undefined; extras?: Record<string, unknown> | undefined } | { consumerKey?: string | undefined; consumerSecret?: string | undefined; loginHost?: string | undefined } | { appId?: string | undefined; appName?: string | undefined; clientId?: string | undefined; clientSecret?: string | undefined; slackTeam?: CreateConnectorBodyData2SlackTeamInput | undefined; signingSecret?: string | undefined; verificationToken?: string | undefined; botScopes?: string[] | undefined; userScopes?: string[] | undefined; slashCommands?: ({ command: string; description: string; usageHint?: string | undefined; shouldEscape?: boolean | undefined })[] | undefined; shortcuts?: ({ type: 'global' | 'message'; name: string; callbackId: string; description: string })[] | undefined; extras?: Record<string, unknown> | undefined } | { accountIdentifier?: string | undefined; defaultSessionRole?: string | undefined } | { accountIdentifier?: string | undefined } | { apiToken?: string | undefined; phoneNumbers?: string[] | undefined } | { apiKeyId?: string | undefined; apiSecretKey?: string | undefined; phoneNumbers?: string[] | undefined } | { projectSecret?: string | undefined; webhookSecret?: string | undefined; repairWebhook?: boolean | undefined } | Record<string, unknown> | undefined; icon?: string | undefined; backgroundColor?: string | undefined; accentColor?: string | undefined; uid?: string | undefined; name?: string | undefined };
/** Arguments of updateConnector. */
export interface UpdateConnectorRequest {
  /** Connector: string in the path. */
  connector: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  connectUpdateConnectorRequest: UpdateConnectorRequestBody;
}
/** What updateConnector answers. */
export type UpdateConnectorResponseBody = { connector: ListConnectorsConnectorsItem; reconsentNeeded?: { scope: 'user' | OpenString }; reinstallNeeded?: boolean; serviceSync?: { errors?: { fields?: string[]; message: string; vendor?: Record<string, unknown> }[]; status: 'done' | 'required' | OpenString } };

export type ReplaceConnectorTriggerDestinationsRequestBody = { destinations: ({ projectId: string; branch: string; path?: string | undefined } | { projectId: string; customEnvironmentId: string; path?: string | undefined } | { projectId: string; path?: string | undefined })[] };
/** Arguments of replaceConnectorTriggerDestinations. */
export interface ReplaceConnectorTriggerDestinationsRequest {
  /** Connector: string in the path. */
  connector: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  connectReplaceTriggerDestinationsRequest: ReplaceConnectorTriggerDestinationsRequestBody;
}
/** What replaceConnectorTriggerDestinations answers. */
export type ReplaceConnectorTriggerDestinationsResponseBody = ListConnectorsConnectorsItem;

/** Arguments of listConnectorProjectConnections. */
export interface ListConnectorProjectConnectionsRequest {
  /** Connector: string in the path. */
  connector: string;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listConnectorProjectConnections answers. */
export type ListConnectorProjectConnectionsResponseBody = { pagination: { next: string | null }; projects: ListConnectorProjectConnectionsProjectsItem[] };

/** Arguments of getConnectorProjectConnection. */
export interface GetConnectorProjectConnectionRequest {
  /** Connector: string in the path. */
  connector: string;
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getConnectorProjectConnection answers. */
export type GetConnectorProjectConnectionResponseBody = ListConnectorProjectConnectionsProjectsItem;

export type UpsertConnectorProjectConnectionRequestBody = { environments: ('development' | 'preview' | 'production' | string)[] };
/** Arguments of upsertConnectorProjectConnection. */
export interface UpsertConnectorProjectConnectionRequest {
  /** Connector: string in the path. */
  connector: string;
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  connectUpsertProjectConnectionRequest: UpsertConnectorProjectConnectionRequestBody;
}
/** What upsertConnectorProjectConnection answers. */
export type UpsertConnectorProjectConnectionResponseBody = ListConnectorProjectConnectionsProjectsItem;

/** Arguments of deleteConnectorProjectConnection. */
export interface DeleteConnectorProjectConnectionRequest {
  /** Connector: string in the path. */
  connector: string;
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteConnectorProjectConnection answers. */
export type DeleteConnectorProjectConnectionResponseBody = void;

/** Arguments of listProjectConnectorConnections. */
export interface ListProjectConnectorConnectionsRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listProjectConnectorConnections answers. */
export type ListProjectConnectorConnectionsResponseBody = { connectors: ListConnectorProjectConnectionsProjectsItem[]; pagination: { next: string | null } };
