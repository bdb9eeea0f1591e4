// Keys: which ones sign and seal, and the steps of a rotation.
import { type Load, useLoad } from './api.ts';
import { Badge, Card, Head } from './parts.ts';
import { Panel } from './states.ts';
import { Table } from './table.ts';
import { type Children, html, type View } from './view.ts';

interface Keys {
  jwt_keys: readonly { id: string | null; algorithm: string; state: 'signs' | 'verifies' }[];
  pepper_keys: readonly { id: number; state: 'seals' | 'opens' }[];
}

interface Step {
  title: string;
  text: string;
  /** Null if the keys in force do not tell. */
  done: true | null;
}

/** Steps of a rotation of the signing key, with those that the keys in force show as done. */
function signingSteps(keys: Keys['jwt_keys']): Step[] {
  const older = keys.filter(({ state }) => state === 'verifies').length > 0;
  return [
    { title: 'Make a new key', text: 'npx postern key generate prints it.', done: null },
    {
      title: 'Publish it beside the old one',
      text: 'Every gateway knows both keys; the old one still signs.',
      done: older ? true : null,
    },
    {
      title: 'Sign with the new key',
      text: 'Clients that cache the key set know it by now.',
      done: null,
    },
    { title: 'Wait for the lifetime of an access token', text: 'Tokens of the old key expire.', done: null },
    { title: 'Remove the old key', text: 'One key is left.', done: null },
  ];
}

/** Steps of a rotation of the sealing key. */
function sealingSteps(keys: Keys['pepper_keys']): Step[] {
  const older = keys.length > 1;
  return [
    { title: 'Add a new key in front', text: 'npx postern key rotate prints the new ring.', done: older ? true : null },
    { title: 'Restart every process', text: 'All of them open what either key has sealed.', done: null },
    { title: 'Seal everything again', text: 'npx postern key reseal rewrites stored secrets.', done: null },
    {
      title: 'Wait for the sessions',
      text: 'Refresh tokens of the old key are replaced when they are used.',
      done: null,
    },
    { title: 'Remove the old key', text: 'One key is left.', done: null },
  ];
}

const underWay = (keys: readonly object[]): string =>
  keys.length > 1
    ? 'A rotation is under way: there is more than one key.'
    : 'No rotation is under way: there is one key.';

const Steps = ({ steps }: { steps: readonly Step[] }): View =>
  html`<ol class="steps">${steps.map(({ title, text, done }, i) => html`<li class=${done ? 'done' : ''}><span class="dot" aria-hidden="true">${i + 1}</span><div><strong>${title}</strong> ${done ? html`<${Badge} tone="good">done<//>` : null}<p class="quiet">${text}</p></div></li>`)}</ol>`;

export function KeysPage(): View {
  const load: Load<Keys> = useLoad<Keys>('/admin/keys');
  return html`<${Head} title="Keys" note="The keys of the process that answers. Key material is never sent; rotation is done on the command line." />
    <${Panel} load=${load} rows=${6}>${({ jwt_keys, pepper_keys }: Keys): Children => html`<div class="grid">
      <${Card} title="Access tokens" note="SVC_JWT_SECRET and SVC_JWT_KEYS" class="half"><${Table} class="" label="Signing keys" rows=${jwt_keys} columns=${[
        {
          title: 'Key',
          cell: ({ id }: Keys['jwt_keys'][number]) => (id ? html`<code>${id}</code>` : 'the shared secret'),
        },
        { title: 'Algorithm', cell: ({ algorithm }: Keys['jwt_keys'][number]) => html`<code>${algorithm}</code>` },
        {
          title: 'State',
          cell: ({ state }: Keys['jwt_keys'][number]) =>
            html`<${Badge} tone=${state === 'signs' ? 'good' : 'info'}>${state}<//>`,
        },
      ]} /><h3 class="part">Rotate the signing key</h3><p class="quiet">${underWay(jwt_keys)}</p><${Steps} steps=${signingSteps(jwt_keys)} /><//>
      <${Card} title="Sealing" note="SVC_SECURITY_PEPPER: refresh tokens, links, codes and stored secrets" class="half"><${Table} class="" label="Sealing keys" rows=${pepper_keys} columns=${[
        { title: 'Key', cell: ({ id }: Keys['pepper_keys'][number]) => html`<code>${id}</code>` },
        {
          title: 'State',
          cell: ({ state }: Keys['pepper_keys'][number]) =>
            html`<${Badge} tone=${state === 'seals' ? 'good' : 'info'}>${state}<//>`,
        },
      ]} /><h3 class="part">Rotate the sealing key</h3><p class="quiet">${underWay(pepper_keys)}</p><${Steps} steps=${sealingSteps(pepper_keys)} /><//></div>`}<//>`;
}
