// Fetches the metadata document of an OAuth client before a request of that client, unless the stored document is
// still valid.
import { parseResult } from '../database/call.ts';
import type { GatewayServices, RequestContext, StepRoute } from '../pipeline/step.ts';

const FIND = { function: 'find_client_document', args: { document_url: 'described.client_id' } } as const;
const SAVE = {
  function: 'save_client_document',
  args: {
    document_url: 'described.client_id',
    document: 'described.document',
    seconds: 'described.seconds',
    settings: 'settings',
    client: 'client',
  },
} as const;

/** SQL functions and errors of the steps that read client metadata documents. */
export const CLIENT_METADATA_FUNCTIONS = [FIND, SAVE] as const;
export const CLIENT_METADATA_ERRORS = ['oauth_client_unknown', 'oauth_document_unreachable'] as const;

/**
 * Returns the function that fetches and stores the document of a client. It does nothing for a client whose id is not a
 * URL.
 */
export function createClientMetadataUpdater({ calls, client_documents }: GatewayServices, route: StepRoute) {
  const find = calls.ready(FIND, route);
  const save = calls.ready(SAVE, route);
  return async (context: RequestContext, client_id: string): Promise<undefined> => {
    if (!client_documents.names(client_id)) return;
    client_documents.check(client_id);
    const known = parseResult(await find.ask({ ...context, described: { client_id } } as RequestContext));
    if (known.fresh === true) return;
    const fetched = await client_documents.fetch(client_id);
    parseResult(await save.ask({ ...context, described: { client_id, ...fetched } } as RequestContext));
  };
}
