// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { networkingUpdateStaticIps } from '../funcs/networkingUpdateStaticIps.ts';
import type { UpdateStaticIpsRequest, UpdateStaticIpsResponseBody } from '../types/networking.ts';

export class StaticIps {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Sets the regions in which a project sends from static IP addresses, for builds as well.
   * PATCH /v1/projects/{idOrName}/shared-connect-links
   */
  updateStaticIps(request: UpdateStaticIpsRequest, options?: CallOptions): CallPromise<UpdateStaticIpsResponseBody> {
    return asValue(networkingUpdateStaticIps(this.#core, request, options));
  }
}
