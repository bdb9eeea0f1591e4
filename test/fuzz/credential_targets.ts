// Fuzz targets for signed credentials: SAML responses, encrypted SAML assertions and passkeys. Each target checks a
// property that holds for every input.
import { createHash } from 'node:crypto';
import { createCertificate } from '../../core/saml/certificate.ts';
import { SamlRefusedError } from '../../core/saml/refusal.ts';
import { readProfile } from '../../gateway/saml/claims.ts';
import { parseResponse, type ResponseRules, readResponse } from '../../gateway/saml/response.ts';
import { readCredential, type SentCredential } from '../../gateway/webauthn/credential.ts';
import { createWebauthnVerifier } from '../../gateway/webauthn/verify.ts';
import { Authenticator, type AuthenticatorModel, type Credential } from '../support/clients/authenticator.ts';
import { base64Xml, createSamlIdp, encryptAssertion } from '../support/providers/saml_idp.ts';
import { assertHolds, JSON_WORDS, NOW } from './assertions.ts';
import type { FuzzTarget } from './fuzzer.ts';

const XML_WORDS = [
  ...['<!--', '-->', '<![CDATA[', ']]>', '<?x ?>', '&amp;', '&#97;', 'xmlns="x"', 'ID="_x"', 'ada', 'eve'],
  ...['<saml:Assertion', '</saml:Assertion>', '<!DOCTYPE a>'],
];

function createSamlTargets(): FuzzTarget[] {
  const idp = createSamlIdp();
  const ours = createSamlIdp();
  const encryption = createCertificate(ours.key, { host: 'auth.example.com', encrypts: true });
  const parts = {
    now: NOW,
    acs: 'https://auth.example.com/sso/saml/acs',
    audience: 'https://auth.example.com/sso/saml/metadata',
    requestId: '_q1',
  };
  const rules: ResponseRules = {
    entityId: idp.entityId,
    audience: parts.audience,
    acs: parts.acs,
    requestId: '_q1',
    decryptionKeys: [],
    skew: 60,
    now: NOW,
    certificates: [idp.certificate],
    allowSha1: false,
  };
  const decrypts = { ...rules, decryptionKeys: [ours.key.export({ type: 'pkcs8', format: 'pem' }).toString()] };
  const read = (xml: string, by: ResponseRules): string | null => {
    try {
      const profile = readProfile(readResponse(parseResponse(base64Xml(xml)), by), {
        issuer: idp.entityId,
        mapping: {},
      });
      const signs_in = `${profile.subject} ${profile.email}`;
      assertHolds(signs_in === 'ada ada@example.com', `signs in ${signs_in}`);
      return null;
    } catch (error) {
      if (!(error instanceof SamlRefusedError)) throw error;
      return error.code === 'decryption' ? error.message : null;
    }
  };
  const signed = (['response', 'assertion', 'both'] as const).map((sign) => idp.respond({ ...parts, sign }));
  const [, of_assertion = ''] = signed;
  const around = idp.sign(
    encryptAssertion(idp.respond({ ...parts, id: '_x', sign: 'none' }), encryption, { cipher: 'aes-128-cbc' }),
    '_r_x',
  );
  const messages = new Set<string>();
  return [
    {
      name: 'SAML response',
      module: '/gateway/saml/',
      brief: 120,
      seeds: signed,
      words: XML_WORDS,
      check: (input) => void read(input, rules),
    },
    {
      name: 'encrypted SAML assertion',
      module: '/gateway/saml/',
      brief: 80,
      seeds: [
        of_assertion,
        encryptAssertion(of_assertion, encryption),
        encryptAssertion(of_assertion, encryption, { cipher: 'aes-128-gcm', hash: 'sha256' }),
        around,
        encryptAssertion(idp.respond({ ...parts, nameId: 'eve', sign: 'none' }), encryption),
        encryptAssertion(ours.respond({ ...parts, nameId: 'eve', sign: 'assertion' }), encryption),
      ],
      words: [
        ...XML_WORDS,
        ...[
          '<saml:EncryptedAssertion>',
          '<xenc:EncryptedKey>',
          '<xenc:CipherValue>',
          '</xenc:CipherValue>',
          'AAAA',
          '=',
        ],
        ...['aes128-cbc', 'aes256-gcm', 'rsa-1_5', 'xmlenc#', 'xmlenc11#', 'mgf1sha256', 'mgf1sha1', 'sha256', 'sha1'],
      ],
      check(input) {
        // Anybody can encrypt for this server, so the plaintext of an assertion is an input too.
        const encrypted = input.includes('EncryptedAssertion') ? input : encryptAssertion(input, encryption);
        const refused = read(encrypted, decrypts);
        if (refused !== null) messages.add(refused);
        assertHolds(messages.size <= 1, `errors differ by the fault of the decryption: ${[...messages].join(', ')}`);
      },
    },
  ];
}

const CHALLENGE = Buffer.from('a challenge of the server').toString('base64url');
const ORIGIN = 'https://example.com';
const RP_ID = 'example.com';
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');

/**
 * Parses a credential as the gateway does. Returns null if the gateway does not pass the credential to the verifier.
 */
function parseCredential(input: string, ceremony: 'registration' | 'assertion'): SentCredential | null {
  let sent: unknown;
  try {
    sent = JSON.parse(input);
  } catch {
    return null; // the body's parser refuses it
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  return readCredential(sent as Record<string, unknown>, ceremony);
}

/**
 * Runs the verifier. Returns undefined if the verifier rejects the credential. Throws if the verifier fails with any
 * other error.
 */
async function undefinedIfRejected<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch((error: unknown) => {
    assertHolds(isRejection(error), `not a rejection: ${error instanceof Error ? error.stack : String(error)}`);
    return undefined;
  });
}

/**
 * Names of the errors with which the verifier rejects a credential. JSON.parse() of the client data throws SyntaxError,
 * truncated CBOR RangeError, and the import of a key DataError.
 */
const REJECTIONS = ['Error', 'UnexpectedRPIDHash', 'SyntaxError', 'RangeError', 'DataError'];
const EXHAUSTED = /call stack|allocation|invalid (?:array|string) length/i;

/**
 * Returns true for an error with which the verifier rejects a credential. The library throws a TypeError if the CBOR
 * has an unexpected type. A TypeError of Postern's own code is a fault, and so is an input that exhausts memory or
 * stack.
 */
function isRejection(error: unknown): boolean {
  if (!(error instanceof Error) || EXHAUSTED.test(error.message)) return false;
  const thrower = (error.stack ?? '').split('\n').find((frame) => frame.includes('file://')) ?? '';
  return REJECTIONS.includes(error.name) || (error instanceof TypeError && thrower.includes('/node_modules/'));
}

/** Checks that client data was made for this server, this challenge and this ceremony. */
function assertOwnClientData({ response }: SentCredential, type: string): void {
  const data = JSON.parse(bytes(response.clientDataJSON).toString()) as Record<string, unknown>;
  assertHolds(data.type === type, `a ceremony of the type ${data.type}`);
  assertHolds(data.challenge === CHALLENGE, 'a response to another challenge');
  assertHolds(data.origin === ORIGIN, `a response of ${data.origin}`);
}

function createPasskeyTargets(): FuzzTarget[] {
  const verifier = createWebauthnVerifier({ webauthn_rp_id: RP_ID, webauthn_rp_origins: [ORIGIN] });
  const creation = {
    challenge: CHALLENGE,
    rp: { id: RP_ID },
    user: { id: Buffer.from('ada').toString('base64url') },
    pubKeyCredParams: [-7, -257, -8].map((alg) => ({ alg })),
  };
  const models: AuthenticatorModel[] = [
    {},
    { kind: 'EdDSA' },
    { attestation: 'packed' },
    { attestation: 'packed with x5c' },
    { attestation: 'android-key' },
  ];
  const made = models.map((model) => {
    const authenticator = new Authenticator({ origin: ORIGIN, ...model });
    return { created: authenticator.create(creation), authenticator };
  });
  const registrations = made.map(({ created }) => JSON.stringify(created));
  const lies = [{ challenge: 'AAAA' }, { origin: 'https://evil.test' }, { rp_id: 'evil.test' }];
  const foreign_registrations = lies.map((lie) =>
    JSON.stringify(new Authenticator({ origin: ORIGIN, attestation: 'packed' }).create(creation, lie)),
  );
  const [first, , packed] = made;
  if (first === undefined || packed === undefined) throw new Error('no authenticators');
  const publicKeyOf = async ({ created }: { created: Credential }): Promise<string> => {
    const sent = readCredential(created, 'registration');
    if (sent === null) throw new Error('the authenticator made no registration');
    return (await verifier.registration(sent, CHALLENGE)).public_key;
  };
  const sign_ins = [first, packed].map(({ authenticator }) => authenticator.get({ challenge: CHALLENGE, rpId: RP_ID }));
  const of_other_key = Buffer.from(String(sign_ins[1]?.response.signature), 'base64url');
  const foreign = [...lies, { type: 'webauthn.create' }, { present: false }, { signature: of_other_key }].map((lie) =>
    first.authenticator.get({ challenge: CHALLENGE, rpId: RP_ID }, lie),
  );
  const signedParts = ({ response }: { response: Record<string, unknown> }): string =>
    `${response.authenticatorData} ${response.clientDataJSON}`;
  const accepted = new Set(sign_ins.map(signedParts));
  let keys: string[] | undefined;
  const words = [
    ...JSON_WORDS,
    ...['AAAA', '_', '"response":', '"attestationObject":', '"signature":', '"userHandle":', '"clientDataJSON":'],
    ...['\xbf\xff', '\x9b\xff\xff\xff\xff', '\xa3cfmt', 'dnone', 'fpacked', 'gattStmt', '\xfb', '\xf9~\0'].map((text) =>
      Buffer.from(text, 'latin1').toString('base64url'),
    ),
  ];
  return [
    {
      name: 'passkey registration (CBOR)',
      module: '/webauthn/',
      brief: 100,
      seeds: [...registrations, ...foreign_registrations, ...registrationsWithoutKey()],
      words,
      async check(input) {
        const sent = parseCredential(input, 'registration');
        const read = sent && (await undefinedIfRejected(() => verifier.registration(sent, CHALLENGE)));
        if (sent === null || read == null) return;
        assertOwnClientData(sent, 'webauthn.create');
        assertHolds(read.id === bytes(sent.id).toString('hex'), 'the key of another credential');
        assertHolds(read.public_key.length > 64 && read.public_key.length <= 2_200, 'no public key');
        assertHolds(bytes(sent.response.attestationObject).includes(sha256(RP_ID)), 'a key of another site');
        assertHolds(['none', 'packed', 'fido-u2f', 'tpm'].includes(read.attestation_type), read.attestation_type);
        assertHolds(read.sign_count >= 0 && read.sign_count < 2 ** 32, `a counter of ${read.sign_count}`);
      },
    },
    {
      name: 'passkey sign-in',
      module: '/webauthn/',
      brief: 100,
      seeds: [...sign_ins, ...foreign].map((credential) => JSON.stringify(credential)),
      words,
      async check(input) {
        const sent = parseCredential(input, 'assertion');
        if (sent === null) return;
        keys ??= await Promise.all([first, packed].map(publicKeyOf));
        for (const key of keys) {
          const read = await undefinedIfRejected(() => verifier.assertion(sent, CHALLENGE, key));
          if (read === undefined) continue;
          assertOwnClientData(sent, 'webauthn.get');
          assertHolds(accepted.has(signedParts(sent as never)), 'a response is accepted that no key has signed');
        }
      },
    },
  ];
}

/** Returns registrations whose authenticator data contain no key, or whose attestation is no map. */
function registrationsWithoutKey(): string[] {
  const base64url = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');
  const client = JSON.stringify({ type: 'webauthn.create', challenge: CHALLENGE, origin: ORIGIN });
  return [`\xa3cfmtdnonegattStmt\xa0hauthDataX\x25${'\0'.repeat(37)}`, '\x81\x01'].map((attestation) =>
    JSON.stringify({
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: base64url(client), attestationObject: base64url(attestation), transports: ['usb'] },
    }),
  );
}

/** Returns the targets of this file. */
export const createCredentialTargets = (): FuzzTarget[] => [...createSamlTargets(), ...createPasskeyTargets()];
