// Microsoft: the mock, a sample profile and the expected result.
import { baseClaims, discoveryDocument } from '../parts.ts';
import { ADA_EMAIL, type ProviderRow, providerEmail } from '../row.ts';
import type { Signer } from '../signer.ts';
import { AZURE_TENANT } from '../tenants.ts';
import { fullName, type Grant, type ProviderMock } from '../vendor.ts';

const AZURE = 'https://login.microsoftonline.com';

function createAzureMock(signer: Signer): ProviderMock {
  const common = `${AZURE}/common/oauth2/v2.0`;
  return {
    authorize: `${common}/authorize`,
    token: `${common}/token`,
    login: 'either',
    scopes: ['openid', 'profile', 'email', 'offline_access', 'User.Read'],
    pkce: true,
    tokens: (grant, access_token) => ({
      ...(grant.scopes.includes('offline_access') ? {} : { refresh_token: undefined }),
      ...(grant.scopes.includes('openid') ? { id_token: signAzureToken(signer, grant, access_token) } : {}),
    }),
    open: {
      ...discoveryDocument(signer, `${AZURE}/${AZURE_TENANT}/discovery/v2.0/keys`, {
        authorization_endpoint: `${AZURE}/${AZURE_TENANT}/oauth2/v2.0/authorize`,
        token_endpoint: `${AZURE}/${AZURE_TENANT}/oauth2/v2.0/token`,
      }),
      // The discovery document for all tenants contains the variable {tenantid} in its issuer.
      [`${AZURE}/common/v2.0/.well-known/openid-configuration`]: () => ({
        body: {
          issuer: `${AZURE}/{tenantid}/v2.0`,
          authorization_endpoint: `${common}/authorize`,
          token_endpoint: `${common}/token`,
          jwks_uri: `${AZURE}/common/discovery/v2.0/keys`,
        },
      }),
      [`${AZURE}/common/discovery/v2.0/keys`]: () => signer.keys(),
    },
  };
}

function signAzureToken(signer: Signer, grant: Grant, access_token: string): string {
  const { person, scopes } = grant;
  return signer.idToken({
    ...baseClaims(grant, access_token),
    sub: `azure-${person.id}`,
    oid: `oid-${person.id}`,
    tid: AZURE_TENANT,
    ver: '2.0',
    uti: 'u1',
    rh: 'r1',
    ...(scopes.includes('profile') ? { name: fullName(person), preferred_username: person.login } : {}),
    ...(scopes.includes('email') && person.email !== null ? { email: person.email, xms_edov: person.verified } : {}),
  });
}

export const row: ProviderRow = {
  verified_by: 'xms_edov',
  unseen: { secret: 'unknown' },
  issuer: `${AZURE}/${AZURE_TENANT}/v2.0`,
  mock: createAzureMock,
  answer: {
    answered: {
      id_token: {
        aud: 'c',
        iss: 'https://login.microsoftonline.com/t/v2.0',
        iat: 1,
        nbf: 1,
        exp: 2,
        c_hash: 'c',
        at_hash: 'a',
        aio: 'a',
        nonce: 'n',
        rh: 'r',
        uti: 'u',
        jti: 'j',
        ver: '2.0',
        sub: 's',
        name: 'Ada Lovelace',
        preferred_username: 'ada',
        email: ADA_EMAIL,
        xms_edov: true,
        tid: 't',
        oid: 'o',
      },
    },
    subject: 's',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://login.microsoftonline.com/t/v2.0',
      full_name: 'Ada Lovelace',
      preferred_username: 'ada',
      custom_claims: { email: ADA_EMAIL, xms_edov: true, tid: 't', oid: 'o' },
    },
  },
};
