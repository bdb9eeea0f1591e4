// The certificate that Postern derives from its SAML key, compared with the one that Go's crypto/x509 creates for the
// same key.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCertificate, readPrivateKey } from '../../../core/saml/certificate.ts';
import { REFERENCE_CERTIFICATES, REFERENCE_KEY } from '../../support/providers/saml_reference_certificates.ts';

test('the certificate has the bytes of the reference, with and without encryption', () => {
  const key = readPrivateKey(REFERENCE_KEY);
  for (const { host, encrypts, der } of REFERENCE_CERTIFICATES)
    assert.is(createCertificate(key, { host, encrypts }).toString('base64'), der, `${host}, encrypts: ${encrypts}`);
});

test.run();
