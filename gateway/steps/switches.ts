// Rejects requests to disabled features.
import { readBearerIds } from '../http/claims.ts';
import { type GatewayError, refuse } from '../http/errors.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';

/** Rejects every request. A bearer token without a user is rejected first. */
export function refuseEveryRequest(error: GatewayError): Step<unknown, HasResponse> {
  return step(
    'refuseEveryRequest',
    { refuses: [error] },
    (_, { auth }) =>
      ({ claims }: RequestContext): HasResponse => {
        if (auth === 'user' && claims) readBearerIds(claims);
        throw refuse(error);
      },
  );
}
