// A software WebAuthn authenticator, together with the browser's part of the protocol. Returns the JSON that
// navigator.credentials would return. A test can request deviations from a correct response.
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createAttestation } from '../providers/certificates.ts';

export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  pubKeyCredParams: { alg: number }[];
  excludeCredentials?: { id: string }[];
}

export interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials?: { id: string }[];
}

type KeyKind = 'ES256' | 'RS256' | 'EdDSA';
type Attestation = 'none' | 'packed' | 'packed with x5c' | 'android-key';

export interface AuthenticatorModel {
  kind?: KeyKind;
  attestation?: Attestation;
  /** False if the authenticator checks only user presence (a touch) and not a PIN. */
  verifies?: boolean;
  /**
   * False if the authenticator has no signature counter. Many authenticators that sync keys between devices have none.
   */
  counts?: boolean;
  aaguid?: string;
  origin?: string;
}

export interface ResponseDeviation {
  origin?: string;
  rp_id?: string;
  challenge?: string;
  type?: string;
  present?: boolean;
  /** The value null omits the user handle from the response. */
  user_handle?: string | null;
  signature?: Buffer;
  id?: string;
  /**
   * Size in bytes of the modulus of an RSA public key to register. The key belongs to no private key, so it cannot sign
   * an attestation.
   */
  modulus?: number;
  /** Origin of another site, whose page embeds the page in a frame. */
  top_origin?: string;
}

interface StoredKey {
  id: string;
  rp_id: string;
  user_handle: string;
  private_key: KeyObject;
  count: number;
}

export type Credential = Record<string, unknown> & { id: string; response: Record<string, string> };

const ALGORITHMS: Record<KeyKind, number> = { ES256: -7, RS256: -257, EdDSA: -8 };

/** Encodes the kinds of CBOR values (RFC 8949) that this authenticator sends. */
function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeCborHead(1, -1 - value) : encodeCborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([encodeCborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeCborHead(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([encodeCborHead(4, value.length), ...value.map(encodeCbor)]);
  if (value instanceof Map) return Buffer.concat([encodeCborHead(5, value.size), ...[...value].flat().map(encodeCbor)]);
  throw new Error('no kind of CBOR that is known here');
}

function encodeCborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  if (length < 256) return Buffer.of((major << 5) | 24, length);
  return Buffer.of((major << 5) | 25, length >> 8, length & 255);
}

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

function generatePrivateKey(kind: KeyKind): KeyObject {
  if (kind === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  if (kind === 'EdDSA') return generateKeyPairSync('ed25519').privateKey;
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

/** Encodes the public key as a COSE key (RFC 9052). */
function encodeCoseKey(key: KeyObject, kind: KeyKind): Buffer {
  const jwk = createPublicKey(key).export({ format: 'jwk' });
  const part = (name: 'x' | 'y' | 'n' | 'e'): Buffer => Buffer.from(String(jwk[name]), 'base64url');
  const members: Record<KeyKind, [number, unknown][]> = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, kind === 'ES256' && part('x')],
      [-3, kind === 'ES256' && part('y')],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, kind === 'RS256' && part('n')],
      [-2, kind === 'RS256' && part('e')],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, kind === 'EdDSA' && part('x')],
    ],
  };
  return encodeCbor(new Map(members[kind]));
}

const rsaOf = (bytes: number): Buffer =>
  encodeCbor(
    new Map<number, unknown>([
      [1, 3],
      [3, -257],
      [-1, Buffer.alloc(bytes, 0xfb)],
      [-2, Buffer.of(1, 0, 1)],
    ]),
  );

const signed = (key: KeyObject, data: Buffer): Buffer =>
  sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key);

export class Authenticator {
  readonly #model: Required<AuthenticatorModel>;
  readonly #keys: StoredKey[];

  constructor(model: AuthenticatorModel = {}, keys: StoredKey[] = []) {
    this.#model = {
      kind: 'ES256',
      attestation: 'none',
      verifies: true,
      counts: true,
      aaguid: '00000000-0000-0000-0000-000000000000',
      origin: 'http://localhost:3000',
      ...model,
    };
    this.#keys = keys;
  }

  /** Returns a second authenticator with copies of the current keys. */
  clone(): Authenticator {
    return new Authenticator(
      this.#model,
      this.#keys.map((key) => ({ ...key })),
    );
  }

  /**
   * Simulates navigator.credentials.create(). Throws if the authenticator has a key of excludeCredentials, or if no
   * algorithm of pubKeyCredParams is its own.
   */
  create(options: CreationOptions, lie: ResponseDeviation = {}): Credential {
    if (options.excludeCredentials?.some(({ id }) => this.#keys.some((key) => key.id === id))) {
      throw new DOMException('The authenticator was previously registered', 'InvalidStateError');
    }
    const { kind, attestation, aaguid } = this.#model;
    if (!options.pubKeyCredParams.some(({ alg }) => alg === ALGORITHMS[kind])) throw new Error(`${kind} is not wanted`);
    const key: StoredKey = {
      id: lie.id ?? randomBytes(32).toString('base64url'),
      rp_id: options.rp.id,
      user_handle: Buffer.from(options.user.id, 'base64url').toString(),
      private_key: generatePrivateKey(kind),
      count: 0,
    };
    this.#keys.push(key);
    const id = Buffer.from(key.id, 'base64url');
    const length = Buffer.of(id.length >> 8, id.length & 255);
    const model = Buffer.from(aaguid.replaceAll('-', ''), 'hex');
    const own = lie.modulus === undefined ? encodeCoseKey(key.private_key, kind) : rsaOf(lie.modulus);
    const attested = Buffer.concat([model, length, id, own]);
    const data = this.#data(key, attested, lie);
    const client = this.#client('webauthn.create', options.challenge, lie);
    const statement = this.#statement(attestation, key, Buffer.concat([data, sha256(client)]), lie);
    const attestationObject = encodeCbor(
      new Map<string, unknown>([
        ['fmt', attestation.split(' ')[0]],
        ['attStmt', statement],
        ['authData', data],
      ]),
    );
    return {
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      authenticatorAttachment: 'cross-platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['usb', 'nfc', 'telepathy'] as never,
      },
    };
  }

  /** Simulates navigator.credentials.get() with the newest matching key. */
  get(options: RequestOptions, lie: ResponseDeviation = {}): Credential {
    const wanted = options.allowCredentials?.map(({ id }) => id);
    const key = this.#keys.findLast((one) => one.rp_id === options.rpId && (wanted?.includes(one.id) ?? true));
    if (key === undefined) throw new DOMException('no passkey for this site', 'NotAllowedError');
    key.count += this.#model.counts ? 1 : 0;
    const data = this.#data(key, null, lie);
    const client = this.#client('webauthn.get', options.challenge, lie);
    const signature = lie.signature ?? signed(key.private_key, Buffer.concat([data, sha256(client)]));
    const handle = lie.user_handle === undefined ? key.user_handle : lie.user_handle;
    return {
      id: lie.id ?? key.id,
      rawId: lie.id ?? key.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(handle === null ? {} : { userHandle: Buffer.from(handle).toString('base64url') }),
      },
    };
  }

  #data(key: StoredKey, attested: Buffer | null, lie: ResponseDeviation): Buffer {
    const flags = ((lie.present ?? true) ? 1 : 0) | (this.#model.verifies ? 4 : 0) | (attested === null ? 0 : 64);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(key.count);
    return Buffer.concat([sha256(lie.rp_id ?? key.rp_id), Buffer.of(flags), count, attested ?? Buffer.alloc(0)]);
  }

  #client(type: string, challenge: string, lie: ResponseDeviation): Buffer {
    const frame = lie.top_origin === undefined ? {} : { crossOrigin: true, topOrigin: lie.top_origin };
    const client_data = { type, challenge, origin: this.#model.origin, crossOrigin: false, ...frame };
    const { origin = client_data.origin } = lie;
    return Buffer.from(
      JSON.stringify({ ...client_data, origin, challenge: lie.challenge ?? challenge, type: lie.type ?? type }),
    );
  }

  #statement(attestation: Attestation, key: StoredKey, data: Buffer, lie: ResponseDeviation): Map<string, unknown> {
    if (attestation === 'none') return new Map();
    const model = attestation === 'packed' ? null : createAttestation();
    const sig = lie.signature ?? signed(model?.key ?? key.private_key, data);
    const own: [string, unknown][] = [
      ['alg', model ? -7 : ALGORITHMS[this.#model.kind]],
      ['sig', sig],
    ];
    return new Map<string, unknown>(model ? [...own, ['x5c', [model.x5c]]] : own);
  }
}
