// Attributes of SCIM users and groups as data (RFC 7643). The parsers of bodies, filters and paths, and the discovery
// documents, use this table. An attribute that is not listed here is neither stored nor announced.

export type ResourceKind = 'User' | 'Group';

export interface ScimAttribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex';
  readonly doc: string;
  readonly many?: true;
  /** True if comparisons are case-sensitive. */
  readonly exact?: true;
  readonly required?: true;
  readonly mutability?: 'readOnly' | 'writeOnly' | 'immutable';
  readonly always?: true;
  readonly unique?: true;
  /** Canonical values (RFC 7643, section 7). */
  readonly oneOf?: readonly string[];
  /** Kinds of the resources that a reference can name. */
  readonly refersTo?: readonly ResourceKind[];
  readonly sub?: readonly ScimAttribute[];
}

export const CORE_SCHEMAS: Readonly<Record<ResourceKind, string>> = {
  User: 'urn:ietf:params:scim:schemas:core:2.0:User',
  Group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
};
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH_OP_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const SEARCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

type AttributeOptions = Partial<Omit<ScimAttribute, 'name' | 'type' | 'doc'>>;
const text = (name: string, doc: string, more: AttributeOptions = {}): ScimAttribute => ({
  name,
  type: 'string',
  doc,
  ...more,
});
const texts = (names: Readonly<Record<string, string>>): ScimAttribute[] =>
  Object.entries(names).map(([name, doc]) => text(name, doc));
const primary: ScimAttribute = { name: 'primary', type: 'boolean', doc: 'True for at most one value.' };
const list = (name: string, doc: string, sub: readonly ScimAttribute[]): ScimAttribute => ({
  name,
  type: 'complex',
  doc,
  many: true,
  sub: [...sub, text('type', 'Label, such as work or home.'), primary],
});
const values = (name: string, doc: string, more: Pick<AttributeOptions, 'required'> = {}): ScimAttribute => ({
  ...list(name, doc, [text('value', 'The value.', more), text('display', 'Name of the value for people.')]),
  ...more,
});
const reference = (kind: ResourceKind, mutability: 'readOnly' | 'immutable'): ScimAttribute => ({
  name: '$ref',
  type: 'reference',
  doc: `URL of the ${kind.toLowerCase()}.`,
  exact: true,
  refersTo: [kind],
  mutability,
});

const ID = text('id', 'Id of the resource.', { exact: true, mutability: 'readOnly', always: true, unique: true });
const EXTERNAL_ID = text('externalId', 'Id of the resource at the client.', { exact: true, unique: true });
const META: ScimAttribute = {
  name: 'meta',
  type: 'complex',
  doc: 'Data about the resource.',
  mutability: 'readOnly',
  sub: [
    text('resourceType', 'User or Group.', { exact: true, mutability: 'readOnly' }),
    { name: 'created', type: 'dateTime', doc: 'When it was created.', mutability: 'readOnly' },
    { name: 'lastModified', type: 'dateTime', doc: 'When it was last changed.', mutability: 'readOnly' },
    text('version', 'Its ETag.', { exact: true, mutability: 'readOnly' }),
  ],
};
/** Attributes of all resources. The schema documents do not list them (RFC 7643, 3.1). */
const COMMON: readonly ScimAttribute[] = [ID, EXTERNAL_ID, META];

const USER: readonly ScimAttribute[] = [
  text('userName', 'Name of the user at the organization.', { required: true, unique: true }),
  {
    name: 'name',
    type: 'complex',
    doc: 'Parts of the name.',
    sub: texts({
      formatted: 'The whole name.',
      familyName: 'Family name.',
      givenName: 'Given name.',
      middleName: 'Middle name.',
      honorificPrefix: 'Title before the name.',
      honorificSuffix: 'Suffix after the name.',
    }),
  },
  ...texts({
    displayName: 'Name to show.',
    nickName: 'Casual name.',
    title: 'Job title.',
    userType: 'Relation to the organization.',
    preferredLanguage: 'Language tag.',
    locale: 'Language tag for formats.',
    timezone: 'Time zone.',
    profileUrl: 'Page about the user.',
  }),
  { name: 'active', type: 'boolean', doc: 'False ends every session and refuses sign-ins.' },
  text('password', 'Accepted and not stored: users sign in at the identity provider.', { mutability: 'writeOnly' }),
  // A userName that is an address is accepted in place of `emails`.
  values('emails', 'E-mail addresses. The primary one is the address of the account.', { required: true }),
  values('phoneNumbers', 'Phone numbers.'),
  values('ims', 'Addresses of instant messengers.'),
  values('photos', 'URLs of pictures.'),
  list(
    'addresses',
    'Postal addresses.',
    texts({
      formatted: 'The whole address.',
      streetAddress: 'Street.',
      locality: 'City.',
      region: 'State.',
      postalCode: 'Postal code.',
      country: 'Country.',
    }),
  ),
  {
    name: 'groups',
    type: 'complex',
    doc: 'Groups of the user.',
    many: true,
    mutability: 'readOnly',
    sub: [
      text('value', 'Id of the group.', { exact: true, mutability: 'readOnly' }),
      reference('Group', 'readOnly'),
      text('display', 'Name of the group.', { mutability: 'readOnly' }),
      text('type', 'direct.', { mutability: 'readOnly' }),
    ],
  },
  values('entitlements', 'Entitlements; kept, without effect here.'),
  values('roles', 'Roles; kept, without effect here.'),
];

const EXTENSION: readonly ScimAttribute[] = [
  ...texts({
    employeeNumber: 'Number of the employee.',
    costCenter: 'Cost center.',
    organization: 'Organization.',
    division: 'Division.',
    department: 'Department.',
  }),
  {
    name: 'manager',
    type: 'complex',
    doc: 'Manager of the user.',
    sub: texts({ value: 'Id of the manager.', displayName: 'Name of the manager.' }),
  },
];

const GROUP: readonly ScimAttribute[] = [
  text('displayName', 'Name of the group, which its members have in app_metadata.', { required: true }),
  {
    name: 'members',
    type: 'complex',
    doc: 'Users of the group.',
    many: true,
    sub: [
      text('value', 'Id of the user.', { exact: true, mutability: 'immutable' }),
      reference('User', 'immutable'),
      text('display', 'Name of the user.', { mutability: 'readOnly' }),
      text('type', 'User.', { mutability: 'immutable', oneOf: ['User'] }),
    ],
  },
];

const ATTRIBUTES: Readonly<Record<ResourceKind, readonly ScimAttribute[]>> = { User: USER, Group: GROUP };

const named = (all: readonly ScimAttribute[], name: string): ScimAttribute | undefined =>
  all.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** A place in a resource: the path of canonical names, and the attribute at this path. */
export interface AttributePlace {
  readonly path: readonly string[];
  readonly attribute: ScimAttribute;
  /** The list whose values contain the place; absent if the place is not inside a list. */
  readonly list?: ScimAttribute;
}

const EXTENSION_ATTRIBUTE: ScimAttribute = {
  name: ENTERPRISE_SCHEMA,
  type: 'complex',
  doc: 'Enterprise user.',
  sub: EXTENSION,
};

/** `foreign`: an attribute of an extension that this server does not support. */
export type ResolvedAttribute = AttributePlace | 'unknown' | 'foreign';

function findAttribute(
  all: readonly ScimAttribute[],
  names: readonly string[],
  before: readonly string[],
): ResolvedAttribute {
  const [first = '', ...rest] = names;
  const attribute = named(all, first);
  if (attribute === undefined) return 'unknown';
  const path = [...before, attribute.name];
  if (rest.length === 0) return { path, attribute };
  const inner = findAttribute(attribute.sub ?? [], rest, path);
  return typeof inner === 'string' || !attribute.many ? inner : { ...inner, list: attribute };
}

/** Finds an attribute by its name in any letter case, such as `name.familyName`, with or without the URN of its schema. */
export function resolveAttribute(kind: ResourceKind, name: string): ResolvedAttribute {
  const lower = name.toLowerCase();
  const core = `${CORE_SCHEMAS[kind]}:`.toLowerCase();
  const own = [...COMMON, ...ATTRIBUTES[kind]];
  if (!lower.startsWith('urn:')) return findAttribute(own, name.split('.'), []);
  if (lower.startsWith(core)) return findAttribute(own, name.slice(core.length).split('.'), []);
  if (kind === 'User' && lower === ENTERPRISE_SCHEMA.toLowerCase())
    return { path: [ENTERPRISE_SCHEMA], attribute: EXTENSION_ATTRIBUTE };
  if (kind === 'User' && lower.startsWith(`${ENTERPRISE_SCHEMA}:`.toLowerCase())) {
    return findAttribute(EXTENSION, name.slice(ENTERPRISE_SCHEMA.length + 1).split('.'), [ENTERPRISE_SCHEMA]);
  }
  return 'foreign';
}

/** Finds a sub-attribute of a multi-valued attribute by its name. */
export function resolveMember(list: ScimAttribute, name: string): ResolvedAttribute {
  return findAttribute(list.sub ?? [], [name], []);
}

function describeAttribute(one: ScimAttribute): object {
  return {
    name: one.name,
    type: one.type,
    multiValued: one.many ?? false,
    description: one.doc,
    required: one.required ?? false,
    ...(one.type === 'boolean' || one.type === 'complex' || one.type === 'dateTime'
      ? {}
      : { caseExact: one.exact ?? false }),
    mutability: one.mutability ?? 'readWrite',
    returned: one.mutability === 'writeOnly' ? 'never' : one.always ? 'always' : 'default',
    ...(one.type === 'complex' || one.type === 'boolean' ? {} : { uniqueness: one.unique ? 'server' : 'none' }),
    ...(one.oneOf ? { canonicalValues: one.oneOf } : {}),
    ...(one.refersTo ? { referenceTypes: one.refersTo } : {}),
    ...(one.sub ? { subAttributes: one.sub.map(describeAttribute) } : {}),
  };
}

const schema = (base: string, id: string, name: string, description: string, all: readonly ScimAttribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes: all.map(describeAttribute),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

const type = (base: string, kind: ResourceKind, extensions: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: kind,
  name: kind,
  endpoint: `/${kind}s`,
  description: kind === 'User' ? 'User account' : 'Group of users',
  schema: CORE_SCHEMAS[kind],
  schemaExtensions: extensions,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${kind}` },
});

/** Returns the discovery documents by the names of their endpoints. */
export function buildDiscovery(base: string, most: number) {
  return {
    ResourceTypes: [type(base, 'User', [{ schema: ENTERPRISE_SCHEMA, required: false }]), type(base, 'Group', [])],
    Schemas: [
      schema(base, CORE_SCHEMAS.User, 'User', 'User account', USER),
      schema(base, CORE_SCHEMAS.Group, 'Group', 'Group of users', GROUP),
      schema(base, ENTERPRISE_SCHEMA, 'EnterpriseUser', 'Enterprise user', EXTENSION),
    ],
    ServiceProviderConfig: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: most },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'OAuth Bearer Token',
          description: 'Authentication scheme using the OAuth Bearer Token Standard',
          specUri: 'http://www.rfc-editor.org/info/rfc6750',
          primary: true,
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
    },
  } as const;
}
