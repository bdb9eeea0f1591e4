// Reads the subject, the e-mail address and the mapped claims of a SAML assertion.
import { FORMAT } from '../../core/saml/names.ts';
import type { Assertion } from './response.ts';

export interface ClaimMapping {
  readonly name?: string;
  readonly names?: readonly string[];
  readonly default?: unknown;
  readonly array?: boolean;
}

export type AttributeMapping = Readonly<Record<string, ClaimMapping>>;

export interface SamlProfile {
  /** Null if the assertion has no usable user id. The sign-in then fails with `saml_assertion_no_user_id`. */
  readonly subject: string | null;
  /** Null if the assertion has no address. The sign-in then fails with `saml_assertion_no_email`. */
  readonly email: string | null;
  /** Data of the identity (column `identity_data`). */
  readonly data: Readonly<Record<string, unknown>>;
}

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id';
const EMAIL_NAMES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
];
/**
 * Claims at the top level of identity_data, with their type. Mapped claims of another name or type are stored in
 * `custom_claims`.
 */
const STANDARD: Readonly<Record<string, 'string' | 'boolean' | 'number'>> = {
  name: 'string',
  family_name: 'string',
  given_name: 'string',
  middle_name: 'string',
  nickname: 'string',
  preferred_username: 'string',
  profile: 'string',
  picture: 'string',
  website: 'string',
  gender: 'string',
  birthdate: 'string',
  zoneinfo: 'string',
  locale: 'string',
  phone: 'string',
  full_name: 'string',
  avatar_url: 'string',
  user_name: 'string',
};
/**
 * Claims that this server sets. A mapping to one of them has no effect, except for `email`, whose mapped value is the
 * address.
 */
const OURS = ['sub', 'iss', 'email', 'email_verified', 'phone_verified'];

/** Reads the profile of the user from an assertion. `issuer` is the provider's entity ID. */
export function readProfile(assertion: Assertion, o: { issuer: string; mapping: AttributeMapping }): SamlProfile {
  const subject = readSubject(assertion);
  const mapped = new Map(
    Object.entries(o.mapping)
      .map(([claim, rule]) => [claim, readMappedValue(assertion, rule)] as const)
      .filter(([, value]) => value !== undefined),
  );
  const email = readEmail(assertion, mapped.get('email'));
  const standard: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [claim, value] of mapped) {
    if (OURS.includes(claim)) continue;
    const fits = STANDARD[claim] === typeof value;
    Object.defineProperty(fits ? standard : custom, claim, { value, enumerable: true });
  }
  const data = {
    ...standard,
    iss: o.issuer,
    sub: subject,
    email,
    email_verified: true,
    phone_verified: false,
    ...(Object.keys(custom).length > 0 ? { custom_claims: custom } : {}),
  };
  return { subject, email, data };
}

/**
 * Returns the non-empty values of the attributes with this name or friendly name, case-insensitively, in the order of
 * the assertion.
 */
function attributeValues({ attributes }: Assertion, name: string): string[] {
  const wanted = name.toLowerCase();
  return attributes
    .filter(({ names }) => names.some((one) => one.toLowerCase() === wanted))
    .flatMap(({ values }) => values)
    .filter((value) => value !== '');
}

/**
 * Converts only ASCII letters to lower case, as SQL does. toLowerCase() also converts other letters, such as the Kelvin
 * sign to k, and so could return the address of another user.
 */
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function readSubject(assertion: Assertion): string | null {
  const [named] = attributeValues(assertion, SUBJECT_ID);
  if (named !== undefined) return named.length > 255 ? null : named;
  const { nameId } = assertion;
  if (nameId === null || nameId.value === '' || nameId.format === FORMAT.transient) return null;
  return nameId.format === FORMAT.emailAddress ? lowerAscii(nameId.value) : nameId.value;
}

function readMappedValue(assertion: Assertion, { name, names = [], array, default: otherwise }: ClaimMapping): unknown {
  for (const one of [name, ...names]) {
    const values = one === undefined || one === '' ? [] : attributeValues(assertion, one);
    if (values.length > 0) return array === true ? values : values[0];
  }
  return otherwise ?? undefined;
}

function readEmail(assertion: Assertion, mapped: unknown): string | null {
  if (typeof mapped === 'string' && mapped.trim() !== '') return mapped.trim();
  for (const name of EMAIL_NAMES) {
    const [value] = attributeValues(assertion, name);
    if (value !== undefined) return value.trim();
  }
  const { nameId } = assertion;
  return nameId?.format === FORMAT.emailAddress && nameId.value !== '' ? nameId.value : null;
}
