// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { drainsCreateDrain } from '../funcs/drainsCreateDrain.ts';
import { drainsGetDrains } from '../funcs/drainsGetDrains.ts';
import { drainsDeleteDrain } from '../funcs/drainsDeleteDrain.ts';
import { drainsGetDrain } from '../funcs/drainsGetDrain.ts';
import { drainsUpdateDrain } from '../funcs/drainsUpdateDrain.ts';
import { drainsTestDrain } from '../funcs/drainsTestDrain.ts';
import type { CreateDrainRequest, CreateDrainResponseBody, DeleteDrainRequest, DeleteDrainResponseBody, GetDrainRequest, GetDrainResponseBody, GetDrainsRequest, GetDrainsResponseBody, TestDrainRequest, TestDrainResponseBody, UpdateDrainRequest, UpdateDrainResponseBody } from '../types/drains.ts';

export class Drains {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Creates a drain that sends logs, traces or analytics to another service.
   * POST /v1/drains
   */
  createDrain(request?: CreateDrainRequest, options?: CallOptions): CallPromise<CreateDrainResponseBody> {
    return asValue(drainsCreateDrain(this.#core, request, options));
  }

  /**
   * Lists the drains that send logs, traces or analytics elsewhere.
   * GET /v1/drains
   */
  getDrains(request?: GetDrainsRequest, options?: CallOptions): CallPromise<GetDrainsResponseBody> {
    return asValue(drainsGetDrains(this.#core, request, options));
  }

  /**
   * Deletes a drain; nothing more is sent to its service.
   * DELETE /v1/drains/{id}
   */
  deleteDrain(request: DeleteDrainRequest, options?: CallOptions): CallPromise<DeleteDrainResponseBody> {
    return asValue(drainsDeleteDrain(this.#core, request, options));
  }

  /**
   * Reads one drain.
   * GET /v1/drains/{id}
   */
  getDrain(request: GetDrainRequest, options?: CallOptions): CallPromise<GetDrainResponseBody> {
    return asValue(drainsGetDrain(this.#core, request, options));
  }

  /**
   * Changes a drain: its projects, filter, sampling or where it delivers; or pauses it.
   * PATCH /v1/drains/{id}
   */
  updateDrain(request: UpdateDrainRequest, options?: CallOptions): CallPromise<UpdateDrainResponseBody> {
    return asValue(drainsUpdateDrain(this.#core, request, options));
  }

  /**
   * Sends test data to the destination of a drain and tells whether it was accepted.
   * POST /v1/drains/test
   */
  testDrain(request?: TestDrainRequest, options?: CallOptions): CallPromise<TestDrainResponseBody> {
    return asValue(drainsTestDrain(this.#core, request, options));
  }
}
