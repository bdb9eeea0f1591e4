// Converts libpq's sslmode parameters to options for Node's TLS.
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, checkServerIdentity, getCACertificates, type PeerCertificate } from 'node:tls';

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof MODES)[number];

/**
 * TLS of a connection. prefer (libpq's default) means unverified TLS if the server supports it, otherwise no
 * encryption.
 */
export type ConnectionTls = { mode: 'disable' } | { mode: 'prefer' } | { mode: 'tls'; options: ConnectionOptions };

interface TlsContext {
  get(name: string): string;
  env: Readonly<Record<string, string | undefined>>;
  hosts: readonly string[];
  fail(message: string): Error;
}

const VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;

/** Parses the parameters and reads the certificate files, so that a missing file stops the start. */
export function parseTlsParameters(context: TlsContext): ConnectionTls {
  const { get, fail } = context;
  const mode = readMode(context);
  if (mode === 'disable') return { mode };
  const client = readClientCertificate(context);
  const minVersion = VERSIONS.find((version) => version === get('ssl_min_protocol_version'));
  if (get('ssl_min_protocol_version') && !minVersion)
    throw fail(`ssl_min_protocol_version must be one of ${VERSIONS.join(', ')}`);
  if (mode === 'allow' || mode === 'prefer') {
    if (client || minVersion)
      throw fail(`sslcert and ssl_min_protocol_version need sslmode require, verify-ca or verify-full, not ${mode}`);
    return { mode: 'prefer' };
  }
  return {
    mode: 'tls',
    options: { ...client, ...(minVersion ? { minVersion } : {}), ...buildVerificationOptions(mode, context) },
  };
}

function readMode({ get, fail }: TlsContext): SslMode {
  const system = get('sslrootcert') === 'system';
  const text = get('sslmode') || (system ? 'verify-full' : 'prefer');
  const mode = MODES.find((name) => name === text);
  if (!mode) throw fail(`sslmode must be one of ${MODES.join(', ')}`);
  if (system && mode !== 'verify-full')
    throw fail('sslrootcert=system needs sslmode=verify-full: any public authority would do otherwise');
  return mode;
}

function buildVerificationOptions(mode: SslMode, context: TlsContext): ConnectionOptions {
  const ca = readCertificateAuthorities(mode, context);
  // As in libpq, require with a root certificate verifies the chain like verify-ca.
  if (mode === 'require' && ca === undefined) return { rejectUnauthorized: false };
  const identity = mode === 'verify-full' ? createHostCheck(context.hosts) : () => undefined;
  return { rejectUnauthorized: true, ca, checkServerIdentity: identity };
}

function readCertificateAuthorities(mode: SslMode, { get, env, fail }: TlsContext): string[] | string | undefined {
  const named = get('sslrootcert');
  if (named === 'system') return getCACertificates('system');
  const file = named || join(env.HOME || homedir(), '.postgresql', 'root.crt');
  if (existsSync(file)) return readTlsFile(file, 'sslrootcert', fail);
  if (mode === 'require' && !named) return undefined;
  throw fail(
    named
      ? `sslrootcert "${named}" does not exist`
      : `sslmode=${mode} needs a root certificate: set sslrootcert to a file or to "system"`,
  );
}

/**
 * Returns the function that checks whether a certificate names a host of the URL. Node's own check does not work here,
 * because for a wrapped socket it would compare the certificate of an IP address with "localhost".
 */
function createHostCheck(hosts: readonly string[]): (name: string, certificate: PeerCertificate) => Error | undefined {
  const addresses = hosts.filter((host) => isIP(host) !== 0);
  return (name, certificate) => {
    const candidates = hosts.includes(name) ? [name, ...(name === 'localhost' ? addresses : [])] : addresses;
    const faults = candidates.map((host) => checkServerIdentity(host, certificate));
    if (faults.includes(undefined)) return undefined;
    return faults[0] ?? new Error(`certificate is not for ${hosts.join(', ')}`);
  };
}

function readClientCertificate({ get, env, fail }: TlsContext): ConnectionOptions | undefined {
  const folder = join(env.HOME || homedir(), '.postgresql');
  const certFile = get('sslcert') || join(folder, 'postgresql.crt');
  if (!get('sslcert') && !existsSync(certFile)) {
    if (get('sslkey')) throw fail('sslkey is set without sslcert');
    return undefined;
  }
  const keyFile = get('sslkey') || join(folder, 'postgresql.key');
  return {
    cert: readTlsFile(certFile, 'sslcert', fail),
    key: readTlsFile(keyFile, 'sslkey', fail),
    ...(get('sslpassword') ? { passphrase: get('sslpassword') } : {}),
  };
}

function readTlsFile(file: string, name: string, fail: TlsContext['fail']): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw fail(
      `${name} "${file}" cannot be read: ${error instanceof Error && 'code' in error ? String(error.code) : 'error'}`,
    );
  }
}
