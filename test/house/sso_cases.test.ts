// The 48 cases of SAML and the 47 cases of SCIM in the specification of single sign-on each have a test. The title of a
// SCIM test begins with the number of its case. The table lists the tests of the SAML cases.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const TEST = 'test';
/** Matches the title of a test: the first argument of test() or checked(). */
const TITLE = /^\s*(?:test|checked)\(\s*(['"`])(.*?)\1,/gm;

type Case = readonly [what: string, ...tests: readonly (readonly [file: string, title: string])[]];

const SAML: Readonly<Record<number, Case>> = {
  1: [
    'Metadata: off, on, as a file',
    ['flows/sso/metadata', 'off: 404'],
    ['flows/sso/metadata', 'for people and for machines'],
  ],
  2: [
    'Metadata with a next key',
    ['flows/sso/metadata', 'while a key is exchanged: both, the one that signs first; encryption before signing'],
  ],
  3: [
    'Metadata with encryption',
    ['flows/sso/metadata', 'while a key is exchanged: both, the one that signs first; encryption before signing'],
  ],
  4: [
    'Our certificate has the bytes of the reference',
    ['gateway/saml/certificate', 'the certificate has the bytes of the reference, with and without encryption'],
    ['flows/sso/metadata', 'the certificate: the same bytes at every start, of the host of the API'],
  ],
  5: [
    'Keys that start and keys that do not',
    ['flows/sso/metadata', 'keys that can be used, and those that stop the start'],
  ],
  6: [
    'POST /sso by id and by domain in any spelling',
    [
      'flows/sso/sign_in',
      'a domain in any case, with a final dot and in other letters; a 303 without skip_http_redirect',
    ],
    ['sql/api/sso/start_saml_flow', 'finds the provider by its id and by a domain in any case, and writes one row'],
  ],
  7: [
    'POST /sso with a wrong choice',
    ['flows/sso/sign_in', 'the client gets the errors of /sso'],
    ['sql/api/sso/start_saml_flow', 'one choice, a known and enabled provider, a valid challenge'],
  ],
  8: [
    'POST /sso with a wrong challenge',
    ['sql/api/sso/start_saml_flow', 'one choice, a known and enabled provider, a valid challenge'],
  ],
  9: [
    '303 or 200',
    [
      'flows/sso/sign_in',
      'a domain in any case, with a final dot and in other letters; a 303 without skip_http_redirect',
    ],
  ],
  10: [
    'Signature of the redirect',
    ['flows/sso/sign_in', 'the request is signed as the redirect binding says, without the own query of the provider'],
    [
      'flows/sso/pysaml2',
      'its metadata is read, and its responses sign users in with each way of signing, also a second time',
    ],
  ],
  11: [
    'signInWithSSO of auth-js',
    ['flows/sso/sign_in', 'the unmodified client signs in, …; the second sign-in finds the account'],
    ['flows/sso/sign_in', 'the client gets the errors of /sso'],
  ],
  12: [
    'Response, assertion or both signed',
    ['flows/sso/attacks', 'signed by the provider, …: in; by another key: refused'],
    ['gateway/saml/response', 'signed by another key, …: refused, also when one of the two signatures is good'],
  ],
  13: [
    'Unsigned, removed and empty signatures',
    ['gateway/saml/response', 'unsigned, empty and misplaced signatures'],
    ['gateway/saml/oracle', 'every attack is refused, and the attacks that the oracle accepts are listed'],
  ],
  14: [
    'XSW1 to XSW8',
    ['flows/sso/attacks', 'wrapped signatures, …'],
    ['gateway/saml/response', 'wrapped signatures do not get in, …: …'],
  ],
  15: ['IDs and references', ['gateway/saml/response', 'IDs']],
  16: [
    'Two assertions',
    ['gateway/saml/oracle', 'every attack is refused, and the attacks that the oracle accepts are listed'],
    ['gateway/saml/response', 'a second assertion next to a signed one'],
  ],
  17: [
    'Comments',
    [
      'gateway/saml/response',
      'rejects document types, entities, comments and processing instructions before the parser runs',
    ],
    ['gateway/saml/oracle', 'every attack is refused, and the attacks that the oracle accepts are listed'],
  ],
  18: [
    'Document types',
    ['flows/sso/attacks', 'document types and entities: refused, without a request to elsewhere'],
    [
      'gateway/saml/response',
      'rejects document types, entities, comments and processing instructions before the parser runs',
    ],
    ['flows/sso/admin', 'metadata that cannot be fetched or used'],
  ],
  19: [
    'Two SignedInfo, a second Reference, a Manifest',
    ['gateway/saml/hostile_responses', 'two SignedInfo, another Reference, a Manifest: refused'],
  ],
  20: [
    'Transforms',
    ['gateway/saml/response', 'algorithms'],
    ['gateway/saml/oracle', 'every attack is refused, and the attacks that the oracle accepts are listed'],
  ],
  21: [
    'Algorithms, weak keys, HMAC',
    ['gateway/saml/response', 'algorithms'],
    ['gateway/saml/hostile_responses', "hmac-sha1 keyed with the provider's certificate is refused"],
    ['flows/sso/attacks', "hmac-sha1 keyed with the provider's certificate: refused"],
  ],
  22: [
    'Keys in the message',
    ['gateway/saml/response', 'keys: a certificate in the message is not read, and any of the stored ones may sign'],
  ],
  23: [
    'Two certificates, and a third',
    ['gateway/saml/response', 'keys: a certificate in the message is not read, and any of the stored ones may sign'],
    [
      'flows/sso/attacks',
      'a new key of the provider: one refresh of its metadata, and the same response is judged again',
    ],
  ],
  24: [
    'Roll-over and refreshes that are refused',
    [
      'flows/sso/attacks',
      'a new key of the provider: one refresh of its metadata, and the same response is judged again',
    ],
    [
      'worker/saml_metadata',
      'an error, another entity id, a too long document and a private network leave the stored metadata unchanged',
    ],
    [
      'sql/api/sso/finish_saml_metadata',
      'a failure and another entity id keep what is known, and are noted until the next success',
    ],
  ],
  25: [
    'An expired certificate',
    [
      'gateway/saml/hostile_responses',
      'an expired certificate of the provider is still accepted, and its expiry is reported',
    ],
  ],
  26: [
    'Audiences',
    ['gateway/saml/response', 'recipient, conditions, audience, authentication'],
    ['gateway/saml/oracle', 'the oracle accepts every response that Postern accepts, and reads the same data'],
  ],
  27: [
    'Recipient and Destination',
    ['gateway/saml/response', 'issuer, status and destination'],
    ['gateway/saml/response', 'recipient, conditions, audience, authentication'],
  ],
  28: [
    'InResponseTo',
    ['gateway/saml/response', 'InResponseTo, in the response and at the subject'],
    ['flows/sso/attacks', 'a response of another flow, and of another provider'],
  ],
  29: ['Times at the bounds', ['gateway/saml/response', 'times at the bounds, both ways']],
  30: ['Missing elements', ['gateway/saml/response', 'recipient, conditions, audience, authentication']],
  31: [
    'One response several times',
    ['flows/sso/attacks', '50 parallel posts of one assertion at two gateways open one session'],
    ['flows/sso/attacks', 'sign-ins that the provider starts: off, then on for this provider; the same assertion once'],
    ['sql/api/sso/finish_saml_flow', 'ten parallel calls with one assertion make one session'],
  ],
  32: [
    'A made-up response with a known RelayState',
    ['flows/sso/attacks', 'a made-up response does not use up a flow; a used, unknown or odd RelayState'],
  ],
  33: [
    'RelayState',
    ['flows/sso/attacks', 'a made-up response does not use up a flow; a used, unknown or odd RelayState'],
    ['flows/sso/attacks', 'sign-ins that the provider starts: off, then on for this provider; the same assertion once'],
    [
      'sql/api/sso/get_saml_flow',
      'refuses an unknown, an expired and another flow, and a disabled or deleted provider',
    ],
  ],
  34: [
    'Sign-ins that the provider starts',
    ['flows/sso/attacks', 'sign-ins that the provider starts: off, then on for this provider; the same assertion once'],
  ],
  35: [
    'Encrypted assertions',
    [
      'gateway/saml/hostile_responses',
      'encrypted assertions: accepts each allowed algorithm with both keys; all others get the same error',
    ],
    ['gateway/saml/hostile_responses', '256 changed ciphertexts and wrapped keys get the same error'],
    ['gateway/saml/hostile_responses', 'a failed decryption costs the same work for every cause'],
    ['gateway/saml/xmlsec1', 'an assertion that xmlsec1 has encrypted is read, inside a signed response too'],
  ],
  36: ['Mapping of attributes', ['flows/sso/sign_in', 'attributes by the mapping; what the provider must not decide']],
  37: [
    'The subject',
    ['gateway/saml/hostile_responses', 'the subject: subject-id, else the NameID unless it is transient'],
  ],
  38: [
    'The address',
    [
      'gateway/saml/hostile_responses',
      'the address: from each of its names in order, from a NameID that is one, or none',
    ],
    ['sql/api/sso/finish_saml_flow', 'no subject, no address, an address of a foreign domain'],
    [
      'flows/sso/sign_in',
      'addresses outside of the provider’s domains are refused, and another person’s account does not change',
    ],
  ],
  39: [
    'The account',
    ['sql/api/sso/finish_saml_flow', 'a first sign-in creates an account, the second finds it'],
    ['sql/api/sso/finish_saml_flow', 'an asserted address of another person opens no other account, in either order'],
    ['sql/api/sso/finish_saml_flow', 'the same subject at two providers is two people'],
    [
      'sql/api/sso/finish_saml_flow',
      'a changed address stays in the identity; a changed subject with the same address replaces the old one',
    ],
  ],
  40: [
    'The end of the session',
    ['flows/sso/sign_in', 'a session that the provider ends'],
    ['sql/api/sso/finish_saml_flow', 'a session ends when the provider says so, and its access token before it'],
    ['gateway/saml/response', 'recipient, conditions, audience, authentication'],
  ],
  41: [
    'What the token and the user show',
    ['flows/sso/sign_in', 'the unmodified client signs in, …; the second sign-in finds the account'],
    ['sql/api/sso/finish_saml_flow', 'a first sign-in creates an account, the second finds it'],
  ],
  42: [
    'Other ways do not reach an SSO user',
    ['flows/sso/sign_in', 'a password change, a new address and a recovery do not reach an SSO user'],
    [
      'sql/api/sso/finish_saml_flow',
      'an SSO user changes data only: no address, password, nonce, identity, passkey or merge',
    ],
  ],
  43: [
    'Banned, deleted, sign-ups off',
    ['sql/api/sso/finish_saml_flow', 'sign-ups off, by the setting or for the provider: known people still get in'],
    [
      'sql/api/sso/finish_saml_flow',
      'a banned user, a provider that is disabled or deleted meanwhile, an expired flow',
    ],
    ['sql/api/sso/finish_saml_flow', 'a soft-deleted user who signs in again gets a new account'],
  ],
  44: ['Where errors go', ['flows/sso/sign_in', 'a redirect that is not allowed, and one with a query']],
  45: [
    'Administration of providers',
    ['flows/sso/admin', 'creates, changes and deletes a provider by its metadata URL'],
    ['flows/sso/admin', 'metadata that cannot be fetched or used'],
    ['flows/sso/admin', 'a deleted provider ends its sessions; end_sessions=false keeps them'],
    ['sql/api/admin/create_sso_provider', 'domains: invalid, public, too many, taken'],
    ['sql/api/admin/change_sso_provider', 'a change keeps what is absent, an empty text removes'],
    [
      'sql/api/admin/list_sso_providers',
      'lists by resource id in any case, by prefix without wildcards, by domain; without the document',
    ],
    ['sql/api/admin/prepare_sso_provider', 'the members of a request, checked in order'],
  ],
  46: [
    'Keycloak',
    [
      'flows/sso/long/keycloak',
      'it reads our metadata, verifies our signed request and signs people in; the second time too',
    ],
    ['flows/sso/long/keycloak', 'an encrypted assertion is read with GCM; without a signed response CBC is refused'],
    ['flows/sso/long/keycloak', 'its keys change: the metadata are fetched once, and the same person gets in'],
    [
      'flows/sso/long/keycloak',
      'logout here ends the session; logout at Keycloak ends none here, and the next sign-in works',
    ],
  ],
  47: [
    '200 sign-ins behind one address',
    ['flows/sso/office', '200 sign-ins behind one address: no limit refuses one'],
  ],
  48: [
    '10,000 mutations',
    ['gateway/saml/mutations', '10,000 mutations of a good response: refused, or the same claims'],
    ['gateway/saml/oracle', '1,500 mutations of a good response: what we accept, the oracle accepts'],
  ],
};

const titlesOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(TITLE)].map(([, , title = '']) => title.replace(/\$\{\w+\}/g, '…'));
const upTo = (last: number): number[] => Array.from({ length: last }, (_, n) => n + 1);

test('each of the 48 cases of SAML has its tests', () => {
  assert.equal(Object.keys(SAML).map(Number), upTo(48));
  for (const [number, [what, ...tests]] of Object.entries(SAML)) {
    assert.ok(tests.length > 0, `${number}: ${what}`);
    for (const [name, title] of tests) {
      const file = `${TEST}/${name}.test.ts`;
      assert.ok(
        existsSync(file) && titlesOf(file).includes(title),
        `${number}: ${what}: ${file} has no test "${title}"`,
      );
    }
  }
});

test('each of the 47 cases of SCIM is named by a test', () => {
  const files = [
    ...readdirSync(`${TEST}/flows/scim`).map((name) => `${TEST}/flows/scim/${name}`),
    `${TEST}/sql/lib/scim_oracles.test.ts`,
    `${TEST}/clients/scim.test.ts`,
  ];
  const named = files.flatMap(titlesOf).flatMap((title) => /^[\d, ]+(?=:)/.exec(title)?.[0].split(',') ?? []);
  assert.equal(
    [...new Set(named.map(Number))].sort((a, b) => a - b),
    upTo(47),
  );
});

test.run();
