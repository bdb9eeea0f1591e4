// Users as JSON, each with the errors that an import reports.

const TIME = '2021-02-03T04:05:06Z';
const other_id = '5f0c4bb0-0000-4000-8000-000000000002';
/**
 * Users of the file, each with the import's error, or null if the user is accepted. The order matters, because some
 * users occur twice.
 */
export const USERS: readonly [user: object, fault: string | null][] = [
  [{ id: other_id, email: 'json@imported.test', identities: [{ provider: 'github', id: '7' }] }, null],
  [{ email: 'json2@imported.test', is_anonymous: null }, null],
  [{ is_anonymous: true }, null],
  [{ email: 'json@imported.test', is_sso_user: true, identities: [{ provider: `sso:${other_id}`, id: 'ada' }] }, null],
  [{ email: 'json@imported.test', is_sso_user: true, identities: [] }, null],
  [{ identities: [{ provider: 'twitter', id: '9', created_at: TIME }] }, null],
  [{ email: 5 }, 'email: The column email must be a text'],
  [
    { email: 's@imported.test', is_sso_user: true, identities: [{ provider: 'github', id: '8' }] },
    'identities: The column identities must have the provider sso: and an id for users with is_sso_user, and for these only',
  ],
  [
    { email: 's@imported.test', identities: [{ provider: `sso:${other_id}`, id: 'eve' }] },
    'identities: The column identities must have the provider sso: and an id for users with is_sso_user, and for these only',
  ],
  [{ email: 'b@imported.test', is_anonymous: 'no' }, 'is_anonymous: The column is_anonymous must be true or false'],
  [{ email: 'b@imported.test', user_metadata: [] }, 'user_metadata: The column user_metadata must be a JSON object'],
  [{ email: 'b@imported.test', colour: 'red' }, 'colour: The column colour is not known'],
  [
    { email: 'b@imported.test', phone_confirmed_at: TIME },
    'phone_confirmed_at: The column phone_confirmed_at needs an address to belong to',
  ],
  [
    { email: 'b@imported.test', created_at: '2021-02-30T00:00:00Z' },
    'created_at: The column created_at must be a time such as 2026-01-31T12:00:00Z',
  ],
  [{ identities: [] }, 'email: Cannot create a user without either an email or phone'],
  [
    { email: 'b@imported.test', identities: [{ provider: 'Google', id: '1' }] },
    'identities: The column identities must name a provider in each entry, in lower case',
  ],
  [
    { email: 'b@imported.test', identities: [{ provider: 'google' }] },
    'identities: The column identities must have an id in each entry: by what its provider knows the user',
  ],
  [
    { email: 'b@imported.test', identities: [{ provider: 'email', id: other_id }] },
    'identities: The column identities must have the id of the user where the provider is email or phone, or none there',
  ],
  [
    { email: 'b@imported.test', identities: [{ provider: 'google', id: '1', identity_data: 5 }] },
    'identities: The column identities must have objects of at most 64 KiB as identity_data',
  ],
  [
    { email: 'b@imported.test', identities: [{ provider: 'google', id: '1', identity_id: 'x' }] },
    'identities: The column identities must have UUIDs as identity_id',
  ],
  [
    { email: 'b@imported.test', identities: [{ provider: 'google', id: '1', colour: 1 }] },
    'identities: The column identities must have provider, id, identity_id, identity_data, and created_at, updated_at and last_sign_in_at as times, and nothing else',
  ],
  [
    { email: 'b@imported.test', identities: [1, 2].map(() => ({ provider: 'google', id: '1' })) },
    'identities: The column identities must not name an identity twice',
  ],
  [
    { email: 'b@imported.test', identities: [{ provider: 'github', id: '7' }] },
    'identities: Identity is already linked to another user',
  ],
  [
    { id: '5f0c4bb0-0000-4000-8000-000000000003', email: 'json@imported.test' },
    'email: A user with this email address has already been registered',
  ],
  [{ id: '00000000-0000-0000-0000-000000000000', email: 'b@imported.test' }, 'id: ID cannot be a nil uuid'],
  [{ email: 'b@imported.test', aud: 'x'.repeat(256) }, 'aud: aud cannot be longer than 255 bytes'],
  [{ email: 'JSON2@imported.test' }, ' repeats the id, an address or an identity of an earlier line'],
  [{ email: 'json3@imported.test', import_error: 'of an earlier run' }, null],
];
