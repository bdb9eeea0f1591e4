// One request for each SAML error that the gateway returns without SQL. gateway_refusals.test.ts runs the requests.
import { newIdentityProvider, parseSamlRequest, responseParts, startMetadataServer } from '../flows/sso/journey.ts';
import { SERVICE } from '../support/clients/admin.ts';
import type { Answer, TestGateway } from '../support/processes/stack.ts';
import { base64Xml } from '../support/providers/saml_idp.ts';

export function samlCases(o: { node: TestGateway; off: TestGateway }) {
  const { node } = o;
  const post = (fields: Record<string, string>): Promise<Answer> =>
    node.request('POST', '/sso/saml/acs', new URLSearchParams(fields).toString());
  const add = (members: object): Promise<Answer> =>
    node.post('/admin/sso/providers', { type: 'saml', ...members }, SERVICE);
  const { metadata, entityId } = newIdentityProvider();
  const role = /<md:IDPSSODescriptor.*<\/md:IDPSSODescriptor>/s.exec(metadata)?.[0] as string;
  const served = async (answer: { status?: number; body: string | Buffer }): Promise<Answer> => {
    const server = await startMetadataServer();
    try {
      server.serve(answer);
      return await add({ metadata_url: server.url });
    } finally {
      server.close();
    }
  };
  return {
    saml_disabled: () => o.off.post('/sso', {}),
    saml_relay_state_invalid: () => post({ RelayState: 'x' }),
    saml_response_missing: () => post({}),
    saml_response_base64: () => post({ SAMLResponse: '%' }),
    saml_response_xml: () => post({ SAMLResponse: base64Xml('x') }),
    saml_artifact: () => post({ SAMLart: 'x' }),
    saml_assertion_invalid: async () => {
      const idp = newIdentityProvider();
      const { body } = await add({ metadata_xml: idp.metadata });
      const { url } = (await node.post('/sso', { provider_id: body.id, skip_http_redirect: true })).body;
      const request = parseSamlRequest(String(url));
      const xml = idp.respond(responseParts(request, { sign: 'none' }));
      return post({ SAMLResponse: base64Xml(xml), RelayState: request.relay });
    },
    saml_metadata_status: () => served({ status: 404, body: '' }),
    saml_metadata_unreachable: () => add({ metadata_url: 'https://localhost:1/' }),
    saml_metadata_utf8: () => served({ body: Buffer.from([0xff]) }),
    saml_metadata_xml: () => add({ metadata_xml: 'x' }),
    saml_metadata_entity: () => add({ metadata_xml: metadata.replace(entityId, '') }),
    saml_metadata_no_idp: () => add({ metadata_xml: metadata.replace(role, '') }),
    saml_metadata_several: () => add({ metadata_xml: metadata.replace(role, role + role) }),
    saml_metadata_unusable: () =>
      add({ metadata_xml: metadata.replace('https://idp.example.com/sso', 'http://idp.example.com/sso') }),
    sso_dns_unavailable: async () => {
      const { body } = await add({ metadata_xml: newIdentityProvider().metadata, domains: ['unresolved.example'] });
      return node.post(`/admin/sso/providers/${body.id}/domains/unresolved.example/verify`, undefined, SERVICE);
    },
    saml_metadata_no_url: async () => {
      const { body } = await add({ metadata_xml: newIdentityProvider().metadata });
      return node.post(`/admin/sso/providers/${body.id}/metadata`, undefined, SERVICE);
    },
  };
}
