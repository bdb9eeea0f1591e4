// What the gateway does for second factors: it makes and seals the secret of an authenticator app and draws its QR code, and
// between the two halves of a verification it looks into the answer while no database connection is held.
import { randomUUID } from 'node:crypto';
import { type KeyRing, sealedElsewhere } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { readAnswer } from '../database/call.ts';
import { qrCode } from '../factors/qr_code.ts';
import { inBase32, newSecret, otpauthUri } from '../factors/secret.ts';
import { refuse } from '../http/errors.ts';
import { wireJson } from '../http/json.ts';
import type { FactorStep } from '../routes/row.ts';
import type { Decide } from './decide.ts';
import type { Exchange } from './exchange.ts';
import { createCodeCheck } from './vouch.ts';
import { createAuthenticators, type TakenCeremony } from './webauthn_factor.ts';

/** What prepare_factor_verification answers, by the type of the factor. */
type Taken =
  | { factor_type: 'totp'; factor_id: string; secret: string }
  | { factor_type: 'phone'; to?: string | null }
  | TakenCeremony;

/** Asks SQL, and does the gateway's part; the answer is JSON. */
export type FactorSteps = Record<FactorStep, (exchange: Exchange) => Promise<string | null>>;

export function createFactorSteps(o: { settings: Settings; ring: KeyRing; decide: Decide }): FactorSteps {
  const { settings, ring, decide } = o;
  const checkCode = createCodeCheck(settings);
  const authenticators = createAuthenticators(settings);

  const proofOf = async (taken: Taken, { inputs, trail }: Exchange): Promise<object> => {
    const { code, webauthn } = inputs.body;
    if (taken.factor_type === 'webauthn') return authenticators.proofOf(taken, webauthn, trail);
    if (taken.factor_type === 'totp') {
      const secret = ring.open(taken.secret, taken.factor_id);
      if (secret === null) {
        const cause = sealedElsewhere(`the secret of factor ${taken.factor_id}`);
        throw Object.assign(refuse('unexpected_failure'), { cause });
      }
      return { secret };
    }
    const { to } = taken;
    if (to === undefined) return {};
    if (to === null) return { approved: false };
    if (checkCode === null) throw refuse('unavailable');
    return { approved: await checkCode({ to, code: String(code) }) };
  };

  return {
    async enroll(exchange) {
      const { inputs } = exchange;
      const id = randomUUID();
      const secret = newSecret();
      inputs.opened = { id, secret: ring.seal(secret, id) };
      const answer = readAnswer(await decide(exchange));
      if (answer.type !== 'totp') return wireJson(answer);
      const { account } = answer.totp as { account: string };
      const issuer = String(inputs.body.issuer || new URL(settings.site_url).hostname);
      const uri = otpauthUri({ secret, issuer, account });
      return wireJson({ ...answer, totp: { qr_code: await qrCode(uri), secret: inBase32(secret), uri } });
    },

    async verify(exchange) {
      const { inputs } = exchange;
      authenticators.check(inputs.body.webauthn);
      const taken = readAnswer(await decide(exchange, 'taking')) as unknown as Taken;
      inputs.opened = { proof: await proofOf(taken, exchange) };
      return decide(exchange);
    },
  };
}
