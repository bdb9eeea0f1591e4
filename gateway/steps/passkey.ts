// Steps of passkeys. Verifies signatures of authenticators without holding a database connection.
import { errorWithCode, parseResult } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { NeedsOfCall, SqlCall } from '../routes/sql_call.ts';
import {
  credentialIdHex,
  readCredential,
  readUserHandle,
  type SentCredential,
  type WebauthnCeremony,
} from '../webauthn/credential.ts';
import { createWebauthnVerifier, describeCause } from '../webauthn/verify.ts';

interface HasCredentialBody {
  readonly body: { readonly credential: Record<string, unknown> | null };
}

interface HasCredential {
  /** The credential in the request; null if it is absent or malformed. */
  readonly sent_credential: SentCredential | null;
  /** The credential that SQL gets before verification: {} if it is malformed, null if there is none. */
  readonly unverified_credential: object | null;
}

/** Parses the credential in the request. SQL rejects a malformed credential. */
export function readPasskey(ceremony: WebauthnCeremony): Step<HasCredentialBody, HasCredential> {
  return step('readPasskey', {}, () => ({ body: { credential: body } }: RequestContext & HasCredentialBody) => {
    const sent_credential = body === null ? null : readCredential(body, ceremony);
    const credential =
      sent_credential === null
        ? {}
        : { id: credentialIdHex(sent_credential), user_handle: readUserHandle(sent_credential) };
    return { sent_credential, unverified_credential: body === null ? null : credential };
  });
}

interface HasChallenge {
  readonly challenge: { readonly challenge: string; readonly public_key: string; readonly passkey: object };
}

const UNKNOWN = 'no such credential of the user whom it names';

/** Consumes the challenge with a SQL function that also finds the credential. */
export function consumeChallenge<const C extends SqlCall>(call: C): Step<NeedsOfCall<C> & HasCredential, HasChallenge> {
  return step('consumeChallenge', { calls: [call] }, ({ calls }, route) => {
    const ready = calls.ready(call, route);
    return async (context: RequestContext & HasCredential) => {
      const answer = await ready.ask(context);
      // SQL rejects a well-formed credential if the user whom it names has no such credential. Only the log shows this
      // reason.
      if (context.sent_credential !== null && errorWithCode('webauthn_verification_failed', answer)) {
        context.note({ reason: UNKNOWN });
      }
      return { challenge: parseResult(answer) as unknown as HasChallenge['challenge'] };
    };
  });
}

interface HasVerifiedCredential {
  readonly verified_credential: object;
}

export function verifyPasskey(ceremony: WebauthnCeremony): Step<HasCredential & HasChallenge, HasVerifiedCredential> {
  return step('verifyPasskey', { refuses: ['credential_refused'] }, ({ settings }) => {
    const verifier = createWebauthnVerifier(settings);
    return async ({ sent_credential, challenge, note }: RequestContext & HasCredential & HasChallenge) => {
      if (sent_credential === null) throw new Error('SQL accepted a credential that cannot be read');
      await verifier.ready();
      const verify = async (): Promise<object> =>
        ceremony === 'registration'
          ? verifier.registration(sent_credential, challenge.challenge)
          : {
              ...challenge.passkey,
              ...(await verifier.assertion(sent_credential, challenge.challenge, challenge.public_key)),
            };
      const credential = await verify().catch((cause: unknown) => {
        note({ reason: describeCause(cause) });
        throw refuse('credential_refused');
      });
      return { verified_credential: credential };
    };
  });
}
