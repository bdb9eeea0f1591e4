// Runs an identity provider made with pysaml2, which is installed into a virtual environment of the test. Needs Python
// 3, pip and xmlsec1.
import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createCertificate } from '../../../core/saml/certificate.ts';

const VERSION = '7.5.5';
const SCRIPT = fileURLToPath(new URL('./pysaml2_idp.py', import.meta.url));

export interface Pysaml2 {
  metadata(): Promise<string>;
  /** Responds to a request that the browser brings. Returns the form that the browser posts back. */
  respond(o: {
    url: string;
    user: string;
    attributes: Record<string, string[]>;
    sign: 'assertion' | 'response' | 'both';
  }): Promise<{ SAMLResponse: string; RelayState: string }>;
  close(): Promise<void>;
}

export interface Pysaml2Home {
  /** Starts a provider with a new key. */
  start(o: { entityId: string; ssoUrl: string; serviceMetadata: string }): Pysaml2;
  remove(): void;
}

const text = (bytes: Buffer): string => bytes.toString().trim().slice(-300);

/** Installs pysaml2. Returns the reason if pysaml2 cannot run here. */
export function installPysaml2(): Pysaml2Home | string {
  const xmlsec = text(spawnSync('sh', ['-c', 'command -v xmlsec1']).stdout);
  if (xmlsec === '') return 'no xmlsec1';
  const folder = mkdtempSync(join(tmpdir(), `postern-pysaml2-${process.pid}-`));
  const python = join(folder, 'venv', 'bin', 'python');
  for (const [program, args] of [
    ['python3', ['-m', 'venv', join(folder, 'venv')]],
    [python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `pysaml2==${VERSION}`]],
  ] as const) {
    const done = spawnSync(program, args, { timeout: 120_000 });
    if (done.status !== 0) {
      rmSync(folder, { recursive: true });
      return `no pysaml2 ${VERSION}: ${done.stderr ? text(done.stderr) : (done.error?.message ?? 'too slow')}`;
    }
  }
  return {
    start: (o) => startPysaml2({ ...o, folder: mkdtempSync(join(folder, 'idp-')), python, xmlsec }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

interface Start {
  entityId: string;
  ssoUrl: string;
  serviceMetadata: string;
  folder: string;
  python: string;
  xmlsec: string;
}

function startPysaml2({ entityId, ssoUrl, serviceMetadata, folder, python, xmlsec }: Start): Pysaml2 {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = new X509Certificate(createCertificate(privateKey, { host: 'pysaml2.example', encrypts: false }));
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs1', format: 'pem' }));
  writeFileSync(join(folder, 'cert.pem'), certificate.toString());
  writeFileSync(join(folder, 'SP.xml'), serviceMetadata);
  const child = spawn(python, ['-W', 'ignore', SCRIPT, folder, entityId, ssoUrl, xmlsec], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async <T>(command: object): Promise<T> => {
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('pysaml2 has ended');
    const answer = JSON.parse(value) as T & { error?: string };
    if (answer.error !== undefined) throw new Error(`pysaml2: ${answer.error}`);
    return answer;
  };
  return {
    metadata: async () => (await ask<{ xml: string }>({ command: 'metadata' })).xml,
    respond: (o) => ask({ command: 'respond', ...o }),
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
