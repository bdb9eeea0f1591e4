// Converts the standard claims of OpenID Connect to a profile.
import { type Members, type Profile, readProviderEmail, textOrEmpty, type VerificationClaims } from './provider.ts';

export const openIdProfile =
  (verification: VerificationClaims = {}) =>
  (claims: Members): Profile => {
    const given = `${textOrEmpty(claims.given_name)} ${textOrEmpty(claims.family_name)}`.trim();
    const name = textOrEmpty(claims.name) || given;
    const picture = textOrEmpty(claims.picture);
    return {
      subject: textOrEmpty(claims.sub),
      emails: readProviderEmail(claims, verification),
      data: {
        iss: textOrEmpty(claims.iss),
        name,
        full_name: name,
        picture,
        avatar_url: picture,
        preferred_username: textOrEmpty(claims.preferred_username),
        nickname: textOrEmpty(claims.nickname),
      },
    };
  };
