// Steps of POST /admin/custom-providers and PUT /admin/custom-providers/{identifier}. SQL checks the definition, the
// provider is called without holding a database connection, and SQL stores the definition. The secret is sealed in
// this process.
import { randomUUID } from 'node:crypto';
import { parseResult } from '../database/call.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, step } from '../pipeline/step.ts';
import { checkCustomProvider, type PreparedProvider } from '../providers/examine.ts';
import { providerDeadlineMs } from './parts/provider_fault.ts';
import type { HasResult } from './sql.ts';

interface HasDefinition {
  readonly body: { readonly client_secret: string | null };
}

interface HasSentDefinition {
  readonly definition: {
    readonly id: string | null;
    readonly provider: Readonly<Record<string, unknown>>;
    readonly secret: string | null;
  };
}

/** Reads the definition in the request. A new provider gets an id, to which its secret is sealed. */
export const readDefinition = step(
  'readDefinition',
  {},
  ({ ring }, { method }) =>
    ({ body }: RequestContext & HasDefinition): HasSentDefinition => {
      const { client_secret: secret, ...members } = body;
      const provider = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
      if (method === 'POST') {
        const id = randomUUID();
        return { definition: { id, provider, secret: secret ? ring.seal(secret, id) : secret } };
      }
      // The secret is sealed later, because the id of an existing provider is not known yet. SQL can already reject an
      // empty secret.
      return { definition: { id: null, provider, secret: secret === '' ? '' : null } };
    },
);

interface HasCompleteDefinition {
  readonly complete_definition: {
    readonly id: string;
    readonly provider: Readonly<Record<string, unknown>>;
    readonly secret: string | null;
    readonly discovery: unknown;
  };
}

/**
 * Checks the provider's URLs, fetches its discovery document if one is needed, and seals the secret to the provider's
 * id.
 */
export const checkProviderDefinition = step(
  'checkProviderDefinition',
  { refuses: ['custom_provider_unreachable', 'custom_provider_undiscovered'] },
  ({ ring, custom, settings }) => {
    const deadline_ms = providerDeadlineMs(settings);
    return async ({
      body,
      definition,
      preparation,
    }: RequestContext &
      HasDefinition &
      HasSentDefinition & {
        readonly preparation: Readonly<Record<string, unknown>>;
      }): Promise<HasCompleteDefinition> => {
      const known = preparation as unknown as PreparedProvider;
      const { provider } = definition;
      const id = definition.id ?? known.provider.id;
      const signal = AbortSignal.timeout(deadline_ms);
      const discovery = await checkCustomProvider(known, { given: provider, reach: custom.reach, signal });
      const { client_secret: secret } = body;
      return { complete_definition: { id, provider, secret: secret ? ring.seal(secret, id) : secret, discovery } };
    };
  },
);

/** Responds with the provider; the status is 201 for a new one. */
export const respondWithSavedProvider = step(
  'respondWithSavedProvider',
  {},
  (_, { method }) =>
    ({ answer }: RequestContext & HasResult): HasResponse => {
      const response = jsonResponse(parseResult(answer), { secret: true });
      return { response: method === 'POST' ? { ...response, status: 201 } : response };
    },
);
