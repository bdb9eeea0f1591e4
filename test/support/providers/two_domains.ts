// Two stateless identity providers on loopback that assert the account that a test specifies: a Keycloak in the linking
// domain of e-mail, and a GitLab with a linking domain of its own. Their codes and tokens contain the account.
import { EXTERNAL_URL } from '../processes/stack_parts.ts';
import { startThirdParty } from './third_party.ts';

/** An account at one of the providers. */
export interface AssertedAccount {
  id: string;
  email: string | null;
  verified: boolean;
}

/** Names of the provider in the linking domain of e-mail, and of the provider with a linking domain of its own. */
export const SHARED = 'keycloak';
export const OWN_DOMAIN = 'gitlab';

export interface TwoDomains {
  /** Settings of a gateway that uses both providers. */
  env: Record<string, string>;
  close(): Promise<void>;
}

export async function startTwoDomains(): Promise<TwoDomains> {
  const party = await startThirdParty();
  party.behaviour = ({ path, form, headers }) => {
    party.requests.length = 0;
    if (path.endsWith('/token')) return { body: { access_token: form.code, token_type: 'Bearer', expires_in: 3600 } };
    const text = Buffer.from((headers.authorization ?? '').slice('Bearer '.length), 'base64url').toString();
    const { id, email, verified } = JSON.parse(text) as AssertedAccount;
    if (path.endsWith('/user/emails')) return { body: [] };
    if (path.endsWith('/user'))
      return {
        body: { id, name: id, ...(email === null ? {} : { email, confirmed_at: verified ? CONFIRMED : null }) },
      };
    return { body: { sub: id, name: id, ...(email === null ? {} : { email, email_verified: verified }) } };
  };
  const of = (provider: string, url: string) => ({
    [`SVC_EXTERNAL_${provider}_ENABLED`]: 'true',
    [`SVC_EXTERNAL_${provider}_EMAIL_OPTIONAL`]: 'true',
    [`SVC_EXTERNAL_${provider}_CLIENT_ID`]: 'client',
    [`SVC_EXTERNAL_${provider}_SECRET`]: 'secret',
    [`SVC_EXTERNAL_${provider}_REDIRECT_URI`]: `${EXTERNAL_URL}/callback`,
    [`SVC_EXTERNAL_${provider}_URL`]: url,
  });
  return {
    env: {
      ...of('KEYCLOAK', `${party.url}/realms/model`),
      ...of('GITLAB', party.url),
      SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: `${OWN_DOMAIN}=own`,
    },
    close: party.close,
  };
}

const CONFIRMED = '2020-01-01T00:00:00.000Z';

/** Returns the path with which a browser returns from the provider after this person's consent. */
export function consentPath(location: string, person: AssertedAccount): string {
  const state = new URL(location).searchParams.get('state') ?? '';
  const code = Buffer.from(JSON.stringify(person)).toString('base64url');
  return `/callback?${new URLSearchParams({ state, code })}`;
}
