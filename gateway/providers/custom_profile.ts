// What a custom provider says of somebody: its claims, those that are mapped under another name, and those that are kept as they are.
import { membersOf, some } from '../../core/providers/claims.ts';
import { type Answered, member, type Profile, type ProfileData, text } from '../../core/providers/provider.ts';
import type { CustomDefinition } from './custom_definition.ts';

type Claims = Readonly<Record<string, unknown>>;
type Rules = Pick<
  CustomDefinition,
  'attribute_mapping' | 'custom_claims_allowlist' | 'provider_type' | 'issuer' | 'userinfo_url'
>;

/** Claims that are kept under their own name. */
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

/** How the answers of a provider with these rules are read. */
export function customProfile(rules: Rules): (answered: Answered) => Profile {
  return (answered) => {
    const claims = rules.provider_type === 'oidc' ? openIdClaims(answered) : membersOf(answered.answers.user);
    const mapped: Record<string, string> = {};
    for (const [source, target] of Object.entries(rules.attribute_mapping)) {
      const value = text(claimAt(claims, source));
      if (value !== '') mapped[target] = value;
    }
    const read = (name: string): string => mapped[name] ?? text(claims[name]);
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
      custom_claims: some(Object.fromEntries(rules.custom_claims_allowlist.map((key) => [key, member(claims, key)]))),
    };
    const subject = mapped.sub ?? (text(claims.sub) || text(claims.id));
    return { subject, emails: emailsOf(claims, mapped.email), data: withoutAbsent(data) };
  };
}

/** `email_verified` is about the claim `email` alone: an address from another claim counts as unverified. */
function emailsOf(claims: Claims, mapped: string | undefined): Profile['emails'] {
  const own = text(claims.email);
  const email = mapped ?? own;
  const verified = email === own && (claims.email_verified === true || claims.email_verified === 'true');
  return email === '' ? [] : [{ email, verified, primary: true }];
}

/** ID token and user info together. Of the same person, and an address with what is said of it in the same place. */
function openIdClaims({ id_token, answers: { user } }: Answered): Claims {
  const signed = membersOf(id_token);
  if (user === undefined) return signed;
  const told = membersOf(user);
  if (told.sub !== signed.sub) throw new Error('the answer is of somebody else than the id token');
  const together: Record<string, unknown> = { ...signed, ...told };
  if (Object.hasOwn(told, 'email')) together.email_verified = told.email_verified;
  return together;
}

/** A claim by its name, or by the way to it through objects: `picture.data.url`. */
function claimAt(claims: Claims, source: string): unknown {
  return Object.hasOwn(claims, source) ? claims[source] : member(claims, ...source.split('.'));
}

function withoutAbsent(data: ProfileData): ProfileData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
