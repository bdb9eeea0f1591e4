// POST /admin/custom-providers and PUT /admin/custom-providers/{identifier}: SQL says whether it may be kept, the provider is
// looked at while no database connection is held, and SQL keeps it. The secret is sealed before it leaves this process.
import { randomUUID } from 'node:crypto';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { readAnswer } from '../database/call.ts';
import type { CustomProviders } from '../providers/custom.ts';
import { examine, type Prepared } from '../providers/examine.ts';
import type { HttpResponse } from '../server/types.ts';
import type { Decide } from './decide.ts';
import type { Exchange } from './exchange.ts';
import { providerDeadlineOf } from './provider_fault.ts';
import { jsonResponse } from './reply.ts';

export function createSaveProvider(o: {
  settings: Settings;
  ring: KeyRing;
  decide: Decide;
  custom: CustomProviders;
}): (exchange: Exchange) => Promise<HttpResponse> {
  const deadline_ms = providerDeadlineOf(o.settings);
  return async (exchange) => {
    const { inputs, endpoint } = exchange;
    const { client_secret: secret, ...members } = inputs.body as { client_secret: string | null };
    const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
    const sealed = (id: string): string | null => (secret ? o.ring.seal(secret, id) : secret);
    const is_new = endpoint.method === 'POST';
    const id = is_new ? randomUUID() : null;
    // A secret is sealed for the provider's id. An existing provider's is not known yet, but that a secret is empty is judged now.
    inputs.opened = { provider: given, secret: id === null ? (secret === '' ? '' : null) : sealed(id) };
    const prepared = readAnswer(await o.decide(exchange, 'taking')) as unknown as Prepared;
    const own_id = id ?? prepared.provider.id;
    const signal = AbortSignal.timeout(deadline_ms);
    const discovery = await examine(prepared, { given, reach: o.custom.reach, signal });
    inputs.opened = { id: own_id, provider: given, secret: sealed(own_id), discovery };
    const response = jsonResponse(readAnswer(await o.decide(exchange)), { secret: true });
    return is_new ? { ...response, status: 201 } : response;
  };
}
