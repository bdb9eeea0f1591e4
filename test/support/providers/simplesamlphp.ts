// Runs SimpleSAMLphp, as Debian packages it, in PHP's own web server with a configuration of the test. Needs the
// packages simplesamlphp, php-cli, php-xml and php-mbstring.
import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCertificate } from '../../../core/saml/certificate.ts';
import { freePort } from '../../../dev/embedded/cluster.ts';

const WWW = '/usr/share/simplesamlphp/www';
const ENTITY = 'https://simplesamlphp.example/idp';

export interface SimpleSamlPhp {
  metadata(): Promise<string>;
  /** Replaces the signing key. */
  rotate(): void;
  /** Registers a service provider by its metadata, and selects what is signed. */
  serve(serviceMetadata: string, sign: { response: boolean; assertion: boolean }): void;
  close(): Promise<void>;
}

/** Starts SimpleSAMLphp with one person. Returns the reason if it cannot run. */
export async function startSimpleSamlPhp(person: {
  login: string;
  password: string;
  email: string;
}): Promise<SimpleSamlPhp | string> {
  if (!existsSync(WWW)) return 'no simplesamlphp';
  const modules = spawnSync('php', ['-m'], { encoding: 'utf8' });
  if (modules.status !== 0) return 'no php';
  const missing = ['dom', 'mbstring', 'openssl'].filter((name) => !modules.stdout.split('\n').includes(name));
  if (missing.length > 0) return `php has no ${missing.join(', ')}`;

  const folder = mkdtempSync(join(tmpdir(), `postern-simplesamlphp-${process.pid}-`));
  for (const name of ['etc/metadata', 'cert', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/`;
  const php = (name: string, code: string): void => writeFileSync(join(folder, 'etc', name), `<?php\n${code}\n`);
  const array = (value: object): string => `json_decode('${JSON.stringify(value)}', true)`;
  const settings = {
    baseurlpath: base,
    certdir: `${folder}/cert/`,
    datadir: `${folder}/tmp/`,
    tempdir: `${folder}/tmp`,
    loggingdir: `${folder}/tmp/`,
    'logging.handler': 'errorlog',
    secretsalt: 'a salt of the test',
    'auth.adminpassword': 'of no use in the test',
    timezone: 'UTC',
    'enable.saml20-idp': true,
    'module.enable': { exampleauth: true, core: true, saml: true },
    'session.cookie.secure': false,
    'store.type': 'phpsession',
    'session.phpsession.savepath': `${folder}/tmp`,
    'metadata.sources': [{ type: 'flatfile', directory: `${folder}/etc/metadata` }],
    'authproc.idp': {},
    'language.available': ['en'],
    'language.default': 'en',
  };
  php('config.php', `$config = ${array(settings)};`);
  const source = {
    0: 'exampleauth:UserPass',
    [`${person.login}:${person.password}`]: { uid: [person.login], mail: [person.email] },
  };
  php('authsources.php', `$config = ${array({ people: source })};`);
  const hosted = {
    host: '__DEFAULT__',
    privatekey: 'key.pem',
    certificate: 'cert.pem',
    auth: 'people',
    'signature.algorithm': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    authproc: { 3: { class: 'saml:PersistentNameID', attribute: 'uid' } },
  };
  php('metadata/saml20-idp-hosted.php', `$metadata['${ENTITY}'] = ${array(hosted)};`);
  const rotate = (): void => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const certificate = createCertificate(privateKey, { host: 'simplesamlphp.example', encrypts: false });
    writeFileSync(join(folder, 'cert', 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(folder, 'cert', 'cert.pem'), new X509Certificate(certificate).toString());
  };
  rotate();

  const env = { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'etc') };
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', WWW], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const kill = (): boolean => child.kill('SIGKILL');
  // Kills PHP if a test process exits without calling close().
  process.once('exit', kill);
  const close = async (): Promise<void> => {
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const metadata = async (): Promise<string> => {
    const answer = await fetch(`${base}saml2/idp/metadata.php`);
    const text = await answer.text();
    if (!text.includes('EntityDescriptor'))
      throw new Error(`SimpleSAMLphp returned no metadata: ${text.slice(0, 2_000)}`);
    return text;
  };
  let up = false;
  for (let look = 0; look < 100 && !up && child.exitCode === null; look += 1) {
    up = await fetch(base, { redirect: 'manual' })
      .then(() => true)
      .catch(() => false);
    if (!up) await sleep(100);
  }
  if (!up) {
    await close();
    throw new Error('SimpleSAMLphp does not answer');
  }
  return {
    metadata,
    rotate,
    close,
    serve(xml, { response, assertion }) {
      const read = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
      const service = {
        AssertionConsumerService: read(/<md:AssertionConsumerService [^>]*Location="([^"]+)"/),
        certData: read(/use="signing">.*?<ds:X509Certificate>([^<]+)/s),
        'validate.authnrequest': true,
        'saml20.sign.response': response,
        'saml20.sign.assertion': assertion,
        'simplesaml.attributes': true,
      };
      php('metadata/saml20-sp-remote.php', `$metadata['${read(/entityID="([^"]+)"/)}'] = ${array(service)};`);
    },
  };
}
