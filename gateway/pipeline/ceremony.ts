// The second half of a WebAuthn ceremony: the challenge is taken, what the authenticator has signed is verified while no
// database connection is held, and the result goes to SQL.
import type { Settings } from '../../core/settings/table.ts';
import { readAnswer, refusalWith } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { type Ceremony, idInHex, readCredential, type SentCredential, userHandleOf } from '../webauthn/credential.ts';
import { createVerifier, reasonOf } from '../webauthn/verify.ts';
import type { Decide } from './decide.ts';
import type { Exchange } from './exchange.ts';

/** What SQL answers to the first half; the key and the passkey where somebody signs in. */
interface Taken {
  challenge: string;
  public_key: string;
  passkey: object;
}

const UNKNOWN = 'no such credential of the user whom it names';

/** Both halves; the answer of the second. */
export function createCeremony(o: {
  settings: Settings;
  decide: Decide;
}): (exchange: Exchange, ceremony: Ceremony) => Promise<string | null> {
  const verifier = createVerifier(o.settings);

  const verify = async (ceremony: Ceremony, credential: SentCredential, taken: Taken): Promise<object> => {
    if (ceremony === 'registration') return verifier.registration(credential, taken.challenge);
    return { ...taken.passkey, ...(await verifier.assertion(credential, taken.challenge, taken.public_key)) };
  };

  return async (exchange, ceremony) => {
    const { inputs, trail } = exchange;
    const { credential: body } = inputs.body;
    const sent = body === null ? null : readCredential(body as Record<string, unknown>, ceremony);
    inputs.opened = { credential: body === null ? null : told(sent) };
    const answer = await o.decide(exchange, 'taking');
    // Readable and refused all the same: clients are not told that it is nobody's.
    if (sent !== null && refusalWith('webauthn_verification_failed', answer)) trail.reason = UNKNOWN;
    const taken = readAnswer(answer) as unknown as Taken;
    if (sent === null) throw new Error('SQL went on with a credential that cannot be read');
    await verifier.ready();
    const credential = await verify(ceremony, sent, taken).catch((cause: unknown) => {
      trail.reason = reasonOf(cause);
      throw refuse('credential_refused');
    });
    inputs.opened = { credential };
    return o.decide(exchange);
  };
}

/** What SQL is told of it before it is verified. */
function told(sent: SentCredential | null): object {
  return sent === null ? {} : { id: idInHex(sent), user_handle: userHandleOf(sent) };
}
