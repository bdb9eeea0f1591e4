// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { sandboxesListNamedSandboxes } from '../funcs/sandboxesListNamedSandboxes.ts';
import { sandboxesListDrives } from '../funcs/sandboxesListDrives.ts';
import { sandboxesGetOrCreateDrive } from '../funcs/sandboxesGetOrCreateDrive.ts';
import { sandboxesDeleteDrive } from '../funcs/sandboxesDeleteDrive.ts';
import { sandboxesListSessionSnapshots } from '../funcs/sandboxesListSessionSnapshots.ts';
import { sandboxesGetSessionSnapshot } from '../funcs/sandboxesGetSessionSnapshot.ts';
import { sandboxesDeleteSessionSnapshot } from '../funcs/sandboxesDeleteSessionSnapshot.ts';
import { sandboxesListSessions } from '../funcs/sandboxesListSessions.ts';
import { sandboxesGetSession } from '../funcs/sandboxesGetSession.ts';
import { sandboxesGetNamedSandbox } from '../funcs/sandboxesGetNamedSandbox.ts';
import { sandboxesDeleteSandbox } from '../funcs/sandboxesDeleteSandbox.ts';
import { sandboxesListSessionCommands } from '../funcs/sandboxesListSessionCommands.ts';
import { sandboxesGetSessionCommand } from '../funcs/sandboxesGetSessionCommand.ts';
import { sandboxesKillSessionCommand } from '../funcs/sandboxesKillSessionCommand.ts';
import { sandboxesStopSession } from '../funcs/sandboxesStopSession.ts';
import { sandboxesExtendSessionTimeout } from '../funcs/sandboxesExtendSessionTimeout.ts';
import { sandboxesUpdateSessionNetworkPolicy } from '../funcs/sandboxesUpdateSessionNetworkPolicy.ts';
import { sandboxesReadSessionFile } from '../funcs/sandboxesReadSessionFile.ts';
import { sandboxesCreateSessionDirectory } from '../funcs/sandboxesCreateSessionDirectory.ts';
import { sandboxesWriteSessionFiles } from '../funcs/sandboxesWriteSessionFiles.ts';
import { sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2 } from '../funcs/sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2.ts';
import { sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3 } from '../funcs/sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3.ts';
import type { CreateSandboxesSessionsBySessionIdSnapshotV2Request, CreateSandboxesSessionsBySessionIdSnapshotV2ResponseBody, CreateSandboxesSessionsBySessionIdSnapshotV3Request, CreateSandboxesSessionsBySessionIdSnapshotV3ResponseBody, CreateSessionDirectoryRequest, CreateSessionDirectoryResponseBody, DeleteDriveRequest, DeleteDriveResponseBody, DeleteSandboxRequest, DeleteSandboxResponseBody, DeleteSessionSnapshotRequest, DeleteSessionSnapshotResponseBody, ExtendSessionTimeoutRequest, ExtendSessionTimeoutResponseBody, GetNamedSandboxRequest, GetNamedSandboxResponseBody, GetOrCreateDriveRequest, GetOrCreateDriveResponseBody, GetSessionCommandRequest, GetSessionCommandResponseBody, GetSessionRequest, GetSessionResponseBody, GetSessionSnapshotRequest, GetSessionSnapshotResponseBody, KillSessionCommandRequest, KillSessionCommandResponseBody, ListDrivesRequest, ListDrivesResponseBody, ListNamedSandboxesRequest, ListNamedSandboxesResponseBody, ListSessionCommandsRequest, ListSessionCommandsResponseBody, ListSessionSnapshotsRequest, ListSessionSnapshotsResponseBody, ListSessionsRequest, ListSessionsResponseBody, ReadSessionFileRequest, ReadSessionFileResponseBody, StopSessionRequest, StopSessionResponseBody, UpdateSessionNetworkPolicyRequest, UpdateSessionNetworkPolicyResponseBody, WriteSessionFilesRequest, WriteSessionFilesResponseBody } from '../types/sandboxes.ts';

export class Sandboxes {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * List named sandboxes (GET /sandboxes).
   * GET /v2/sandboxes
   */
  listNamedSandboxes(request?: ListNamedSandboxesRequest, options?: CallOptions): CallPromise<ListNamedSandboxesResponseBody> {
    return asValue(sandboxesListNamedSandboxes(this.#core, request, options));
  }

  /**
   * List drives (GET /sandboxes/drives).
   * GET /v2/sandboxes/drives
   */
  listDrives(request?: ListDrivesRequest, options?: CallOptions): CallPromise<ListDrivesResponseBody> {
    return asValue(sandboxesListDrives(this.#core, request, options));
  }

  /**
   * Get or create drive (POST /sandboxes/drives/{name}).
   * POST /v2/sandboxes/drives/{name}
   */
  getOrCreateDrive(request: GetOrCreateDriveRequest, options?: CallOptions): CallPromise<GetOrCreateDriveResponseBody> {
    return asValue(sandboxesGetOrCreateDrive(this.#core, request, options));
  }

  /**
   * Delete drive (DELETE /sandboxes/drives/{name}).
   * DELETE /v2/sandboxes/drives/{name}
   */
  deleteDrive(request: DeleteDriveRequest, options?: CallOptions): CallPromise<DeleteDriveResponseBody> {
    return asValue(sandboxesDeleteDrive(this.#core, request, options));
  }

  /**
   * List session snapshots (GET /sandboxes/snapshots).
   * GET /v2/sandboxes/snapshots
   */
  listSessionSnapshots(request?: ListSessionSnapshotsRequest, options?: CallOptions): CallPromise<ListSessionSnapshotsResponseBody> {
    return asValue(sandboxesListSessionSnapshots(this.#core, request, options));
  }

  /**
   * Get session snapshot (GET /sandboxes/snapshots/{snapshotId}).
   * GET /v2/sandboxes/snapshots/{snapshotId}
   */
  getSessionSnapshot(request: GetSessionSnapshotRequest, options?: CallOptions): CallPromise<GetSessionSnapshotResponseBody> {
    return asValue(sandboxesGetSessionSnapshot(this.#core, request, options));
  }

  /**
   * Delete session snapshot (DELETE /sandboxes/snapshots/{snapshotId}).
   * DELETE /v2/sandboxes/snapshots/{snapshotId}
   */
  deleteSessionSnapshot(request: DeleteSessionSnapshotRequest, options?: CallOptions): CallPromise<DeleteSessionSnapshotResponseBody> {
    return asValue(sandboxesDeleteSessionSnapshot(this.#core, request, options));
  }

  /**
   * List sessions (GET /sandboxes/sessions).
   * GET /v2/sandboxes/sessions
   */
  listSessions(request?: ListSessionsRequest, options?: CallOptions): CallPromise<ListSessionsResponseBody> {
    return asValue(sandboxesListSessions(this.#core, request, options));
  }

  /**
   * Get session (GET /sandboxes/sessions/{sessionId}).
   * GET /v2/sandboxes/sessions/{sessionId}
   */
  getSession(request: GetSessionRequest, options?: CallOptions): CallPromise<GetSessionResponseBody> {
    return asValue(sandboxesGetSession(this.#core, request, options));
  }

  /**
   * Get named sandbox (GET /sandboxes/{name}).
   * GET /v2/sandboxes/{name}
   */
  getNamedSandbox(request: GetNamedSandboxRequest, options?: CallOptions): CallPromise<GetNamedSandboxResponseBody> {
    return asValue(sandboxesGetNamedSandbox(this.#core, request, options));
  }

  /**
   * Delete sandbox (DELETE /sandboxes/{name}).
   * DELETE /v2/sandboxes/{name}
   */
  deleteSandbox(request: DeleteSandboxRequest, options?: CallOptions): CallPromise<DeleteSandboxResponseBody> {
    return asValue(sandboxesDeleteSandbox(this.#core, request, options));
  }

  /**
   * List session commands (GET /sandboxes/sessions/{sessionId}/cmd).
   * GET /v2/sandboxes/sessions/{sessionId}/cmd
   */
  listSessionCommands(request: ListSessionCommandsRequest, options?: CallOptions): CallPromise<ListSessionCommandsResponseBody> {
    return asValue(sandboxesListSessionCommands(this.#core, request, options));
  }

  /**
   * Get session command (GET /sandboxes/sessions/{sessionId}/cmd/{cmdId}).
   * GET /v2/sandboxes/sessions/{sessionId}/cmd/{cmdId}
   */
  getSessionCommand(request: GetSessionCommandRequest, options?: CallOptions): CallPromise<GetSessionCommandResponseBody> {
    return asValue(sandboxesGetSessionCommand(this.#core, request, options));
  }

  /**
   * Kill session command (POST /sandboxes/sessions/{sessionId}/cmd/{cmdId}/kill).
   * POST /v2/sandboxes/sessions/{sessionId}/cmd/{cmdId}/kill
   */
  killSessionCommand(request: KillSessionCommandRequest, options?: CallOptions): CallPromise<KillSessionCommandResponseBody> {
    return asValue(sandboxesKillSessionCommand(this.#core, request, options));
  }

  /**
   * Stop session (POST /sandboxes/sessions/{sessionId}/stop).
   * POST /v2/sandboxes/sessions/{sessionId}/stop
   */
  stopSession(request: StopSessionRequest, options?: CallOptions): CallPromise<StopSessionResponseBody> {
    return asValue(sandboxesStopSession(this.#core, request, options));
  }

  /**
   * Extend session timeout (POST /sandboxes/sessions/{sessionId}/extend-timeout).
   * POST /v2/sandboxes/sessions/{sessionId}/extend-timeout
   */
  extendSessionTimeout(request: ExtendSessionTimeoutRequest, options?: CallOptions): CallPromise<ExtendSessionTimeoutResponseBody> {
    return asValue(sandboxesExtendSessionTimeout(this.#core, request, options));
  }

  /**
   * Update session network policy (POST /sandboxes/sessions/{sessionId}/network-policy).
   * POST /v2/sandboxes/sessions/{sessionId}/network-policy
   */
  updateSessionNetworkPolicy(request: UpdateSessionNetworkPolicyRequest, options?: CallOptions): CallPromise<UpdateSessionNetworkPolicyResponseBody> {
    return asValue(sandboxesUpdateSessionNetworkPolicy(this.#core, request, options));
  }

  /**
   * Read session file (POST /sandboxes/sessions/{sessionId}/fs/read).
   * POST /v2/sandboxes/sessions/{sessionId}/fs/read
   */
  readSessionFile(request: ReadSessionFileRequest, options?: CallOptions): CallPromise<ReadSessionFileResponseBody> {
    return asValue(sandboxesReadSessionFile(this.#core, request, options));
  }

  /**
   * Create session directory (POST /sandboxes/sessions/{sessionId}/fs/mkdir).
   * POST /v2/sandboxes/sessions/{sessionId}/fs/mkdir
   */
  createSessionDirectory(request: CreateSessionDirectoryRequest, options?: CallOptions): CallPromise<CreateSessionDirectoryResponseBody> {
    return asValue(sandboxesCreateSessionDirectory(this.#core, request, options));
  }

  /**
   * Write session files (POST /sandboxes/sessions/{sessionId}/fs/write).
   * POST /v2/sandboxes/sessions/{sessionId}/fs/write
   */
  writeSessionFiles(request: WriteSessionFilesRequest, options?: CallOptions): CallPromise<WriteSessionFilesResponseBody> {
    return asValue(sandboxesWriteSessionFiles(this.#core, request, options));
  }

  /**
   * Create sandboxes sessions by session id snapshot v2 (POST /sandboxes/sessions/{sessionId}/snapshot).
   * POST /v2/sandboxes/sessions/{sessionId}/snapshot
   */
  createSandboxesSessionsBySessionIdSnapshotV2(request: CreateSandboxesSessionsBySessionIdSnapshotV2Request, options?: CallOptions): CallPromise<CreateSandboxesSessionsBySessionIdSnapshotV2ResponseBody> {
    return asValue(sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2(this.#core, request, options));
  }

  /**
   * Create sandboxes sessions by session id snapshot v3 (POST /sandboxes/sessions/{sessionId}/snapshot).
   * POST /v3/sandboxes/sessions/{sessionId}/snapshot
   */
  createSandboxesSessionsBySessionIdSnapshotV3(request: CreateSandboxesSessionsBySessionIdSnapshotV3Request, options?: CallOptions): CallPromise<CreateSandboxesSessionsBySessionIdSnapshotV3ResponseBody> {
    return asValue(sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3(this.#core, request, options));
  }
}
