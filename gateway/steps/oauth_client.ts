// Steps that register and manage OAuth clients. The gateway derives client secrets. SQL never sees them.
import { refuse } from '../http/errors.ts';
import { buildServerMetadata } from '../oauth/metadata.ts';
import { cacheableResponse, jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, step } from '../pipeline/step.ts';

interface HasSavedClient {
  readonly saved_client: Readonly<Record<string, unknown>>;
}

/** Responds with a client and its new secret, if there is one. No other response shows this secret. */
export const respondWithClient = (status: 200 | 201) =>
  step('respondWithClient', {}, ({ ring }) => ({ saved_client }: RequestContext & HasSavedClient): HasResponse => {
    const { client, secret } = saved_client as { client: object; secret: { id: string; generation: number } | null };
    const shown =
      secret === null
        ? client
        : {
            ...client,
            client_secret: ring.clientSecret(secret.id, secret.generation),
            client_secret_expires_at: 0,
          };
    return { response: { ...jsonResponse(shown, { secret: true }), status } };
  });

/** Rejects the request unless open client registration is enabled. */
export const requireRegistration = step(
  'requireRegistration',
  { refuses: ['oauth_registration_off'] },
  ({ settings }) =>
    (): undefined => {
      if (!settings.oauth_server_allow_dynamic_registration) throw refuse('oauth_registration_off');
    },
);

/** Responds with the metadata of the OAuth server. */
export const respondWithServerMetadata = step(
  'respondWithServerMetadata',
  { alike: true, reply: 'json' },
  ({ settings }) => {
    const response = cacheableResponse(buildServerMetadata(settings));
    return (): HasResponse => ({ response });
  },
);
