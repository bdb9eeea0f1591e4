// A private certificate authority. It encodes X.509 itself, because Node can parse certificates but not create them.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface IssuedCertificate {
  cert: string;
  key: string;
}

export interface Authority extends IssuedCertificate {
  /** Issues a server certificate for host names and IPv4 addresses. Without hosts, issues a client certificate. */
  issue(name: string, hosts?: readonly string[]): IssuedCertificate;
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? Buffer.of(body.length) : Buffer.of(0x82, body.length >> 8, body.length & 255);
  return Buffer.concat([Buffer.of(tag), length, body]);
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const octets = (inner: Buffer): Buffer => der(0x04, inner);
const bits = (inner: Buffer): Buffer => der(0x03, Buffer.of(0), inner);
const time = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const DAY_MS = 86_400_000;

/** A common name, or the attributes of a distinguished name by OID. */
type CertificateName = string | Readonly<Record<string, string>>;

const distinguishedName = (name: CertificateName): Buffer =>
  sequence(
    ...Object.entries(typeof name === 'string' ? { '550403': name } : name).map(([id, text]) =>
      der(0x31, sequence(oid(id), der(0x0c, Buffer.from(text)))),
    ),
  );

const extension = (id: string, value: Buffer, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [der(0x01, Buffer.of(255))] : []), octets(value));

function encodeAlternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  return extension('551d11', sequence(...names));
}

function issueCertificate(o: {
  subject: CertificateName;
  issuer: CertificateName;
  public_key: KeyObject;
  signer: KeyObject;
  extensions: Buffer[];
}): string {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_SHA256,
    distinguishedName(o.issuer),
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + DAY_MS))),
    distinguishedName(o.subject),
    o.public_key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...o.extensions)),
  );
  const whole = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, o.signer)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Creates a certificate authority with its own key. */
export function createAuthority(name: string): Authority {
  const own = pair();
  const isAuthority = extension('551d13', sequence(der(0x01, Buffer.of(255))), true);
  const cert = issueCertificate({
    subject: name,
    issuer: name,
    public_key: own.publicKey,
    signer: own.privateKey,
    extensions: [isAuthority],
  });
  return {
    cert,
    key: pem(own.privateKey),
    issue(subject, hosts = []) {
      const leaf = pair();
      const extensions = [
        extension('551d13', sequence()),
        ...(hosts.length > 0 ? [encodeAlternativeNames(hosts)] : []),
      ];
      return {
        cert: issueCertificate({
          subject,
          issuer: name,
          public_key: leaf.publicKey,
          signer: own.privateKey,
          extensions,
        }),
        key: pem(leaf.privateKey),
      };
    },
  };
}

/** Creates certificate (DER) and key of an authenticator model for WebAuthn's `packed` attestation format. */
export function createAttestation(): { x5c: Buffer; key: KeyObject } {
  const own = pair();
  const name = {
    '550406': 'AQ',
    '55040a': 'Makers of keys',
    '55040b': 'Authenticator Attestation',
    '550403': 'Model 1',
  };
  const cert = issueCertificate({
    subject: name,
    issuer: 'Makers of keys',
    public_key: own.publicKey,
    signer: own.privateKey,
    extensions: [extension('551d13', sequence())],
  });
  return { x5c: Buffer.from(cert.replace(/-----[^-]+-----/g, ''), 'base64'), key: own.privateKey };
}
