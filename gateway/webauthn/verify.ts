// Verifies signatures of authenticators. The library is large, so it is loaded at the first ceremony.
import type { AttestationFormat } from '@simplewebauthn/server';
import type { Settings } from '../../core/settings/table.ts';
import type { SentCredential } from './credential.ts';

/** A verified credential as SQL stores it. */
export interface NewCredential {
  id: string;
  public_key: string;
  attestation_type: string;
  aaguid: string;
  sign_count: number;
  transports: string[];
  backup_eligible: boolean;
  backed_up: boolean;
}

/** State of an authenticator, as a verified assertion reports it. */
export interface AuthenticatorState {
  sign_count: number;
  backed_up: boolean;
}

export interface WebauthnVerifier {
  /** Loads the library. */
  ready(): Promise<unknown>;
  /** Verifies a new credential. Rejects if any check fails. */
  registration(credential: SentCredential, challenge: string): Promise<NewCredential>;
  /** Verifies the response of a known credential to a challenge. Rejects if any check fails. */
  assertion(credential: SentCredential, challenge: string, public_key: string): Promise<AuthenticatorState>;
}

type Library = typeof import('@simplewebauthn/server') & typeof import('@simplewebauthn/server/helpers');

/** Accepted COSE algorithms, as in the SQL function public_key_algorithms(). */
const COSE_ALGORITHMS = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];
/** Maximum size of a public key in bytes: an RSA key of 8192 bits in COSE encoding. */
const LARGEST_KEY = 1_100;
/** Attestation formats that can be verified offline. For others, the library would fetch URLs in the attestation. */
const SELF_CONTAINED: ReadonlySet<string> = new Set<AttestationFormat>(['none', 'packed', 'fido-u2f', 'tpm']);

let loading: Promise<Library> | undefined;

const load = (): Promise<Library> => {
  loading ??= Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]).then(
    ([server, helpers]) => ({ ...server, ...helpers }),
  );
  return loading;
};

export function createWebauthnVerifier(
  settings: Pick<Settings, 'webauthn_rp_id' | 'webauthn_rp_origins'>,
): WebauthnVerifier {
  const site = { expectedRPID: settings.webauthn_rp_id, expectedOrigin: [...settings.webauthn_rp_origins] };
  // User verification is preferred and not required, because a key without a PIN still proves possession.
  const rules = { ...site, requireUserVerification: false };

  return {
    ready: load,

    async registration(credential, challenge) {
      const library = await load();
      const response = withoutOnlineAttestation(library, credential) as Parameters<
        Library['verifyRegistrationResponse']
      >[0]['response'];
      const { verified, registrationInfo: info } = await library.verifyRegistrationResponse({
        ...rules,
        response,
        expectedChallenge: challenge,
        supportedAlgorithmIDs: COSE_ALGORITHMS,
      });
      if (!verified) throw new Error('the attestation is not signed by the key that it names');
      if (info.credential.id !== credential.id) throw new Error('the attestation is of another credential');
      const { length } = info.credential.publicKey;
      if (length > LARGEST_KEY) throw new Error(`a public key of ${length} bytes`);
      return {
        id: Buffer.from(info.credential.id, 'base64url').toString('hex'),
        public_key: Buffer.from(info.credential.publicKey).toString('hex'),
        attestation_type: info.fmt,
        aaguid: info.aaguid,
        sign_count: info.credential.counter,
        transports: credential.response.transports ?? [],
        backup_eligible: info.credentialDeviceType === 'multiDevice',
        backed_up: info.credentialBackedUp,
      };
    },

    async assertion(credential, challenge, public_key) {
      const library = await load();
      const { verified, authenticationInfo: info } = await library.verifyAuthenticationResponse({
        ...rules,
        response: credential as Parameters<Library['verifyAuthenticationResponse']>[0]['response'],
        expectedChallenge: challenge,
        // Zero, because SQL checks the signature counter.
        credential: { id: credential.id, publicKey: Buffer.from(public_key, 'hex'), counter: 0 },
      });
      if (!verified) throw new Error('the signature is not of this key');
      return { sign_count: info.newCounter, backed_up: info.credentialBackedUp };
    },
  };
}

/** Returns the reason of a rejection for the log. It is truncated, because clients control part of it. */
export function describeCause(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
}

/** Replaces an attestation that needs network access by `none`. No rule depends on an authenticator's manufacturer. */
function withoutOnlineAttestation(
  { isoCBOR, isoBase64URL, decodeAttestationObject }: Library,
  credential: SentCredential,
): SentCredential {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject ?? ''));
  // The library decodes any CBOR value here.
  if (!((attestation as unknown) instanceof Map)) throw new Error('the attestation is no map');
  if (SELF_CONTAINED.has(attestation.get('fmt'))) return credential;
  const without = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', attestation.get('authData')],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(without as never));
  return { ...credential, response: { ...credential.response, attestationObject } };
}
