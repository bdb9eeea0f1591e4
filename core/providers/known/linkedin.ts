// LinkedIn before OpenID Connect, for applications that still have the "Sign In with LinkedIn" product.
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const baseOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://api.linkedin.com');

/** Returns a name in the user's preferred language. */
function localizedName(name: unknown): string {
  const [language, country] = ['language', 'country'].map((part) =>
    textOrEmpty(readMember(name, 'preferredLocale', part)),
  );
  return textOrEmpty(readMember(name, 'localized', `${language}_${country}`));
}

export const provider: OAuth2Definition = {
  title: 'LinkedIn',
  vendor: { console: 'LinkedIn Developers → the app → Auth', wrong_code: ['invalid_request'] },
  protocol: 'oauth2',
  scopes: 'r_emailaddress r_liteprofile',
  extra_scopes: true,
  client_auth: 'post',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${baseOf(config)}/oauth/v2/authorization`,
    token: `${baseOf(config)}/oauth/v2/accessToken`,
    api: `${baseOf(config)}/v2`,
  }),
  user_requests: ({ endpoints: { api } }) => ({
    user: { url: `${api}/me?projection=(id,firstName,lastName,profilePicture(displayImage~:playableStreams))` },
    emails: { url: `${api}/emailAddress?q=members&projection=(elements*(handle~))` },
  }),
  profile: ({ answers: { user, emails } }, config) => {
    const name =
      `${localizedName(readMember(user, 'firstName'))} ${localizedName(readMember(user, 'lastName'))}`.trim();
    const images = readMember(user, 'profilePicture', 'displayImage~', 'elements');
    const picture = textOrEmpty(readMember(images, '0', 'identifiers', '0', 'identifier'));
    return {
      subject: textOrEmpty(readMember(user, 'id')),
      emails: readProviderEmail(readMember(emails, 'elements', '0', 'handle~'), { name: 'emailAddress', always: true }),
      data: { iss: baseOf(config), name, full_name: name, picture, avatar_url: picture },
    };
  },
};
