// Chooses the steps of a request by its grant type.
import { parseQuery } from '../http/query.ts';
import {
  bindSteps,
  type Grant,
  type HasResponse,
  type ReadGrantType,
  type RequestContext,
  runSteps,
  type Step,
  step,
} from '../pipeline/step.ts';
import { checkFeatureSwitch } from '../pipeline/switch.ts';

/** Returns the grant type in the query of a request; '' if it names none. */
export const grantOfQuery = ({ request }: Pick<RequestContext, 'request'>): string =>
  parseQuery(request.query, { grant_type: 'lenient' }).grant_type ?? '';

/**
 * Runs the steps of the request's grant type; `*` stands for every grant type that is not listed. If this is the only
 * step of a row, each grant type becomes a route of its own. The route is chosen before query and headers are read,
 * because each grant type reads other parameters.
 */
export function byGrant<Needs, Known>(
  grantOf: ReadGrantType<Needs>,
  grants: Readonly<Record<string, Grant<Known>>> & { readonly '*': Grant<Known> },
): Step<Needs & Known, HasResponse> {
  return step('byGrant', { by_grant: { grantOf, grants } }, (gateway, route) => {
    const lists = new Map(Object.entries(grants).map(([name, { steps }]) => [name, bindSteps(steps, gateway, route)]));
    return async (context: RequestContext & Needs & Known) => {
      const grant_type = grantOf(context);
      const name = lists.has(grant_type) ? grant_type : '*';
      if (name !== '*') context.note({ grant_type });
      checkFeatureSwitch({ only_with: grants[name]?.only_with, auth: route.auth }, context.claims, gateway.settings);
      return { response: await runSteps(lists.get(name) ?? [], context) };
    };
  });
}
