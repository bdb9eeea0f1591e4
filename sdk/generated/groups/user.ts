// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { userListUserEvents } from '../funcs/userListUserEvents.ts';
import { userListEventTypes } from '../funcs/userListEventTypes.ts';
import { userGetAuthUser } from '../funcs/userGetAuthUser.ts';
import { userRequestDelete } from '../funcs/userRequestDelete.ts';
import type { GetAuthUserResponseBody, ListEventTypesRequest, ListEventTypesResponseBody, ListUserEventsRequest, ListUserEventsResponseBody, RequestDeleteRequest, RequestDeleteResponseBody } from '../types/user.ts';

export class User {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists what happened on the account or team, newest first.
   * GET /v3/events
   */
  listUserEvents(request?: ListUserEventsRequest, options?: CallOptions): CallPromise<ListUserEventsResponseBody> {
    return asValue(userListUserEvents(this.#core, request, options));
  }

  /**
   * Lists the types of events that the activity log of an account or team can hold.
   * GET /v1/events/types
   */
  listEventTypes(request?: ListEventTypesRequest, options?: CallOptions): CallPromise<ListEventTypesResponseBody> {
    return asValue(userListEventTypes(this.#core, request, options));
  }

  /**
   * Reads the user the access token belongs to.
   * GET /v2/user
   */
  getAuthUser(options?: CallOptions): CallPromise<GetAuthUserResponseBody> {
    return asValue(userGetAuthUser(this.#core, options));
  }

  /**
   * Asks for the signed-in user's account to be deleted; a mail asks for confirmation.
   * DELETE /v1/user
   */
  requestDelete(request: RequestDeleteRequest, options?: CallOptions): CallPromise<RequestDeleteResponseBody> {
    return asValue(userRequestDelete(this.#core, request, options));
  }
}
