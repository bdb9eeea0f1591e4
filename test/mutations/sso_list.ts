// Mutations of SAML's rules, and of domains that enforce SSO.
import type { Mutation } from './mutation.ts';
import { SAML_RULE_MUTATIONS } from './saml_rules_list.ts';

const RESPONSES = 'test/gateway/saml/response.test.ts';
const HOSTILE = 'test/gateway/saml/hostile_responses.test.ts';
const DOMAINS = 'test/sql/api/sso/enforced_domains.test.ts';
const VERIFIED = 'test/sql/api/admin/verify_sso_domain.test.ts';
const OPTIONS = 'test/flows/sso/options.test.ts';
const RESPONSE = 'gateway/saml/response.ts';
const DOMAIN = 'sql/lib/sso_domain.sql';

const broken =
  (group: string) =>
  (breaks: string, file: string, [from, to]: readonly [string, string], test: string, fails: string): Mutation => ({
    group,
    breaks,
    file,
    from,
    to,
    test,
    fails,
  });
const saml = broken('saml');
const domain = broken('domains');
const scim = broken('scim');

export const SSO_MUTATIONS: readonly Mutation[] = [
  ...SAML_RULE_MUTATIONS,
  scim(
    'a page of groups has any number of members',
    'sql/api/scim/list_scim_resources.sql',
    ['exit when v_sum > 10000 and v_place > 0;', ''],
    'test/sql/api/scim/list_scim_resources.test.ts',
    'a page ends before its groups',
  ),
  saml(
    'a code of a disabled provider is exchanged',
    'sql/api/session/exchange_code.sql',
    ['where p.id = substr(provider, 5)::uuid and p.disabled)', 'where false)'],
    'test/sql/api/sso/finish_saml_flow.test.ts',
    'a code of a provider that is disabled',
  ),
  saml(
    'a response is for anybody',
    RESPONSE,
    ['audiences.some((list) => !list.includes(rules.audience))', 'false'],
    RESPONSES,
    'recipient, conditions, audience, authentication',
  ),
  saml(
    'an assertion answers any request',
    RESPONSE,
    ["if (readAttribute(data, 'InResponseTo') !== rules.requestId) throw", 'if (false) throw'],
    RESPONSES,
    'InResponseTo, in the response and at the subject',
  ),
  saml(
    'a response of two assertions is read',
    RESPONSE,
    ['if (allowed.size !== 1) throw', 'if (allowed.size < 1) throw'],
    RESPONSES,
    'a second assertion next to',
  ),
  saml(
    'an ID may occur twice',
    RESPONSE,
    ["if (ids.has(value)) throw refused('ids', 'an ID twice');", ''],
    RESPONSES,
    'IDs',
  ),
  saml(
    'a transient NameID is a subject',
    'gateway/saml/claims.ts',
    ["nameId.value === '' || nameId.format === FORMAT.transient", "nameId.value === ''"],
    HOSTILE,
    'the subject: subject-id',
  ),
  saml(
    'a requested authentication context is not required',
    RESPONSE,
    ['if (!asserted.some((uri) => authnContexts.includes(uri))) {', 'if (asserted.length === 0) {'],
    OPTIONS,
    'a requested authentication context is required',
  ),
  saml(
    'a provider may use any algorithm',
    'gateway/saml/signature.ts',
    ['if (allowed !== null && !allowed.includes', 'if (allowed !== null && allowed.length === 0 && !allowed.includes'],
    OPTIONS,
    'allowed algorithms: another one is refused',
  ),
  domain(
    'a verified domain is enforced',
    DOMAIN,
    ['d.domain = v_domain and d.enforced', 'd.domain = v_domain and d.verified_at is not null'],
    'test/sql/api/sso/enforced_domains_model.test.ts',
    'random changes of domains',
  ),
  domain(
    'a broken provider locks administrators out',
    DOMAIN,
    [
      "when auth_lib.admin_roles(settings) ? coalesce((person).role, '') then null\n    when (person).is_sso_user",
      'when (person).is_sso_user',
    ],
    DOMAINS,
    'an administrator still gets in',
  ),
  domain(
    'an SSO user of another provider gets in',
    DOMAIN,
    ["and i.provider = 'sso:' || v_provider)", "and i.provider like 'sso:%')"],
    DOMAINS,
    'an identity provider of another organization cannot assert',
  ),
  domain(
    'a wrong password tells that the domain has no such user',
    'sql/api/account/sign_in_with_password.sql',
    ["case when v_kind = 'email' then auth_lib.check_sso_address(v_address) end,", ''],
    DOMAINS,
    'answers alike for a known',
  ),
  domain(
    'a link from before enforcement signs in',
    'sql/lib/token.sql',
    ['return coalesce(auth_lib.check_sso_account(person, settings), case', 'return coalesce(null, case'],
    DOMAINS,
    'refuses each way to sign in',
  ),
  domain(
    'a change that was begun before enforcement moves an address into the domain',
    'sql/lib/token.sql',
    ['then auth_lib.check_sso_address(person.new_email) end', 'then null::jsonb end'],
    DOMAINS,
    'refuses to move an address',
  ),
  domain(
    'a merge takes an account out of the domain',
    'sql/api/account/merge_users.sql',
    ['auth_lib.check_sso_account(v_merged, settings)', 'null'],
    DOMAINS,
    'refuses to move an address',
  ),
  domain(
    'any record verifies a domain',
    'sql/api/admin/verify_sso_domain.sql',
    ["elsif not records ? ('postern-verification=' || v_domain.verification) then", "elsif records = '[]' then"],
    VERIFIED,
    'verification: by the record of this provider only',
  ),
  domain(
    'an unverified domain is enforced',
    'sql/api/admin/change_sso_domain.sql',
    ['elsif enforced and v_old.verified_at is null and verified is not true then', 'elsif false then'],
    VERIFIED,
    'verification: by the record of this provider only',
  ),
];
