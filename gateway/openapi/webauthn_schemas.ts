// Schemas of the WebAuthn options that browsers pass to authenticators, for passkeys and second factors.
import { closedObject, type Members, type Schema, text, uuid } from './schema_parts.ts';

const credentials: Schema = {
  type: 'array',
  items: closedObject({ type: { const: 'public-key' }, id: text, transports: { type: 'array', items: text } }),
};
const userVerification: Schema = { const: 'preferred' };

const creation = (selection: Members): Members => ({
  rp: closedObject({ id: text, name: text }),
  user: closedObject({ id: text, name: text, displayName: text }),
  pubKeyCredParams: { type: 'array', items: closedObject({ type: { const: 'public-key' }, alg: { type: 'integer' } }) },
  excludeCredentials: credentials,
  authenticatorSelection: closedObject({ ...selection, userVerification }),
  attestation: { const: 'none' },
});

export const PASSKEY_CREATION_SCHEMA = creation({
  residentKey: { const: 'required' },
  requireResidentKey: { const: true },
});
export const FACTOR_CREATION_SCHEMA = creation({});
/** Options of a passkey sign-in. They list no credentials, so the browser offers all passkeys of the site. */
export const SIGN_IN_REQUEST: Members = { rpId: text, userVerification };
export const FACTOR_REQUEST: Members = { ...SIGN_IN_REQUEST, allowCredentials: credentials };

/** Returns the schema of WebAuthn's `publicKey` member. */
const options = (members: Members): Schema =>
  closedObject({ challenge: text, timeout: { type: 'integer' }, ...members });

/** Returns the schema of a passkey challenge with its options. */
export const passkeyChallengeSchema = (members: Members): Schema =>
  closedObject({
    challenge_id: uuid,
    options: options(members),
    expires_at: { type: 'integer', description: 'Unix time.' },
  });

/** Returns the schema of a second factor's challenge with its options. */
export const factorChallengeSchema = (type: 'create' | 'request', members: Members): Schema =>
  closedObject({ type: { const: type }, credential_options: closedObject({ publicKey: options(members) }) });
