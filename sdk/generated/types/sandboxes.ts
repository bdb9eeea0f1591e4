// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateSandboxesSessionsBySessionIdSnapshotV2, GetSessionSnapshot, ListAccessGroupMembersPagination, ListDrivesDrivesItem, ListNamedSandboxesSandboxesItem, ListSessionCommandsCommandsItem, ListSessionSnapshotsSnapshotsItem, ListSessionsSessionsItem, UpdateSessionNetworkPolicyBodyInjectionRulesItemMatchInput } from './shared.ts';

/** Arguments of listNamedSandboxes. */
export interface ListNamedSandboxesRequest {
  /** Project: string in the query. */
  project?: string | undefined;
  /** Limit: number in the query. Default: 20. */
  limit?: number | undefined;
  /** Sort by: one of `createdAt`, `name`, `statusUpdatedAt`, `currentSnapshotId` in the query. Default: createdAt. */
  sortBy?: 'createdAt' | 'name' | 'statusUpdatedAt' | 'currentSnapshotId' | undefined;
  /** Name prefix: string in the query. */
  namePrefix?: string | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Sort order: one of `asc`, `desc` in the query. Default: desc. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /** Status: one of `running`, `stopping`, `stopped` in the query. */
  status?: 'running' | 'stopping' | 'stopped' | undefined;
  /** Tags: string or list of strings in the query. */
  tags?: string | string[] | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listNamedSandboxes answers. */
export type ListNamedSandboxesResponseBody = { pagination: ListAccessGroupMembersPagination; sandboxes: ListNamedSandboxesSandboxesItem[] };

/** Arguments of listDrives. */
export interface ListDrivesRequest {
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Limit: number in the query. Default: 20. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Sort by: one of `createdAt`, `updatedAt`, `name` in the query. Default: createdAt. */
  sortBy?: 'createdAt' | 'updatedAt' | 'name' | undefined;
  /** Name prefix: string in the query. */
  namePrefix?: string | undefined;
  /** Sort order: one of `asc`, `desc` in the query. Default: desc. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listDrives answers. */
export type ListDrivesResponseBody = { drives: ListDrivesDrivesItem[]; pagination: ListAccessGroupMembersPagination };

export type GetOrCreateDriveRequestBody = { projectId?: string | undefined; maxSizeBytes?: number | undefined; region?: 'iad1' | 'sfo1' | 'cle1' | 'cdg1' | 'fra1' | 'arn1' | 'sin1' | 'pdx1' | 'lhr1' | 'icn1' | 'bom1' | 'cpt1' | 'dub1' | 'gru1' | 'hkg1' | 'syd1' | 'yul1' | 'hnd1' | 'kix1' | undefined };
/** Arguments of getOrCreateDrive. */
export interface GetOrCreateDriveRequest {
  /** Name: string in the path. */
  name: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: GetOrCreateDriveRequestBody | undefined;
}
/** What getOrCreateDrive answers. */
export type GetOrCreateDriveResponseBody = { drive: ListDrivesDrivesItem };

/** Arguments of deleteDrive. */
export interface DeleteDriveRequest {
  /** Name: string in the path. */
  name: string;
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteDrive answers. */
export type DeleteDriveResponseBody = { drive: ListDrivesDrivesItem };

/** Arguments of listSessionSnapshots. */
export interface ListSessionSnapshotsRequest {
  /** Project: string in the query. */
  project?: string | undefined;
  /** Name: string in the query. */
  name?: string | undefined;
  /** Limit: number in the query. Default: 20. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Sort order: one of `asc`, `desc` in the query. Default: desc. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listSessionSnapshots answers. */
export type ListSessionSnapshotsResponseBody = { pagination: ListAccessGroupMembersPagination; snapshots: ListSessionSnapshotsSnapshotsItem[] } | Record<string, unknown>;

/** Arguments of getSessionSnapshot. */
export interface GetSessionSnapshotRequest {
  /** Snapshot id: string in the path. */
  snapshotId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getSessionSnapshot answers. */
export type GetSessionSnapshotResponseBody = GetSessionSnapshot;

/** Arguments of deleteSessionSnapshot. */
export interface DeleteSessionSnapshotRequest {
  /** Snapshot id: string in the path. */
  snapshotId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteSessionSnapshot answers. */
export type DeleteSessionSnapshotResponseBody = GetSessionSnapshot;

/** Arguments of listSessions. */
export interface ListSessionsRequest {
  /** Project: string in the query. */
  project?: string | undefined;
  /** Name: string in the query. */
  name?: string | undefined;
  /** Limit: number in the query. Default: 20. */
  limit?: number | undefined;
  /** Cursor: string in the query. */
  cursor?: string | undefined;
  /** Sort order: one of `asc`, `desc` in the query. Default: desc. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listSessions answers. */
export type ListSessionsResponseBody = { pagination: ListAccessGroupMembersPagination; sessions: ListSessionsSessionsItem[] } | Record<string, unknown>;

/** Arguments of getSession. */
export interface GetSessionRequest {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getSession answers. */
export type GetSessionResponseBody = { routes: { port: number; subdomain: string; system?: true; url: string }[]; session: ListSessionsSessionsItem };

/** Arguments of getNamedSandbox. */
export interface GetNamedSandboxRequest {
  /** Name: string in the path. */
  name: string;
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Resume: true or false in the query. Default: false. */
  resume?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getNamedSandbox answers. */
export type GetNamedSandboxResponseBody = { resumed: boolean; routes: { port: number; subdomain: string; system?: true; url: string }[]; sandbox: ListNamedSandboxesSandboxesItem; session: ListSessionsSessionsItem };

/** Arguments of deleteSandbox. */
export interface DeleteSandboxRequest {
  /** Name: string in the path. */
  name: string;
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Delete orphan snapshots: true or false in the query. Default: false. */
  deleteOrphanSnapshots?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteSandbox answers. */
export type DeleteSandboxResponseBody = { sandbox: ListNamedSandboxesSandboxesItem };

/** Arguments of listSessionCommands. */
export interface ListSessionCommandsRequest {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listSessionCommands answers. */
export type ListSessionCommandsResponseBody = { commands: ListSessionCommandsCommandsItem[] };

/** Arguments of getSessionCommand. */
export interface GetSessionCommandRequest {
  /** Session id: string in the path. */
  sessionId: string;
  /** Cmd id: string in the path. */
  cmdId: string;
  /** Wait: one of `true`, `false` in the query. Default: false. */
  wait?: 'true' | 'false' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getSessionCommand answers. */
export type GetSessionCommandResponseBody = { command: ListSessionCommandsCommandsItem };

export type KillSessionCommandRequestBody = { signal: number };
/** Arguments of killSessionCommand. */
export interface KillSessionCommandRequest {
  /** Cmd id: string in the path. */
  cmdId: string;
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: KillSessionCommandRequestBody | undefined;
}
/** What killSessionCommand answers. */
export type KillSessionCommandResponseBody = { command: ListSessionCommandsCommandsItem };

/** Arguments of stopSession. */
export interface StopSessionRequest {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What stopSession answers. */
export type StopSessionResponseBody = { sandbox: ListNamedSandboxesSandboxesItem; session: ListSessionsSessionsItem; snapshot: ListSessionSnapshotsSnapshotsItem } | { session: ListSessionsSessionsItem };

export type ExtendSessionTimeoutRequestBody = { duration: number };
/** Arguments of extendSessionTimeout. */
export interface ExtendSessionTimeoutRequest {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: ExtendSessionTimeoutRequestBody | undefined;
}
/** What extendSessionTimeout answers. */
export type ExtendSessionTimeoutResponseBody = { session: ListSessionsSessionsItem };

export type UpdateSessionNetworkPolicyRequestBody = { mode: 'allow-all' | 'deny-all' | 'custom' | 'default-allow' | 'default-deny'; allowedDomains?: string[] | undefined; allowedCIDRs?: string[] | undefined; deniedCIDRs?: string[] | undefined; injectionRules?: ({ domain: string; headers: { [key: string]: string }; match?: UpdateSessionNetworkPolicyBodyInjectionRulesItemMatchInput | undefined })[] | undefined } | { allow?: string[] | { [key: string]: ({ match?: UpdateSessionNetworkPolicyBodyInjectionRulesItemMatchInput | undefined; transform?: ({ headers?: { [key: string]: string } | undefined })[] | undefined; forwardURL?: string | undefined; response?: { statusCode: number; headers?: { [key: string]: string } | undefined; body?: string | undefined; contentType?: string | undefined } | undefined })[] } | undefined; subnets?: { allow?: string[] | undefined; deny?: string[] | undefined } | undefined };
/** Arguments of updateSessionNetworkPolicy. */
export interface UpdateSessionNetworkPolicyRequest {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateSessionNetworkPolicyRequestBody | undefined;
}
/** What updateSessionNetworkPolicy answers. */
export type UpdateSessionNetworkPolicyResponseBody = { session: ListSessionsSessionsItem };

export type ReadSessionFileRequestBody = { cwd?: string | undefined; path: string };
/** Arguments of readSessionFile. */
export interface ReadSessionFileRequest {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: ReadSessionFileRequestBody | undefined;
}
export type ReadSessionFileResponseBody = ReadableStream<Uint8Array>;

export type CreateSessionDirectoryRequestBody = { cwd?: string | undefined; path: string; recursive?: boolean | undefined };
/** Arguments of createSessionDirectory. */
export interface CreateSessionDirectoryRequest {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateSessionDirectoryRequestBody | undefined;
}
/** What createSessionDirectory answers. */
export type CreateSessionDirectoryResponseBody = Record<string, unknown>;

/** Arguments of writeSessionFiles. */
export interface WriteSessionFilesRequest {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** X cwd: string as header x-cwd. */
  xCwd?: string | undefined;
}
/** What writeSessionFiles answers. */
export type WriteSessionFilesResponseBody = Record<string, unknown>;

export type CreateSandboxesSessionsBySessionIdSnapshotV2RequestBody = { expiration?: unknown | number | undefined };
/** Arguments of createSandboxesSessionsBySessionIdSnapshotV2. */
export interface CreateSandboxesSessionsBySessionIdSnapshotV2Request {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateSandboxesSessionsBySessionIdSnapshotV2RequestBody | undefined;
}
/** What createSandboxesSessionsBySessionIdSnapshotV2 answers. */
export type CreateSandboxesSessionsBySessionIdSnapshotV2ResponseBody = CreateSandboxesSessionsBySessionIdSnapshotV2;

export type CreateSandboxesSessionsBySessionIdSnapshotV3RequestBody = { expiration?: unknown | number | undefined };
/** Arguments of createSandboxesSessionsBySessionIdSnapshotV3. */
export interface CreateSandboxesSessionsBySessionIdSnapshotV3Request {
  /** Session id: string in the path. */
  sessionId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateSandboxesSessionsBySessionIdSnapshotV3RequestBody | undefined;
}
/** What createSandboxesSessionsBySessionIdSnapshotV3 answers. */
export type CreateSandboxesSessionsBySessionIdSnapshotV3ResponseBody = CreateSandboxesSessionsBySessionIdSnapshotV2;
