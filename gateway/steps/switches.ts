// Rejects requests to disabled features.
import { bearerIds } from '../http/claims.ts';
import { type GatewayError, refuse } from '../http/errors.ts';
import { type Arrived, type HasResponse, type Step, step } from '../pipeline/step.ts';

/** Rejects every request. A bearer token without a user is rejected first. */
export function refuseAll(error: GatewayError): Step<unknown, HasResponse> {
  return step('refuseAll', { refuses: [error] }, (_, { auth }) => ({ claims }: Arrived): HasResponse => {
    if (auth === 'user' && claims) bearerIds(claims);
    throw refuse(error);
  });
}
