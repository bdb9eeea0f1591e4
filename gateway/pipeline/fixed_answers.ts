// What the server answers about itself, without a deciding call: made once at start, but for whether it is ready.
import { isDatabaseError } from '../../core/database/outage.ts';
import { fitness, type Release } from '../../core/database/release.ts';
import type { Settings } from '../../core/settings/table.ts';
import { type Call, statementText } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import type { Jwt } from '../http/jwt.ts';
import { openApiDocument } from '../openapi/document.ts';
import { offered } from '../providers/config.ts';
import { ROUTES } from '../routes/table.ts';
import type { HttpResponse } from '../server/types.ts';
import { jsonResponse, publicResponse } from './reply.ts';

export interface FixedAnswerOptions {
  settings: Settings;
  call: Call;
  jwt: Jwt;
  release: Release;
  /** The schema of the surface, quoted. */
  api: string;
  /** Whether the process has been told to end. */
  stopping: () => boolean;
}

type Answer = () => HttpResponse | Promise<HttpResponse>;

/** The answers by path. */
export function fixedAnswers(o: FixedAnswerOptions): ReadonlyMap<string, Answer> {
  const health = jsonResponse(healthBody(o.release), { secret: false });
  const settings = jsonResponse(settingsBody(o.settings), { secret: false });
  const jwks = publicResponse(o.jwt.jwks());
  const { version } = o.release;
  const document = publicResponse(openApiDocument(ROUTES, { version, ...addressOf(o.settings) }));
  return new Map<string, Answer>([
    ['/health', () => health],
    ['/ready', createReady(o)],
    ['/settings', () => settings],
    ['/.well-known/jwks.json', () => jwks],
    ['/openapi.json', () => document],
  ]);
}

/** Where clients find the paths, and the prefix under which they find them too, unless that address has it already. */
function addressOf({ api_external_url: url, api_prefix: prefix }: Settings): { url: string; prefix: string } {
  return { url, prefix: new URL(url).pathname.replace(/\/$/, '').endsWith(prefix) ? '' : prefix };
}

/** The database is not asked: when it is down, the gateway must not look dead as well. */
function healthBody(release: Release): object {
  return {
    version: release.version,
    name: 'Postern',
    description: 'Postern is a user management and authentication server',
  };
}

/** What a client may know of the configuration. */
function settingsBody(settings: Settings): object {
  return {
    external: offered(settings),
    disable_signup: settings.disable_signup,
    autoconfirm: settings.mailer_autoconfirm,
    mailer_autoconfirm: settings.mailer_autoconfirm,
    phone_autoconfirm: settings.sms_autoconfirm,
    sms_provider: settings.sms_provider,
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: settings.passkey_enabled,
  };
}

/**
 * Whether this process should be sent requests: it is not stopping, and the database commits, with a schema that this release
 * can serve. Answers 200, or throws a 503. However many ask at once, the database is asked once.
 */
function createReady(o: FixedAnswerOptions): () => Promise<HttpResponse> {
  const statement = { text: statementText(o.api, 'check_writes', []), pool: 'fast', creates_user: false } as const;
  let asking: Promise<string | null> | undefined;
  const ask = (): Promise<string | null> => {
    // It has a turn of its own in the line for connections, so that many requests do not make a healthy instance look ill.
    asking ??= o.call(statement, [], { hashes: false, client: '/ready' }).finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return async () => {
    if (o.stopping()) throw refuse('stopping');
    const answer = await ask().catch((error: unknown) => {
      // No schema, or no right to it.
      if (isDatabaseError(error)) throw Object.assign(refuse('schema_unfit'), { cause: error });
      throw error;
    });
    const release = answer === null ? null : (JSON.parse(answer) as Release);
    if (release === null || fitness(release).verdict !== 'ready') throw refuse('schema_unfit');
    if (o.stopping()) throw refuse('stopping');
    return jsonResponse({ ready: true }, { secret: true });
  };
}
