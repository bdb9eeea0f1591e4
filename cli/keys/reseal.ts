// Reseals stored secrets (TOTP factors, custom providers, provider tokens, webhooks) with the first key of the ring.
// This is necessary before older keys are removed from the ring.
import type { KeyRing } from '../../core/keys/ring.ts';
import { type Admin, CONTEXT } from '../admin/admin_functions.ts';

interface SealedRow {
  kind: 'factor' | 'provider' | 'provider_token' | 'webhook';
  id: string;
  values: string[];
  /** Cursor of the page after this row. */
  at: string;
}

export interface ResealResult {
  resealed: number;
  /** Kinds and ids of the rows with a secret that no key of the ring unseals. */
  unreadable: string[];
  /** Ids of OAuth clients whose secret is derived from another key than the first. */
  clients: string[];
}

const PAGE = 1000;

export async function resealAll(admin: Admin, ring: KeyRing): Promise<ResealResult> {
  const unreadable: string[] = [];
  const clients: string[] = [];
  let [resealed, after]: [number, string | null] = [0, null];
  for (;;) {
    const args = { ...CONTEXT, key_id: ring.sealing_key_id, after, most: PAGE };
    const page = (await admin.call('list_sealed', args)) as unknown as { sealed: SealedRow[]; clients: string[] };
    const { sealed } = page;
    clients.push(...page.clients);
    const changes = sealed.flatMap(({ kind, id, values }) => {
      const opened = values.map((value) => ring.open(value, id));
      if (opened.includes(null)) {
        unreadable.push(`${kind} ${id}`);
        return [];
      }
      return [{ kind, id, before: values, after: opened.map((text) => ring.seal(text as string, id)) }];
    });
    if (changes.length > 0) resealed += Number((await admin.call('replace_sealed', { ...CONTEXT, changes })).replaced);
    after = sealed.at(-1)?.at ?? null;
    if (sealed.length < PAGE) return { resealed, unreadable, clients };
  }
}
