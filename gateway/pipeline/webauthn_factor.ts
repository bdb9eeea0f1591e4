// Authenticators as second factors: whether what they have signed is right.
import type { Settings } from '../../core/settings/table.ts';
import { refuse } from '../http/errors.ts';
import { readCredential, type SentCredential } from '../webauthn/credential.ts';
import { createVerifier, type NewCredential, reasonOf } from '../webauthn/verify.ts';
import type { Trail } from './exchange.ts';

/** What prepare_factor_verification answers for an authenticator. */
export interface TakenCeremony {
  factor_type: 'webauthn';
  status: 'unverified' | 'verified';
  ceremony: { challenge: string };
  credential: NewCredential | null;
}

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');

export function createAuthenticators(settings: Settings) {
  const verifier = createVerifier(settings);

  /** What the client sent, which is told apart from a wrong answer. */
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

  const verified = async (taken: TakenCeremony, sent: SentCredential): Promise<NewCredential> => {
    const { status, ceremony, credential } = taken;
    if (status === 'unverified') return verifier.registration(sent, ceremony.challenge);
    if (credential === null || base64url(credential.id) !== sent.id) throw new Error('the credential is another one');
    const { sign_count, backed_up } = await verifier.assertion(sent, ceremony.challenge, credential.public_key);
    return { ...credential, sign_count, backed_up };
  };

  return {
    /** Refuses what no authenticator answers, before the challenge is taken. */
    check(webauthn: unknown): void {
      if (webauthn !== null && webauthn !== undefined) read(webauthn);
    },

    /** What SQL is told of the answer: whether it is right, and for which state of the factor. */
    async proofOf(taken: TakenCeremony, webauthn: unknown, trail: Trail): Promise<object> {
      const sent = read(webauthn);
      const { type } = webauthn as { type: string };
      const { status } = taken;
      if (type !== (status === 'verified' ? 'request' : 'create')) return { verified: false, status };
      await verifier.ready();
      // Whatever the library says of an answer, to SQL and to the client it is a wrong one, and counts as one.
      const credential = await verified(taken, sent).catch((cause: unknown) => {
        trail.reason = reasonOf(cause);
        return null;
      });
      if (credential === null) return { verified: false, status };
      return { verified: true, status, credential, aaguid: credential.aaguid };
    },
  };
}
