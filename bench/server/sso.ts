// Benchmark cases of organizations: a sign-in by SAML, and a user that SCIM provisions.
import { randomUUID } from 'node:crypto';
import { parseSamlRequest, responseParts } from '../../test/flows/sso/journey.ts';
import { base64Xml, createSamlIdp } from '../../test/support/providers/saml_idp.ts';
import type { Case } from './case.ts';
import { CONNECTIONS } from './measure.ts';
import type { MeasuredGateway } from './setup.ts';

const RESPONSES = Number(process.env.LINKS ?? 800);
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

interface Organization {
  provider_id: string;
  scim_token: string;
  /** Forms with a signed response, each for its own flow. */
  forms: string[];
}

export function ssoCases(admin_token: string): Case[] {
  const made = new Map<MeasuredGateway, Organization>();
  const idp = createSamlIdp();
  const post = async (side: MeasuredGateway, path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`http://127.0.0.1:${side.gateway.port}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin_token}` },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const prepared = async (side: MeasuredGateway): Promise<Organization> => {
    const known = made.get(side);
    if (known) return known;
    const provider = await post(side, '/admin/sso/providers', { type: 'saml', metadata_xml: idp.metadata });
    const provider_id = String(provider.id);
    const { token } = await post(side, `/admin/sso/providers/${provider_id}/scim-tokens`, { name: 'Bench' });
    const fresh: Organization = { provider_id, scim_token: String(token), forms: [] };
    made.set(side, fresh);
    return fresh;
  };
  const form = async (side: MeasuredGateway, provider_id: string, at: number): Promise<string> => {
    const { url } = await post(side, '/sso', { provider_id, skip_http_redirect: true });
    const request = parseSamlRequest(String(url));
    const person = { nameId: `person${at}`, attributes: { mail: `person${at}@corp.example` } };
    const SAMLResponse = base64Xml(idp.respond(responseParts(request, person)));
    return new URLSearchParams({ SAMLResponse, RelayState: request.relay }).toString();
  };
  return [
    {
      name: 'SAML sign-in',
      table: 'auth.sso_providers',
      before: async (side) => {
        const { provider_id, forms } = await prepared(side);
        const fill = async (_: unknown, at: number): Promise<void> => {
          while (forms.length < RESPONSES) forms.push(await form(side, provider_id, at));
        };
        await Promise.all(Array.from({ length: CONNECTIONS }, fill));
      },
      ours: (side) => ({
        next: () => {
          const body = made.get(side)?.forms.pop();
          return body === undefined ? null : { method: 'POST', path: '/sso/saml/acs', headers: FORM, body };
        },
        // The response is a redirect with the session. An error would be a 303.
        ok: (status) => status === 302,
      }),
    },
    {
      name: 'SCIM create',
      table: 'auth.scim_users',
      before: async (side) => void (await prepared(side)),
      ours: (side) => ({
        next: () => {
          const userName = `${randomUUID()}@corp.example`;
          const user = {
            schemas: [USER],
            userName,
            externalId: userName,
            emails: [{ value: userName, primary: true }],
          };
          return {
            method: 'POST',
            path: '/scim/v2/Users',
            headers: { Authorization: `Bearer ${made.get(side)?.scim_token}`, 'Content-Type': 'application/scim+json' },
            body: JSON.stringify({ ...user, name: { givenName: 'Ada', familyName: 'Lovelace' } }),
          };
        },
      }),
    },
  ];
}
