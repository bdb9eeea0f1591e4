// The standard claims of OpenID Connect as a profile, for providers that add no claims of their own.
import { type Members, oneEmail, type Profile, text } from './provider.ts';

/** `verified`: the vendor gives only verified addresses, without a claim that says so. */
export const openIdProfile =
  (verified = false) =>
  (claims: Members): Profile => {
    const given = `${text(claims.given_name)} ${text(claims.family_name)}`.trim();
    const name = text(claims.name) || given;
    const picture = text(claims.picture);
    const said = claims.email_verified === true || claims.email_verified === 'true';
    return {
      subject: text(claims.sub),
      emails: oneEmail(claims.email, verified || said),
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
