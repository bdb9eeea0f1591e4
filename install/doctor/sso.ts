// Checks identity providers of organizations: certificates and tokens that expire, metadata that are not fetched, and
// enforced domains at which nobody can sign in.
import { type Finding, findingWithAdvice } from '../../core/doctor/finding.ts';
import { qualifyName } from '../migrate/tree.ts';
import type { Check, CheckContext } from './check_context.ts';
import { queryAsOwner } from './query_as_owner.ts';

export interface SsoSettings {
  saml_enabled?: boolean;
}

/** Certificates and tokens that expire within this time are reported. */
const SOON = "interval '30 days'";
/** Maximum number of findings of one kind. */
const MOST = 20;

const plural = (all: readonly unknown[]): string => (all.length >= MOST ? ` (the first ${MOST})` : '');

export function createSsoCheck(settings: SsoSettings): Check {
  return async (context) => [
    ...(await checkEnforcedDomains(context, settings.saml_enabled === true)),
    ...(await checkCertificates(context)),
    ...(await checkMetadata(context)),
    ...(await checkScimTokens(context)),
  ];
}

/** Finds enforced domains whose users cannot sign in, because the provider or SAML is disabled. */
async function checkEnforcedDomains(context: CheckContext, saml: boolean): Promise<Finding[]> {
  const { auth } = context.names;
  const rows = await queryAsOwner<{ domain: string; id: string; disabled: boolean }>(
    context,
    `select d.domain, p.id::text as id, coalesce(p.disabled, false) as disabled
     from ${qualifyName(auth, 'sso_domains')} as d join ${qualifyName(auth, 'sso_providers')} as p on p.id = d.provider_id
     where d.enforced and (p.disabled or not ${saml}) order by d.domain limit ${MOST}`,
  );
  return rows.map(({ domain, id, disabled }) =>
    findingWithAdvice(
      'sso.domain',
      `nobody with an address at ${domain} can sign in: SSO is enforced, and ${disabled ? 'its provider' : 'SAML'} is disabled${plural(rows)}`,
      disabled
        ? `npx postern sso provider change ${id} --enable, or npx postern sso domain enforce ${id} ${domain} --off`
        : `set SVC_SAML_ENABLED, or npx postern sso domain enforce ${id} ${domain} --off`,
    ),
  );
}

/**
 * Finds enabled providers whose newest certificate expires soon. If only an older certificate expires, a rotation is in
 * progress. Sign-ins with an expired certificate still succeed.
 */
async function checkCertificates(context: CheckContext): Promise<Finding[]> {
  const rows = await queryAsOwner<{ id: string; name: string; until: string; ended: boolean; fetched: boolean }>(
    context,
    `select p.id::text as id, coalesce(p.name, p.entity_id)::text as name, max(c.until)::date::text as until,
       max(c.until) < now() as ended, p.metadata_url is not null as fetched
     from ${qualifyName(context.names.auth, 'sso_providers')} as p
     cross join lateral (select (e.value ->> 'not_after')::timestamptz as until
       from jsonb_array_elements(p.certificates) as e) as c
     where p.disabled is not true group by p.id having max(c.until) < now() + ${SOON} order by 3, 1 limit ${MOST}`,
  );
  return rows.map(({ id, name, until, ended, fetched }) =>
    findingWithAdvice(
      'sso.certificate',
      `the certificate of the identity provider ${name} ${ended ? 'expired' : 'expires'} on ${until}${plural(rows)}`,
      fetched
        ? 'ask the organization to publish its next certificate; the worker fetches it'
        : `ask the organization for its new metadata: npx postern sso provider change ${id} --metadata-file FILE`,
    ),
  );
}

/** Finds enabled providers whose metadata could not be fetched for a day, or are no longer valid. */
async function checkMetadata(context: CheckContext): Promise<Finding[]> {
  const rows = await queryAsOwner<{ id: string; name: string; since: string | null; until: string | null }>(
    context,
    `select p.id::text as id, coalesce(p.name, p.entity_id)::text as name,
       case when p.failed_at < now() - interval '1 day' then p.failed_at::date::text end as since,
       case when p.valid_until < now() then p.valid_until::date::text end as until
     from ${qualifyName(context.names.auth, 'sso_providers')} as p
     where p.disabled is not true and (p.failed_at < now() - interval '1 day' or p.valid_until < now())
     order by 2, 1 limit ${MOST}`,
  );
  return rows.map(({ id, name, since, until }) =>
    findingWithAdvice(
      'sso.metadata',
      since === null
        ? `the metadata of the identity provider ${name} were valid until ${until}${plural(rows)}`
        : `the metadata of the identity provider ${name} cannot be fetched since ${since}${plural(rows)}`,
      `npx postern sso provider test ${id}; until then a change of its certificates ends its sign-ins`,
    ),
  );
}

/** Finds enabled providers whose SCIM tokens all expire soon or have expired. */
async function checkScimTokens(context: CheckContext): Promise<Finding[]> {
  const { auth } = context.names;
  const rows = await queryAsOwner<{ id: string; name: string; until: string }>(
    context,
    `select p.id::text as id, coalesce(p.name, p.entity_id)::text as name, max(t.expires_at)::date::text as until
     from ${qualifyName(auth, 'scim_tokens')} as t join ${qualifyName(auth, 'sso_providers')} as p on p.id = t.provider_id
     where p.disabled is not true group by p.id
     having bool_and(coalesce(t.expires_at < now() + ${SOON}, false)) order by 3, 1 limit ${MOST}`,
  );
  return rows.map(({ id, name, until }) =>
    findingWithAdvice(
      'sso.token',
      `the last SCIM token of the identity provider ${name} expires on ${until}, after which its accounts are not deactivated${plural(rows)}`,
      `npx postern sso scim token add ${id} --name Next, and give it to the organization`,
    ),
  );
}
