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
   * Lists the sandboxes of a project, page by page.
   * GET /v2/sandboxes
   */
  listNamedSandboxes(request?: ListNamedSandboxesRequest, options?: CallOptions): CallPromise<ListNamedSandboxesResponseBody> {
    return asValue(sandboxesListNamedSandboxes(this.#core, request, options));
  }

  /**
   * Lists the drives (persistent disks) that sandboxes can mount, page by page.
   * GET /v2/sandboxes/drives
   */
  listDrives(request?: ListDrivesRequest, options?: CallOptions): CallPromise<ListDrivesResponseBody> {
    return asValue(sandboxesListDrives(this.#core, request, options));
  }

  /**
   * Reads a drive for sandboxes by name, and creates it when there is none.
   * POST /v2/sandboxes/drives/{name}
   */
  getOrCreateDrive(request: GetOrCreateDriveRequest, options?: CallOptions): CallPromise<GetOrCreateDriveResponseBody> {
    return asValue(sandboxesGetOrCreateDrive(this.#core, request, options));
  }

  /**
   * Deletes a drive of sandboxes with its data.
   * DELETE /v2/sandboxes/drives/{name}
   */
  deleteDrive(request: DeleteDriveRequest, options?: CallOptions): CallPromise<DeleteDriveResponseBody> {
    return asValue(sandboxesDeleteDrive(this.#core, request, options));
  }

  /**
   * Lists the snapshots taken of sandboxes, page by page.
   * GET /v2/sandboxes/snapshots
   */
  listSessionSnapshots(request?: ListSessionSnapshotsRequest, options?: CallOptions): CallPromise<ListSessionSnapshotsResponseBody> {
    return asValue(sandboxesListSessionSnapshots(this.#core, request, options));
  }

  /**
   * Reads one snapshot of a sandbox.
   * GET /v2/sandboxes/snapshots/{snapshotId}
   */
  getSessionSnapshot(request: GetSessionSnapshotRequest, options?: CallOptions): CallPromise<GetSessionSnapshotResponseBody> {
    return asValue(sandboxesGetSessionSnapshot(this.#core, request, options));
  }

  /**
   * Deletes a snapshot of a sandbox.
   * DELETE /v2/sandboxes/snapshots/{snapshotId}
   */
  deleteSessionSnapshot(request: DeleteSessionSnapshotRequest, options?: CallOptions): CallPromise<DeleteSessionSnapshotResponseBody> {
    return asValue(sandboxesDeleteSessionSnapshot(this.#core, request, options));
  }

  /**
   * Lists the sessions (runs) of sandboxes, page by page.
   * GET /v2/sandboxes/sessions
   */
  listSessions(request?: ListSessionsRequest, options?: CallOptions): CallPromise<ListSessionsResponseBody> {
    return asValue(sandboxesListSessions(this.#core, request, options));
  }

  /**
   * Reads one session of a sandbox: its status, limits and addresses.
   * GET /v2/sandboxes/sessions/{sessionId}
   */
  getSession(request: GetSessionRequest, options?: CallOptions): CallPromise<GetSessionResponseBody> {
    return asValue(sandboxesGetSession(this.#core, request, options));
  }

  /**
   * Reads a sandbox by its name; with `resume` a stopped one is started again.
   * GET /v2/sandboxes/{name}
   */
  getNamedSandbox(request: GetNamedSandboxRequest, options?: CallOptions): CallPromise<GetNamedSandboxResponseBody> {
    return asValue(sandboxesGetNamedSandbox(this.#core, request, options));
  }

  /**
   * Deletes a sandbox by its name.
   * DELETE /v2/sandboxes/{name}
   */
  deleteSandbox(request: DeleteSandboxRequest, options?: CallOptions): CallPromise<DeleteSandboxResponseBody> {
    return asValue(sandboxesDeleteSandbox(this.#core, request, options));
  }

  /**
   * Lists the commands that were run in a session of a sandbox.
   * GET /v2/sandboxes/sessions/{sessionId}/cmd
   */
  listSessionCommands(request: ListSessionCommandsRequest, options?: CallOptions): CallPromise<ListSessionCommandsResponseBody> {
    return asValue(sandboxesListSessionCommands(this.#core, request, options));
  }

  /**
   * Reads one command of a sandbox session and its exit code; with `wait` once it has ended.
   * GET /v2/sandboxes/sessions/{sessionId}/cmd/{cmdId}
   */
  getSessionCommand(request: GetSessionCommandRequest, options?: CallOptions): CallPromise<GetSessionCommandResponseBody> {
    return asValue(sandboxesGetSessionCommand(this.#core, request, options));
  }

  /**
   * Sends a signal to a running command of a sandbox session, for example to kill it.
   * POST /v2/sandboxes/sessions/{sessionId}/cmd/{cmdId}/kill
   */
  killSessionCommand(request: KillSessionCommandRequest, options?: CallOptions): CallPromise<KillSessionCommandResponseBody> {
    return asValue(sandboxesKillSessionCommand(this.#core, request, options));
  }

  /**
   * Stops a running session of a sandbox.
   * POST /v2/sandboxes/sessions/{sessionId}/stop
   */
  stopSession(request: StopSessionRequest, options?: CallOptions): CallPromise<StopSessionResponseBody> {
    return asValue(sandboxesStopSession(this.#core, request, options));
  }

  /**
   * Gives a running sandbox session more time before it is stopped.
   * POST /v2/sandboxes/sessions/{sessionId}/extend-timeout
   */
  extendSessionTimeout(request: ExtendSessionTimeoutRequest, options?: CallOptions): CallPromise<ExtendSessionTimeoutResponseBody> {
    return asValue(sandboxesExtendSessionTimeout(this.#core, request, options));
  }

  /**
   * Changes what a sandbox session may reach on the network.
   * POST /v2/sandboxes/sessions/{sessionId}/network-policy
   */
  updateSessionNetworkPolicy(request: UpdateSessionNetworkPolicyRequest, options?: CallOptions): CallPromise<UpdateSessionNetworkPolicyResponseBody> {
    return asValue(sandboxesUpdateSessionNetworkPolicy(this.#core, request, options));
  }

  /**
   * Reads a file out of a sandbox session as a stream of bytes.
   * POST /v2/sandboxes/sessions/{sessionId}/fs/read
   */
  readSessionFile(request: ReadSessionFileRequest, options?: CallOptions): CallPromise<ReadSessionFileResponseBody> {
    return asValue(sandboxesReadSessionFile(this.#core, request, options));
  }

  /**
   * Creates a directory in a sandbox session.
   * POST /v2/sandboxes/sessions/{sessionId}/fs/mkdir
   */
  createSessionDirectory(request: CreateSessionDirectoryRequest, options?: CallOptions): CallPromise<CreateSessionDirectoryResponseBody> {
    return asValue(sandboxesCreateSessionDirectory(this.#core, request, options));
  }

  /**
   * Puts files into a sandbox session, sent as one archive.
   * POST /v2/sandboxes/sessions/{sessionId}/fs/write
   */
  writeSessionFiles(request: WriteSessionFilesRequest, options?: CallOptions): CallPromise<WriteSessionFilesResponseBody> {
    return asValue(sandboxesWriteSessionFiles(this.#core, request, options));
  }

  /**
   * Takes a snapshot of a sandbox session and stops it.
   * POST /v2/sandboxes/sessions/{sessionId}/snapshot
   */
  createSandboxesSessionsBySessionIdSnapshotV2(request: CreateSandboxesSessionsBySessionIdSnapshotV2Request, options?: CallOptions): CallPromise<CreateSandboxesSessionsBySessionIdSnapshotV2ResponseBody> {
    return asValue(sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2(this.#core, request, options));
  }

  /**
   * Takes a snapshot of a sandbox session, from which others can be started.
   * POST /v3/sandboxes/sessions/{sessionId}/snapshot
   */
  createSandboxesSessionsBySessionIdSnapshotV3(request: CreateSandboxesSessionsBySessionIdSnapshotV3Request, options?: CallOptions): CallPromise<CreateSandboxesSessionsBySessionIdSnapshotV3ResponseBody> {
    return asValue(sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3(this.#core, request, options));
  }
}
