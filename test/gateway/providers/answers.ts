// What each provider tells of somebody, in the shape of its documentation, and what becomes of it.
import type { ProviderName } from '../../../core/settings/rows/providers.ts';
import { OPENID_CASES } from './answers_openid.ts';
import { ADA, type Case, mail, NAME, PICTURE, PNG } from './case.ts';

export const CASES: Readonly<Record<ProviderName, Case>> = {
  ...OPENID_CASES,
  bitbucket: {
    answered: {
      answers: {
        user: { uuid: '{1-2}', display_name: 'Ada Lovelace', links: { avatar: { href: PNG } } },
        emails: {
          values: [
            { email: 'old@example.com', is_primary: false, is_confirmed: false },
            { email: ADA, is_primary: true, is_confirmed: true },
          ],
        },
      },
    },
    subject: '{1-2}',
    emails: [mail('old@example.com', false, false), mail(ADA)],
    data: { iss: 'https://api.bitbucket.org/2.0', ...NAME, ...PICTURE },
  },
  discord: {
    answered: {
      answers: {
        user: {
          id: '80',
          username: 'ada',
          discriminator: '0',
          global_name: 'Ada',
          avatar: 'a_1f',
          email: ADA,
          verified: true,
        },
      },
    },
    subject: '80',
    emails: [mail(ADA)],
    data: {
      iss: 'https://discord.com/api',
      name: 'ada#0',
      full_name: 'ada',
      picture: 'https://cdn.discordapp.com/avatars/80/a_1f.gif',
      avatar_url: 'https://cdn.discordapp.com/avatars/80/a_1f.gif',
      custom_claims: { global_name: 'Ada' },
    },
  },
  facebook: {
    answered: {
      answers: {
        user: {
          id: '7',
          email: ADA,
          first_name: 'Ada',
          last_name: 'Lovelace',
          name: 'Ada B. Lovelace',
          picture: { data: { url: PNG } },
        },
      },
    },
    subject: '7',
    emails: [mail(ADA)],
    data: {
      iss: 'https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture',
      ...NAME,
      ...PICTURE,
      nickname: 'Ada B. Lovelace',
      slug: 'Ada B. Lovelace',
    },
  },
  figma: {
    answered: { answers: { user: { id: '9', email: ADA, handle: 'Ada Lovelace', img_url: PNG } } },
    subject: '9',
    emails: [mail(ADA)],
    data: { iss: 'https://api.figma.com', ...NAME, avatar_url: PNG },
  },
  github: {
    answered: {
      answers: {
        user: { id: 583231, login: 'ada', name: 'Ada Lovelace', avatar_url: PNG, email: null },
        emails: [
          { email: ADA, primary: true, verified: true },
          { email: 'b@example.com', primary: false, verified: false },
        ],
      },
    },
    subject: '583231',
    emails: [mail(ADA), mail('b@example.com', false, false)],
    data: { iss: 'https://api.github.com', ...NAME, avatar_url: PNG, user_name: 'ada', preferred_username: 'ada' },
  },
  gitlab: {
    answered: {
      answers: {
        user: { id: 5, name: 'Ada Lovelace', avatar_url: PNG, email: ADA, confirmed_at: '2020-01-01T00:00:00Z' },
        emails: [{ id: 1, email: 'b@example.com', confirmed_at: '2020-01-01T00:00:00Z' }],
      },
    },
    subject: '5',
    emails: [mail('b@example.com', false, false), mail(ADA)],
    data: { iss: 'https://gitlab.com', ...NAME, ...PICTURE },
  },
  linkedin: {
    answered: {
      answers: {
        user: {
          id: 'l',
          firstName: {
            localized: { en_US: 'Ada', de_DE: 'Adele' },
            preferredLocale: { country: 'US', language: 'en' },
          },
          lastName: { localized: { en_US: 'Lovelace' }, preferredLocale: { country: 'US', language: 'en' } },
          profilePicture: { 'displayImage~': { elements: [{ identifiers: [{ identifier: PNG }] }] } },
        },
        emails: { elements: [{ 'handle~': { emailAddress: ADA }, handle: 'urn:li:emailAddress:1' }] },
      },
    },
    subject: 'l',
    emails: [mail(ADA)],
    data: { iss: 'https://api.linkedin.com', ...NAME, ...PICTURE },
  },
  notion: {
    answered: {
      answers: {
        user: {
          object: 'user',
          id: 'bot',
          bot: { owner: { user: { id: 'n', name: 'Ada Lovelace', avatar_url: PNG, person: { email: ADA } } } },
        },
      },
    },
    subject: 'n',
    emails: [mail(ADA)],
    data: { iss: 'https://api.notion.com', ...NAME, ...PICTURE },
  },
  snapchat: {
    answered: {
      answers: { user: { data: { me: { externalId: 'e', displayName: 'Ada Lovelace', bitmoji: { avatar: PNG } } } } },
    },
    subject: 'e',
    emails: [],
    data: {
      iss: 'https://accounts.snapchat.com/accounts/oauth2/token',
      ...NAME,
      ...PICTURE,
      slug: 'Ada Lovelace',
    },
  },
  spotify: {
    answered: {
      answers: {
        user: {
          id: 'ada',
          display_name: 'Ada Lovelace',
          email: ADA,
          images: [
            { url: 'https://img.example.com/0.png', width: 64, height: 64 },
            { url: PNG, width: 300, height: 300 },
          ],
        },
      },
    },
    subject: 'ada',
    emails: [mail(ADA, false)],
    data: { iss: 'https://api.spotify.com/v1', ...NAME, ...PICTURE },
  },
  twitch: {
    answered: {
      answers: {
        user: {
          data: [
            {
              id: '14',
              login: 'ada',
              display_name: 'Ada',
              type: '',
              broadcaster_type: 'partner',
              description: 'd',
              profile_image_url: PNG,
              offline_image_url: '',
              view_count: 0,
              email: ADA,
              created_at: '2016-12-14T20:32:28Z',
            },
          ],
        },
      },
    },
    subject: '14',
    emails: [mail(ADA)],
    data: {
      iss: 'https://api.twitch.tv',
      name: 'ada',
      full_name: 'ada',
      ...PICTURE,
      nickname: 'Ada',
      slug: 'Ada',
      custom_claims: { broadcaster_type: 'partner', description: 'd', type: '', offline_image_url: '', view_count: 0 },
    },
  },
  twitter: {
    answered: {
      answers: {
        user: {
          id: 1,
          id_str: '1',
          name: 'Ada Lovelace',
          screen_name: 'ada',
          profile_image_url_https: PNG,
          email: ADA,
        },
      },
    },
    subject: '1',
    emails: [mail(ADA)],
    data: {
      iss: 'https://api.twitter.com/1.1/account/verify_credentials.json?include_entities=false&skip_status=true&include_email=true',
      ...NAME,
      ...PICTURE,
      user_name: 'ada',
      preferred_username: 'ada',
    },
  },
  workos: {
    answered: {
      tokens: {
        access_token: 't',
        profile: {
          id: 'prof_1',
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: ADA,
          connection_id: 'conn_1',
          organization_id: 'org_1',
          connection_type: 'OktaSAML',
        },
      },
    },
    subject: 'prof_1',
    emails: [mail(ADA)],
    data: {
      iss: 'https://api.workos.com',
      ...NAME,
      custom_claims: { connection_id: 'conn_1', organization_id: 'org_1' },
    },
  },
};
