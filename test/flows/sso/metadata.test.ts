// The document at GET /sso/saml/metadata, which identity providers import, and its certificate.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCertificate } from '../../../core/saml/certificate.ts';
import { readEnvironment, readSettings } from '../../../core/settings/reading.ts';
import { startStack } from '../../support/processes/stack.ts';
import { newRsaKey, SAML_PRIVATE_KEY, SAML_SETTINGS } from './journey.ts';

const stack = await startStack({ worker: false, env: SAML_SETTINGS });
test.after(() => stack.close());

const read = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`${name}="([^"]*)"`, 'g'))].map(([, value]) => value);
const certificates = (xml: string) =>
  [...xml.matchAll(/use="(\w+)">.*?<ds:X509Certificate>([^<]*)/g)].map(([, use, der]) => `${use} ${der}`);
const certificate = (key: string, encrypts: boolean) =>
  createCertificate(createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs1' }), {
    host: 'localhost',
    encrypts,
  });
const DAYS = (until: string | undefined) => (Date.parse(String(until)) - Date.now()) / 86_400_000;

test('off: 404', async () => {
  const off = await stack.another({ SVC_SAML_ENABLED: 'false' });
  for (const [method, path] of [
    ['GET', '/sso/saml/metadata'],
    ['POST', '/sso'],
    ['POST', '/sso/saml/acs'],
  ] as const) {
    const answer = await off.request(method, path, method === 'POST' ? {} : undefined);
    assert.equal([answer.status, answer.body.error_code], [404, 'saml_provider_disabled'], path);
  }
  assert.is((await off.get('/settings')).body.saml_enabled, false);
  assert.is((await stack.get('/settings')).body.saml_enabled, true);
});

test('for people and for machines', async () => {
  const plain = await stack.get('/sso/saml/metadata');
  assert.equal(
    [plain.status, plain.headers.get('content-type'), plain.headers.get('cache-control')],
    [200, 'application/xml', 'public, max-age=600'],
  );
  assert.equal(read(plain.text, 'entityID'), ['http://localhost:9999/sso/saml/metadata']);
  assert.equal(read(plain.text, 'Location'), ['http://localhost:9999/sso/saml/acs']);
  assert.equal(certificates(plain.text), [`signing ${certificate(SAML_PRIVATE_KEY, false).toString('base64')}`]);
  assert.equal(
    [read(plain.text, 'WantAssertionsSigned'), read(plain.text, 'AuthnRequestsSigned')],
    [['true'], ['true']],
  );
  assert.not.match(plain.text, /SingleLogoutService|HTTP-Artifact|cacheDuration/);
  assert.ok(DAYS(read(plain.text, 'validUntil')[0]) < 2.01);
  assert.is((await stack.get('/sso/saml/metadata?download=1')).headers.get('content-disposition'), null);
  const file = await stack.get('/sso/saml/metadata?download=true');
  assert.is(file.headers.get('content-disposition'), 'attachment; filename="metadata.xml"');
  assert.ok(DAYS(read(file.text, 'validUntil')[0]) > 1_800);
});

test('while a key is exchanged: both, the one that signs first; encryption before signing', async () => {
  const next = newRsaKey();
  const node = await stack.another({
    SVC_SAML_PRIVATE_KEY_NEXT: next,
    SVC_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true',
    SVC_SAML_EXTERNAL_URL: 'https://auth.example.com/auth/v1/',
  });
  const { text, headers } = await node.get('/sso/saml/metadata');
  assert.is(headers.get('cache-control'), 'public, max-age=60');
  assert.equal(read(text, 'cacheDuration'), ['PT1H']);
  assert.equal(read(text, 'entityID'), ['https://auth.example.com/auth/v1/sso/saml/metadata']);
  const [first, second] = [SAML_PRIVATE_KEY, next].map((key) => certificate(key, true).toString('base64'));
  assert.equal(certificates(text), [
    `encryption ${first}`,
    `signing ${first}`,
    `signing ${second}`,
    `encryption ${second}`,
  ]);
  assert.not.match(text, /cbc/);
  assert.is((await node.get('/settings')).body.saml_private_key_next_configured, true);
});

test('the certificate: the same bytes at every start, of the host of the API', () => {
  for (const encrypts of [false, true]) {
    const der = certificate(SAML_PRIVATE_KEY, encrypts);
    assert.equal(der, certificate(SAML_PRIVATE_KEY, encrypts));
    const parsed = new X509Certificate(der);
    assert.ok(parsed.verify(parsed.publicKey));
    assert.equal(
      [parsed.subject, parsed.issuer, parsed.serialNumber, parsed.validFrom, parsed.validTo],
      [
        'CN=SAML 2.0 Certificate for localhost',
        'CN=SAML 2.0 Certificate for localhost',
        '0',
        'Jan  1 00:00:00 1970 GMT',
        'Jan  1 00:00:00 2170 GMT',
      ],
    );
    assert.is(parsed.subjectAltName, 'DNS:_samlsp.localhost');
  }
});

test('keys that can be used, and those that stop the start', () => {
  const made = (o: { modulusLength?: number; publicExponent?: number } = {}) =>
    generateKeyPairSync('rsa', { modulusLength: 2048, ...o }).privateKey;
  const base64 = (type: 'pkcs1' | 'pkcs8', key = made()) => key.export({ type, format: 'der' }).toString('base64');
  const problems = (env: Record<string, string>): string => {
    try {
      readSettings(
        readEnvironment({
          env: {
            ...SAML_SETTINGS,
            SVC_JWT_SECRET: 'x'.repeat(40),
            DATABASE_URL: 'postgres://x@x/x',
            SVC_SITE_URL: 'http://localhost',
            SVC_API_EXTERNAL_URL: 'http://localhost',
            ...env,
          },
          file: null,
        }),
      );
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const key of [base64('pkcs1'), base64('pkcs8'), made().export({ type: 'pkcs8', format: 'pem' }) as string])
    assert.is(problems({ SVC_SAML_PRIVATE_KEY: key }), '');
  for (const [key, reason] of [
    ['%%%', 'not in standard Base64 format'],
    [Buffer.from('nothing').toString('base64'), 'not in PKCS#1 format'],
    [base64('pkcs1', made({ modulusLength: 1024 })), 'must be at least RSA 2048'],
    [base64('pkcs1', made({ publicExponent: 3 })), 'should use the 65537 (0x10001) RSA public exponent'],
  ] as const) {
    assert.match(problems({ SVC_SAML_PRIVATE_KEY: key }), `SAML private key ${reason}`);
    assert.match(problems({ SVC_SAML_PRIVATE_KEY_NEXT: key }), `SAML next private key ${reason}`);
    assert.is(problems({ SVC_SAML_PRIVATE_KEY: key, SVC_SAML_ENABLED: 'false' }), '');
  }
  assert.match(problems({ SVC_SAML_PRIVATE_KEY: '' }), 'SVC_SAML_PRIVATE_KEY: is required');
});

test.run();
