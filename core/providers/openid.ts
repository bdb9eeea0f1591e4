// Converts the standard claims of OpenID Connect to a profile, for providers without claims of their own.
import { emailOf, type Members, type Profile, text, type Verification } from './provider.ts';

export const openIdProfile =
  (verification: Verification = {}) =>
  (claims: Members): Profile => {
    const given = `${text(claims.given_name)} ${text(claims.family_name)}`.trim();
    const name = text(claims.name) || given;
    const picture = text(claims.picture);
    return {
      subject: text(claims.sub),
      emails: emailOf(claims, verification),
      data: {
        iss: text(claims.iss),
        name,
        full_name: name,
        picture,
        avatar_url: picture,
        preferred_username: text(claims.preferred_username),
        nickname: text(claims.nickname),
      },
    };
  };
