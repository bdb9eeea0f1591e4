// Page of external providers: those of the settings, custom providers, and identity providers of organizations.
import type { Action } from './actions.ts';
import { can, type LoadState, useLoad, withQuery } from './api.ts';
import { openDialog } from './dialog.ts';
import { showHidden } from './format.ts';
import { Icon } from './icons.ts';
import { Link, parameter } from './navigation.ts';
import { Badge, Card, Name, PageHead, Time } from './parts.ts';
import {
  deleteProviderAction,
  deleteSsoProviderAction,
  fetchSsoMetadataAction,
  testProviderAction,
  testSsoProviderAction,
} from './service_actions.ts';
import { Panel } from './states.ts';
import { Pages, type Pagination, Table } from './table.ts';
import { type ProviderTestResult, showProviderTest } from './test_results.ts';
import { type Children, html, useState, type View } from './view.ts';

interface Provider {
  name: string;
  enabled: boolean;
  findings: readonly string[];
}

export interface CustomProvider {
  id: string;
  identifier: string;
  provider_type: string;
  name: string;
  client_id: string;
  enabled: boolean;
}

/** An identity provider of an organization. */
interface SsoProvider {
  id: string;
  name?: string;
  disabled: boolean;
  domains: readonly { domain: string }[];
  saml: {
    entity_id: string;
    metadata_url?: string;
    metadata: { fetched_at?: string | null; failed_at?: string | null };
  };
}

interface SsoProviders {
  items: SsoProvider[];
  pagination?: Pagination;
}

const State = ({ on }: { on: boolean }): View => html`<${Badge} tone=${on ? 'good' : ''}>${on ? 'enabled' : 'off'}<//>`;

/** The button that tests a provider, for administrators. */
const Test = ({ name }: { name: string }): View | null =>
  can('administer')
    ? html`<button type="button" class="text" aria-label=${`Test ${name}`} onClick=${() => openDialog(testProviderAction(name), (answer) => showProviderTest(answer as ProviderTestResult))}>Test</button>`
    : null;

/** `saml` is false if SAML is off. Then providers can only be deleted. */
function Organizations({ saml }: { saml: boolean }): View {
  const load: LoadState<SsoProviders> = useLoad(
    withQuery('/admin/sso/providers', { cursor: parameter('cursor'), limit: 50 }),
  );
  const entry = (one: SsoProvider): View => {
    const { entity_id, metadata_url, metadata } = one.saml;
    const name = one.name || entity_id;
    const button = (text: string, action: Action, done: (answer: unknown) => void = load.again): View =>
      html`<button type="button" class="text" aria-label=${`${text} ${showHidden(name)}`} onClick=${() => openDialog(action, done)}>${text}</button>`;
    const show = (answer: unknown): void => showProviderTest(answer as ProviderTestResult, name);
    return html`<li><${Icon} name="providers" /><div><strong><${Name} text=${name} /></strong> <${State} on=${!one.disabled} />
      <p class="quiet"><code><${Name} text=${entity_id} /></code>${one.domains.map(({ domain }) => html`<span><${Name} text=${domain} /></span>`)}${metadata.fetched_at ? html`<span>metadata fetched <${Time} at=${metadata.fetched_at} /></span>` : null}${can('list') ? html`<${Link} to=${`/users?provider=sso:${one.id}`}>Users<//>` : null}</p>
      ${metadata.failed_at ? html`<p class="field-error">The metadata could not be fetched <${Time} at=${metadata.failed_at} />.</p>` : null}</div>
      ${can('administer') ? html`${saml ? button('Test', testSsoProviderAction(one, name), show) : null}${saml && metadata_url ? button('Fetch', fetchSsoMetadataAction(one, name)) : null}${button('Delete', deleteSsoProviderAction(one, name))}` : null}</li>`;
  };
  return html`<${Card} title="Identity providers of organizations" note=${saml ? 'SAML: who has an address of the domain signs in there' : 'SVC_SAML_ENABLED is off: nobody signs in there'}><${Panel} load=${load} rows=${2}>${({
    items,
    pagination,
  }: SsoProviders): Children =>
    items.length === 0
      ? html`<p class="quiet">None. Add one with <code>npx postern sso provider add</code> or <code>POST /admin/sso/providers</code>.</p>`
      : html`<ul class="devices">${items.map(entry)}</ul><${Pages} pagination=${pagination} found=${items.length} />`}<//><//>`;
}

export function Providers(): View {
  const load: LoadState<{ providers: Provider[]; saml_enabled: boolean }> = useLoad('/admin/providers');
  const custom: LoadState<{ providers: CustomProvider[] }> = useLoad('/admin/custom-providers');
  const [all, showAll] = useState(false);
  return html`<${PageHead} title="Providers" note="External ways to sign in. Secrets are never shown." />
    <div class="grid"><${Card} title="From the settings" class="half"><${Panel} load=${load}>${({
      providers,
    }: {
      providers: Provider[];
    }): Children => {
      const rows = providers.filter(({ enabled }) => all || enabled);
      return html`${rows.length === 0 ? html`<p class="quiet">No provider is enabled. Set <code>SVC_EXTERNAL_GITHUB_ENABLED</code> and its client to begin.</p>` : html`<ul class="devices">${rows.map((one) => html`<li><${Icon} name="providers" /><div><strong>${one.name}</strong> <${State} on=${one.enabled} />${one.findings.map((text) => html`<p class="field-error">${text}</p>`)}${one.enabled && can('list') ? html`<p class="quiet"><${Link} to=${`/users?provider=${one.name}`}>Users of this provider<//></p>` : null}</div>${one.enabled ? html`<${Test} name=${one.name} />` : null}</li>`)}</ul>`}
        <div class="card-foot"><button type="button" class="text" onClick=${() => showAll(!all)}>${all ? 'Show enabled ones' : `Show all ${providers.length}`}</button></div>`;
    }}<//><//>
    <${Card} title="Added by administrators" note="OAuth 2 and OpenID Connect" class="half"><${Panel} load=${custom}>${({
      providers,
    }: {
      providers: CustomProvider[];
    }): Children =>
      providers.length === 0
        ? html`<p class="quiet">None. Add one with <code>npx postern provider</code> or <code>POST /admin/custom-providers</code>.</p>`
        : html`<${Table} class="" label="Custom providers" rows=${providers} columns=${[
            {
              title: 'Provider',
              cell: (one: CustomProvider) =>
                html`<strong><${Name} text=${one.name} /></strong> <code>${one.identifier}</code>`,
            },
            { title: 'Kind', wide: true, cell: (one: CustomProvider) => one.provider_type },
            {
              title: 'State',
              cell: (one: CustomProvider) => html`<${State} on=${one.enabled} />`,
            },
            {
              title: '',
              right: true,
              cell: (one: CustomProvider) =>
                can('administer')
                  ? html`<${Test} name=${one.identifier} /><button type="button" class="text" aria-label=${`Delete ${one.name}`} onClick=${() => openDialog(deleteProviderAction(one), custom.again)}>Delete</button>`
                  : '',
            },
          ]} />`}<//><//><${Organizations} saml=${load.data?.saml_enabled !== false} /></div>`;
}
