// Page of the keys: the keys that sign and seal, the time since which they are in use, and the steps of a key rotation.
import { type LoadState, useLoad } from './api.ts';
import { formatInstant } from './format.ts';
import { Badge, Card, Note, PageHead, Time } from './parts.ts';
import { Panel } from './states.ts';
import { Table } from './table.ts';
import { type Children, html, type View } from './view.ts';

interface Rotation {
  step: 'none' | 'published' | 'changed';
  key: string | null;
  safe_from: string | null;
  clients: number;
}

interface Key {
  id: string | number | null;
  algorithm?: string;
  state: 'signs' | 'verifies' | 'seals' | 'opens';
  since: string | null;
}

interface Keys {
  jwt_keys: readonly Key[];
  pepper_keys: readonly Key[];
  jwt_rotation: Rotation;
  pepper_rotation: Rotation;
}

interface Step {
  title: string;
  text: Children;
}

/** Steps of a rotation of the signing key. */
const SIGNING: readonly Step[] = [
  { title: 'Make a new key', text: html`<code>npx postern key rotate jwt</code> prints the settings of every step.` },
  {
    title: 'Publish it beside the old one',
    text: 'Every gateway, and every server that verifies tokens, knows both keys.',
  },
  { title: 'Sign with the new key', text: 'Set the second settings on every gateway.' },
  {
    title: 'Remove the old key',
    text: 'Set the third settings, once the last access token of the old key has expired.',
  },
];
const SEALING: readonly Step[] = [
  {
    title: 'Make a new key',
    text: html`<code>npx postern key rotate pepper</code> prints the settings of every step.`,
  },
  { title: 'Add it behind the old one', text: 'Every gateway and worker can open what the new key seals.' },
  {
    title: 'Seal with the new key',
    text: html`Set the second settings, then run <code>npx postern key reseal</code>.`,
  },
  { title: 'Remove the old key', text: 'Users who have not refreshed their session since then are signed out.' },
];
/** Number of completed steps, by the state of the rotation. */
const DONE = { none: 0, published: 2, changed: 3 } as const;

function NextStep({ rotation, steps }: { rotation: Rotation; steps: readonly Step[] }): View {
  const { step, key, safe_from, clients } = rotation;
  if (step === 'none') return html`<p class="quiet">No rotation is under way.</p>`;
  const next = steps[DONE[step]];
  const safe = safe_from !== null && Date.parse(safe_from) <= Date.now();
  const when =
    clients > 0
      ? `Not yet: the secret of ${clients === 1 ? 'one OAuth client is' : `${clients} OAuth clients are`} derived from the old key. Give each a new secret first.`
      : safe_from === null
        ? step === 'changed'
          ? 'Sessions have no end here, so choose how long you wait for their next refresh.'
          : 'No gateway has used the new key yet. Every process must know it first.'
        : safe
          ? `Safe since ${formatInstant(safe_from)}, if every process has the step before.`
          : `Safe from ${formatInstant(safe_from)} on, if every process has the step before by then.`;
  return html`<${Note} tone=${safe ? 'good' : 'warn'} icon=${safe ? 'check' : 'lock'} title=${html`Next: ${next?.title.toLowerCase()} (<code>${key}</code>)`}>${when}<//>`;
}

const Steps = ({ rotation, steps }: { rotation: Rotation; steps: readonly Step[] }): View =>
  html`<ol class="steps">${steps.map(({ title, text }, i) => {
    const done = i < DONE[rotation.step];
    return html`<li class=${done ? 'done' : ''}><span class="dot" aria-hidden="true">${i + 1}</span><div><strong>${title}</strong> ${done ? html`<${Badge} tone="good">done<//>` : null}<p class="quiet">${text}</p></div></li>`;
  })}</ol>`;

const ALGORITHM = {
  title: 'Algorithm',
  wide: true,
  cell: ({ algorithm }: Key) => (algorithm ? html`<code>${algorithm}</code>` : ''),
};

const columns = (keys: readonly Key[], name: (key: Key) => Children) => [
  { title: 'Key', cell: name },
  ...(keys.some(({ algorithm }) => algorithm) ? [ALGORITHM] : []),
  {
    title: 'State',
    cell: ({ state }: Key) =>
      html`<${Badge} tone=${state === 'signs' || state === 'seals' ? 'good' : 'info'}>${state}<//>`,
  },
  {
    title: 'Since',
    nowrap: true,
    cell: ({ since }: Key) => (since ? html`<${Time} at=${since} />` : html`<span class="quiet">not used yet</span>`),
  },
];

export function KeysPage(): View {
  const load: LoadState<Keys> = useLoad<Keys>('/admin/keys');
  return html`<${PageHead} title="Keys" note="The keys of the process that answers, and when gateways used them. Key material is never sent; rotation is done on the command line." />
    <${Panel} load=${load} rows=${6}>${({
      jwt_keys,
      pepper_keys,
      jwt_rotation,
      pepper_rotation,
    }: Keys): Children => html`<div class="grid">
      <${Card} title="Access tokens" note="SVC_JWT_SECRET and SVC_JWT_KEYS" class="half"><${Table} class="" label="Signing keys" rows=${jwt_keys} columns=${columns(
        jwt_keys,
        ({ id }) => (id === null ? 'the shared secret' : html`<code>${id}</code>`),
      )} /><h3 class="part">Rotate the signing key</h3><${NextStep} rotation=${jwt_rotation} steps=${SIGNING} /><${Steps} rotation=${jwt_rotation} steps=${SIGNING} /><//>
      <${Card} title="Sealing" note="SVC_SECURITY_PEPPER: refresh tokens, links, codes and stored secrets" class="half"><${Table} class="" label="Sealing keys" rows=${pepper_keys} columns=${columns(
        pepper_keys,
        ({ id }) => html`<code>${id}</code>`,
      )} /><h3 class="part">Rotate the sealing key</h3><${NextStep} rotation=${pepper_rotation} steps=${SEALING} /><${Steps} rotation=${pepper_rotation} steps=${SEALING} /><//></div>`}<//>`;
}
