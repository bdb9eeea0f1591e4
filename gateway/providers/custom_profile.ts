// Builds the profile of a custom provider's user from standard claims, mapped claims and allowed additional claims.
import { asObject, undefinedIfEmpty } from '../../core/providers/claims.ts';
import {
  isVerified,
  type Profile,
  type ProfileData,
  type ProviderResponses,
  readMember,
  textOrEmpty,
} from '../../core/providers/provider.ts';
import type { CustomDefinition } from './custom_definition.ts';

type Claims = Readonly<Record<string, unknown>>;
type CustomProfileRules = Pick<
  CustomDefinition,
  'attribute_mapping' | 'custom_claims_allowlist' | 'provider_type' | 'issuer' | 'userinfo_url'
>;

/** Claims that are stored in the profile under their own name. */
const KEPT = [
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'slug',
  'profile',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
] as const;

/** Returns the function that converts a provider's responses to a profile by the rules of the custom provider. */
export function createProfileMapper(rules: CustomProfileRules): (answered: ProviderResponses) => Profile {
  return (answered) => {
    const claims = rules.provider_type === 'oidc' ? mergeOpenIdClaims(answered) : asObject(answered.answers.user);
    const mapped: Record<string, string> = {};
    for (const [source, target] of Object.entries(rules.attribute_mapping)) {
      const value = textOrEmpty(readClaimAt(claims, source));
      if (value !== '') mapped[target] = value;
    }
    const read = (name: string): string => mapped[name] ?? textOrEmpty(claims[name]);
    const name = read('name');
    const picture = read('picture');
    const user_name = read('preferred_username');
    const data: ProfileData = {
      iss: rules.issuer ?? rules.userinfo_url,
      name,
      full_name: mapped.full_name ?? name,
      picture,
      avatar_url: mapped.avatar_url ?? picture,
      preferred_username: user_name,
      user_name: mapped.user_name ?? user_name,
      ...Object.fromEntries(KEPT.map((key) => [key, read(key)])),
      phone: mapped.phone,
      custom_claims: undefinedIfEmpty(
        Object.fromEntries(rules.custom_claims_allowlist.map((key) => [key, readMember(claims, key)])),
      ),
    };
    const subject = readMappedSubject(claims, rules.attribute_mapping);
    return { subject, emails: readMappedEmails(claims, mapped.email), data: removeAbsentMembers(data) };
  };
}

/**
 * Returns the subject from the claims that are mapped to `sub`. Returns '' if one of these claims is missing or their
 * values differ. Falls back to no other claim, because the number in one claim may be another user's number in another
 * claim. If no claim is mapped to `sub`, returns the claim `sub`, or `id` if `sub` is absent.
 */
function readMappedSubject(claims: Claims, mapping: CustomProfileRules['attribute_mapping']): string {
  const sources = Object.keys(mapping).filter((source) => mapping[source] === 'sub');
  if (sources.length === 0) return textOrEmpty(Object.hasOwn(claims, 'sub') ? claims.sub : claims.id);
  const [subject = '', ...others] = sources.map((source) => textOrEmpty(readClaimAt(claims, source)));
  return others.every((other) => other === subject) ? subject : '';
}

/** A mapped address counts as unverified, unless it equals the claim `email`, to which `email_verified` applies. */
function readMappedEmails(claims: Claims, mapped: string | undefined): Profile['emails'] {
  const own = textOrEmpty(claims.email);
  const email = mapped ?? own;
  return email === '' ? [] : [{ email, verified: email === own && isVerified(claims), primary: true }];
}

/**
 * Merges the claims of ID token and user info. Throws if their subjects differ. `email` and `email_verified` come from
 * the same source.
 */
function mergeOpenIdClaims({ id_token, answers: { user } }: ProviderResponses): Claims {
  const signed = asObject(id_token);
  if (user === undefined) return signed;
  const user_info = asObject(user);
  if (user_info.sub !== signed.sub) throw new Error('the user info has another subject than the id token');
  const { email, email_verified } = Object.hasOwn(user_info, 'email') ? user_info : signed;
  return { ...signed, ...user_info, email, email_verified };
}

/** Returns a claim by name, or by its path in nested objects, such as `picture.data.url`. */
function readClaimAt(claims: Claims, source: string): unknown {
  return Object.hasOwn(claims, source) ? claims[source] : readMember(claims, ...source.split('.'));
}

function removeAbsentMembers(data: ProfileData): ProfileData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
