// Rejects requests to disabled features.
import { bearerOf } from '../http/claims.ts';
import { type GatewayError, refuse } from '../http/errors.ts';
import { type Arrived, type Responded, type Step, step } from '../pipeline/step.ts';

/** Rejects every request. A bearer token without a user is rejected first. */
export function refuseAll(error: GatewayError): Step<unknown, Responded> {
  return step('refuseAll', { refuses: [error] }, (_, { auth }) => ({ claims }: Arrived): Responded => {
    if (auth === 'user' && claims) bearerOf(claims);
    throw refuse(error);
  });
}
