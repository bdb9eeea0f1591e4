// A client of the console beside a gateway: requests as a browser sends them, and sign-in of staff.
import * as assert from 'uvu/assert';
import { computeTotp } from '../support/clients/totp.ts';
import { type ConsoleWithData, PASSWORD } from '../support/processes/console_with_data.ts';

const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
export type Headers = Record<string, string>;

const cookieOf = (answer: Response): Headers => ({ Cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' });

interface Factor {
  id: string;
}

/** Cookies after the first and after the second factor. */
interface StaffCookies {
  email: string;
  half: Headers;
  whole: Headers;
}

/** `url` is the URL of the console; by default that of the production gateway. */
export function createConsoleClient(world: ConsoleWithData, url = world.production.url) {
  const send = (method: string, path: string, headers: Headers = {}, body?: object): Promise<Response> =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...OWN, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  /** Creates an account with the role, and signs in to the console. */
  const signIn = async (role: string): Promise<StaffCookies> => {
    const { email, secret } = await world.staff(role);
    const first = await send('POST', '/console/sign-in/password', {}, { email, password: PASSWORD });
    assert.is(first.status, 200);
    const half = cookieOf(first);
    const { factors } = (await first.json()) as { factors: Factor[] };
    const factor_id = factors[0]?.id;
    const asked = await send('POST', '/console/sign-in/factor/challenge', half, { factor_id });
    const { id } = (await asked.json()) as Factor;
    const proof = { factor_id, challenge_id: id, code: computeTotp(secret, Date.now()) };
    const second = await send('POST', '/console/sign-in/factor', half, proof);
    assert.is(second.status, 200);
    return { email, half, whole: cookieOf(second) };
  };

  return { send, signIn };
}
