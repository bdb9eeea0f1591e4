// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { connectListConnectors } from '../funcs/connectListConnectors.ts';
import { connectGetConnector } from '../funcs/connectGetConnector.ts';
import { connectDeleteConnector } from '../funcs/connectDeleteConnector.ts';
import { connectCreateConnector } from '../funcs/connectCreateConnector.ts';
import { connectUpdateConnector } from '../funcs/connectUpdateConnector.ts';
import { connectReplaceConnectorTriggerDestinations } from '../funcs/connectReplaceConnectorTriggerDestinations.ts';
import { connectListConnectorProjectConnections } from '../funcs/connectListConnectorProjectConnections.ts';
import { connectGetConnectorProjectConnection } from '../funcs/connectGetConnectorProjectConnection.ts';
import { connectUpsertConnectorProjectConnection } from '../funcs/connectUpsertConnectorProjectConnection.ts';
import { connectDeleteConnectorProjectConnection } from '../funcs/connectDeleteConnectorProjectConnection.ts';
import { connectListProjectConnectorConnections } from '../funcs/connectListProjectConnectorConnections.ts';
import type { CreateConnectorRequest, CreateConnectorResponseBody, DeleteConnectorProjectConnectionRequest, DeleteConnectorProjectConnectionResponseBody, DeleteConnectorRequest, DeleteConnectorResponseBody, GetConnectorProjectConnectionRequest, GetConnectorProjectConnectionResponseBody, GetConnectorRequest, GetConnectorResponseBody, ListConnectorProjectConnectionsRequest, ListConnectorProjectConnectionsResponseBody, ListConnectorsRequest, ListConnectorsResponseBody, ListProjectConnectorConnectionsRequest, ListProjectConnectorConnectionsResponseBody, ReplaceConnectorTriggerDestinationsRequest, ReplaceConnectorTriggerDestinationsResponseBody, UpdateConnectorRequest, UpdateConnectorResponseBody, UpsertConnectorProjectConnectionRequest, UpsertConnectorProjectConnectionResponseBody } from '../types/connect.ts';

export class Connect {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the connectors to outside services such as Slack or GitHub, page by page.
   * GET /v2/connect/connectors
   */
  listConnectors(request?: ListConnectorsRequest, options?: CallOptions): CallPromise<ListConnectorsResponseBody> {
    return asValue(connectListConnectors(this.#core, request, options));
  }

  /**
   * Reads one connector to an outside service.
   * GET /v1/connect/connectors/{connector}
   */
  getConnector(request: GetConnectorRequest, options?: CallOptions): CallPromise<GetConnectorResponseBody> {
    return asValue(connectGetConnector(this.#core, request, options));
  }

  /**
   * Deletes a connector to an outside service; projects lose the access it gave.
   * DELETE /v1/connect/connectors/{connector}
   */
  deleteConnector(request: DeleteConnectorRequest, options?: CallOptions): CallPromise<DeleteConnectorResponseBody> {
    return asValue(connectDeleteConnector(this.#core, request, options));
  }

  /**
   * Connects an outside service such as Slack, GitHub or any OAuth server as a connector.
   * POST /v1/connect/connectors
   */
  createConnector(request?: CreateConnectorRequest, options?: CallOptions): CallPromise<CreateConnectorResponseBody> {
    return asValue(connectCreateConnector(this.#core, request, options));
  }

  /**
   * Changes a connector: its name, look, credentials or events.
   * PATCH /v2/connect/connectors/{connector}
   */
  updateConnector(request: UpdateConnectorRequest, options?: CallOptions): CallPromise<UpdateConnectorResponseBody> {
    return asValue(connectUpdateConnector(this.#core, request, options));
  }

  /**
   * Replaces the list of project paths to which a connector sends incoming events.
   * PATCH /v1/connect/connectors/{connector}/trigger-destinations
   */
  replaceConnectorTriggerDestinations(request: ReplaceConnectorTriggerDestinationsRequest, options?: CallOptions): CallPromise<ReplaceConnectorTriggerDestinationsResponseBody> {
    return asValue(connectReplaceConnectorTriggerDestinations(this.#core, request, options));
  }

  /**
   * Lists the projects that may use a connector, page by page.
   * GET /v2/connect/connectors/{connector}/projects
   */
  listConnectorProjectConnections(request: ListConnectorProjectConnectionsRequest, options?: CallOptions): CallPromise<ListConnectorProjectConnectionsResponseBody> {
    return asValue(connectListConnectorProjectConnections(this.#core, request, options));
  }

  /**
   * Reads in which environments a project may use a connector.
   * GET /v1/connect/connectors/{connector}/projects/{projectId}
   */
  getConnectorProjectConnection(request: GetConnectorProjectConnectionRequest, options?: CallOptions): CallPromise<GetConnectorProjectConnectionResponseBody> {
    return asValue(connectGetConnectorProjectConnection(this.#core, request, options));
  }

  /**
   * Lets a project use a connector, or changes in which environments it may.
   * POST /v1/connect/connectors/{connector}/projects/{projectId}
   */
  upsertConnectorProjectConnection(request: UpsertConnectorProjectConnectionRequest, options?: CallOptions): CallPromise<UpsertConnectorProjectConnectionResponseBody> {
    return asValue(connectUpsertConnectorProjectConnection(this.#core, request, options));
  }

  /**
   * Takes a connector away from a project.
   * DELETE /v1/connect/connectors/{connector}/projects/{projectId}
   */
  deleteConnectorProjectConnection(request: DeleteConnectorProjectConnectionRequest, options?: CallOptions): CallPromise<DeleteConnectorProjectConnectionResponseBody> {
    return asValue(connectDeleteConnectorProjectConnection(this.#core, request, options));
  }

  /**
   * Lists the connectors that a project may use, page by page.
   * GET /v2/connect/projects/{projectId}/connectors
   */
  listProjectConnectorConnections(request: ListProjectConnectorConnectionsRequest, options?: CallOptions): CallPromise<ListProjectConnectorConnectionsResponseBody> {
    return asValue(connectListProjectConnectorConnections(this.#core, request, options));
  }
}
