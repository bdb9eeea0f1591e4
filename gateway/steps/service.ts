// Responses about the service itself. All except readiness are built once, at start.

import { isDatabaseError } from '../../core/database/outage.ts';
import { checkCompatibility, type Release } from '../../core/database/release.ts';
import { refuse } from '../http/errors.ts';
import { buildServerMetadata } from '../oauth/metadata.ts';
import { cacheableResponse, jsonResponse } from '../pipeline/reply.ts';
import { type GatewayServices, type HasResponse, type Step, step } from '../pipeline/step.ts';
import { enabledProviders } from '../providers/config.ts';
import type { SqlCall } from '../routes/sql_call.ts';

/** Creates a step with the same response for every request. */
function createConstantStep(
  name: string,
  responseOf: (gateway: GatewayServices) => HasResponse['response'],
): Step<unknown, HasResponse> {
  return step(name, { alike: true, reply: 'json' }, (gateway) => {
    const response = responseOf(gateway);
    return () => ({ response });
  });
}

/** Does not query the database, so that a database outage does not cause restarts of the gateway. */
export const respondWithHealth = createConstantStep('respondWithHealth', ({ release }) =>
  jsonResponse(
    {
      version: release.version,
      name: 'Postern',
      description: 'Postern is a user management and authentication server',
    },
    { secret: false },
  ),
);

/** Responds with the part of the configuration that clients may see. */
export const respondWithPublicSettings = createConstantStep('respondWithPublicSettings', ({ settings }) =>
  jsonResponse(
    {
      external: enabledProviders(settings),
      disable_signup: settings.disable_signup,
      autoconfirm: settings.mailer_autoconfirm,
      mailer_autoconfirm: settings.mailer_autoconfirm,
      phone_autoconfirm: settings.sms_autoconfirm,
      sms_provider: settings.sms_provider,
      saml_enabled: settings.saml_enabled,
      saml_private_key_next_configured: settings.saml_private_key_next !== '',
      passkeys_enabled: settings.passkey_enabled,
    },
    { secret: false },
  ),
);

export const respondWithPublicKeys = createConstantStep('respondWithPublicKeys', ({ jwt }) =>
  cacheableResponse(jwt.jwks()),
);

/**
 * Responds with the discovery document, in which servers that verify access tokens find the URL of the keys. If the
 * OAuth server is on, it is the document of an OpenID provider.
 */
export const respondWithDiscovery = createConstantStep('respondWithDiscovery', ({ jwt, settings }) => {
  if (settings.oauth_server_enabled) return cacheableResponse(buildServerMetadata(settings));
  const base = settings.api_external_url.replace(/\/$/, '');
  const algorithms = jwt.jwks().keys.map(({ alg }) => String(alg));
  return cacheableResponse({
    issuer: settings.jwt_issuer || base,
    jwks_uri: `${base}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: algorithms.length > 0 ? [...new Set(algorithms)] : ['HS256'],
  });
});

export const respondWithOpenApiDocument = createConstantStep('respondWithOpenApiDocument', ({ document }) =>
  cacheableResponse(document),
);

const CHECK_WRITES: SqlCall = { function: 'check_writes', args: {} };

/**
 * Responds 200 if this process should get requests: it is not stopping, and the database commits and has a compatible
 * schema. Throws a 503 error otherwise. Concurrent requests share a query.
 */
export const respondWithReadiness: Step<unknown, HasResponse> = step(
  'respondWithReadiness',
  { alike: true, reply: 'json', calls: [CHECK_WRITES], refuses: ['stopping', 'schema_unfit'] },
  ({ calls, call, stopping }, route) => {
    const { statement } = calls.ready(CHECK_WRITES, route);
    let asking: Promise<string | null> | undefined;
    const ask = (): Promise<string | null> => {
      // The check has a client key of its own in the connection queue, so that waiting clients do not make a healthy
      // process fail the check.
      asking ??= call(statement, [], { hashes: false, client: '/ready' }).finally(() => {
        asking = undefined;
      });
      return asking;
    };
    return async () => {
      if (stopping()) throw refuse('stopping');
      const answer = await ask().catch((error: unknown) => {
        // The schema is missing, or the role has no right to it.
        if (isDatabaseError(error)) throw Object.assign(refuse('schema_unfit'), { cause: error });
        throw error;
      });
      const release = answer === null ? null : (JSON.parse(answer) as Release);
      if (release === null || checkCompatibility(release).verdict !== 'ready') throw refuse('schema_unfit');
      if (stopping()) throw refuse('stopping');
      return { response: jsonResponse({ ready: true }, { secret: true }) };
    };
  },
);
