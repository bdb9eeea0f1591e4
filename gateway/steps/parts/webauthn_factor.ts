// Verifies the responses of authenticators that are second factors.
import type { Settings } from '../../../core/settings/table.ts';
import { refuse } from '../../http/errors.ts';
import type { RequestContext } from '../../pipeline/step.ts';
import { readCredential, type SentCredential } from '../../webauthn/credential.ts';
import { createWebauthnVerifier, describeCause, type NewCredential } from '../../webauthn/verify.ts';

/** Result of prepare_factor_verification() for an authenticator. */
export interface WebauthnChallenge {
  factor_type: 'webauthn';
  status: 'unverified' | 'verified';
  ceremony: { challenge: string };
  credential: NewCredential | null;
}

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');

export function createWebauthnFactorVerifier(settings: Settings) {
  const verifier = createWebauthnVerifier(settings);

  /** Parses the credential in a request. Throws an error that says which part is missing or malformed. */
  const read = (webauthn: unknown): SentCredential => {
    if (webauthn === null || webauthn === undefined) throw refuse('webauthn_config_missing');
    const { type, credential_response: sent } = webauthn as Record<string, unknown>;
    if (type !== 'create' && type !== 'request') throw refuse('webauthn_type_unknown');
    if (typeof sent !== 'object' || sent === null) throw refuse('webauthn_response_missing');
    const ceremony = type === 'create' ? 'registration' : 'assertion';
    const credential = readCredential(sent as Record<string, unknown>, ceremony);
    if (credential === null) throw refuse('webauthn_response_invalid');
    return credential;
  };

  const verified = async (challenge: WebauthnChallenge, sent: SentCredential): Promise<NewCredential> => {
    const { status, ceremony, credential } = challenge;
    if (status === 'unverified') return verifier.registration(sent, ceremony.challenge);
    if (credential === null || base64url(credential.id) !== sent.id) throw new Error('the credential is another one');
    const { sign_count, backed_up } = await verifier.assertion(sent, ceremony.challenge, credential.public_key);
    return { ...credential, sign_count, backed_up };
  };

  return {
    /** Throws if a credential was sent and is malformed. */
    check(webauthn: unknown): void {
      if (webauthn !== null && webauthn !== undefined) read(webauthn);
    },

    /**
     * Verifies the response to a challenge. Returns the result and the status of the factor at the time of the
     * challenge. SQL ignores the result if the status has changed since.
     */
    async proofOf(challenge: WebauthnChallenge, webauthn: unknown, note: RequestContext['note']): Promise<object> {
      const sent = read(webauthn);
      const { type } = webauthn as { type: string };
      const { status } = challenge;
      if (type !== (status === 'verified' ? 'request' : 'create')) return { verified: false, status };
      await verifier.ready();
      // Treats every error of the library as a wrong response. A wrong response counts as an attempt.
      const credential = await verified(challenge, sent).catch((cause: unknown) => {
        note({ reason: describeCause(cause) });
        return null;
      });
      if (credential === null) return { verified: false, status };
      return { verified: true, status, credential, aaguid: credential.aaguid };
    },
  };
}
