// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { logsGetRuntimeLogs } from '../funcs/logsGetRuntimeLogs.ts';
import type { GetRuntimeLogsRequest, GetRuntimeLogsResponseBody } from '../types/logs.ts';

export class Logs {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Follows the runtime log of a deployment, one entry at a time.
   * GET /v1/projects/{projectId}/deployments/{deploymentId}/runtime-logs
   */
  getRuntimeLogs(request: GetRuntimeLogsRequest, options?: CallOptions): CallPromise<GetRuntimeLogsResponseBody> {
    return asValue(logsGetRuntimeLogs(this.#core, request, options));
  }
}
