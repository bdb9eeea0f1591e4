// Authenticators as second factors: the options of their ceremonies, and what they have signed.
import { randomBytes } from 'node:crypto';
import type { Settings } from '../../core/settings/table.ts';
import { refuse } from '../http/errors.ts';
import { readCredential, type SentCredential } from '../webauthn/credential.ts';
import { createVerifier, KEY_KINDS, type NewCredential, reasonOf } from '../webauthn/verify.ts';
import type { Trail } from './request_log.ts';

/** What take_challenge answers for an authenticator. */
export interface TakenCeremony {
  factor_type: 'webauthn';
  status: 'unverified' | 'verified';
  ceremony: { challenge: string };
  credential: NewCredential | null;
}

/** What challenge_factor answers for one. */
interface Asked {
  type: 'create' | 'request';
  user_id: string;
  user_name: string;
  credentials: NewCredential[];
}

/** What a challenge keeps until it is answered. */
export const newCeremony = (): { challenge: string } => ({ challenge: randomBytes(32).toString('base64url') });

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');

export function createAuthenticators(settings: Settings) {
  const verifier = createVerifier(settings);
  const rp = { id: settings.webauthn_rp_id, name: settings.webauthn_rp_display_name || settings.webauthn_rp_id };

  const optionsOf = ({ type, user_id, user_name, credentials }: Asked, challenge: string): object => {
    const known = credentials.map(({ id, transports }) => ({ type: 'public-key', id: base64url(id), transports }));
    const all = { challenge, timeout: 300_000 };
    if (type === 'request') return { ...all, rpId: rp.id, allowCredentials: known, userVerification: 'preferred' };
    return {
      ...all,
      rp,
      user: { id: Buffer.from(user_id).toString('base64url'), name: user_name, displayName: user_name },
      pubKeyCredParams: KEY_KINDS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known,
      authenticatorSelection: { userVerification: 'preferred' },
    };
  };

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
    /** The challenge as clients get it. */
    challenge(answer: Record<string, unknown>, { challenge }: { challenge: string }): object {
      if (answer.webauthn === undefined) return answer;
      const asked = answer.webauthn as Asked;
      const credential_options = { publicKey: optionsOf(asked, challenge) };
      return { ...answer, webauthn: { type: asked.type, credential_options } };
    },

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
