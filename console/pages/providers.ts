// Page of external providers: those of the settings, and custom ones.
import { deletionOfProvider, testOfProvider } from './actions.ts';
import { can, type Load, useLoad } from './api.ts';
import { propose } from './dialog.ts';
import { Icon } from './icons.ts';
import { Badge, Card, Head, Name } from './parts.ts';
import { Link } from './places.ts';
import { Panel } from './states.ts';
import { Table } from './table.ts';
import { type ProviderTested, showProvider } from './tested.ts';
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

/** The test button, which only administrators see. */
const Test = ({ name }: { name: string }): View | null =>
  can('administer')
    ? html`<button type="button" class="text" aria-label=${`Test ${name}`} onClick=${() => propose(testOfProvider(name), (answer) => showProvider(answer as ProviderTested))}>Test</button>`
    : null;

export function Providers(): View {
  const load: Load<{ providers: Provider[] }> = useLoad('/admin/providers');
  const custom: Load<{ providers: CustomProvider[] }> = useLoad('/admin/custom-providers');
  const [all, showAll] = useState(false);
  return html`<${Head} title="Providers" note="External ways to sign in. Secrets are never shown." />
    <div class="grid"><${Card} title="From the settings" class="half"><${Panel} load=${load}>${({
      providers,
    }: {
      providers: Provider[];
    }): Children => {
      const shown = providers.filter(({ enabled }) => all || enabled);
      return html`${shown.length === 0 ? html`<p class="quiet">No provider is enabled. Set <code>SVC_EXTERNAL_GITHUB_ENABLED</code> and its client to begin.</p>` : html`<ul class="devices">${shown.map((one) => html`<li><${Icon} name="providers" /><div><strong>${one.name}</strong>${one.findings.map((text) => html`<p class="field-error">${text}</p>`)}${one.enabled ? html`<p class="quiet"><${Link} to=${`/users?provider=${one.name}`}>Users of this provider<//></p>` : null}</div>${one.enabled ? html`<${Test} name=${one.name} />` : null}<${Badge} tone=${one.enabled ? 'good' : ''}>${one.enabled ? 'enabled' : 'off'}<//></li>`)}</ul>`}
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
              cell: (one: CustomProvider) =>
                html`<${Badge} tone=${one.enabled ? 'good' : ''}>${one.enabled ? 'enabled' : 'off'}<//>`,
            },
            {
              title: '',
              right: true,
              cell: (one: CustomProvider) =>
                can('administer')
                  ? html`<${Test} name=${one.identifier} /><button type="button" class="text" aria-label=${`Delete ${one.name}`} onClick=${() => propose(deletionOfProvider(one), custom.again)}>Delete</button>`
                  : '',
            },
          ]} />`}<//><//></div>`;
}
