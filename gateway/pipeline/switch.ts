// Rejects requests to features that are turned off by a setting.
import type { Settings } from '../../core/settings/table.ts';
import { readBearerIds } from '../http/claims.ts';
import { refuse } from '../http/errors.ts';
import type { Claims } from '../http/jwt.ts';
import type { FeatureSwitch, RequiredAuth } from '../routes/names.ts';

/** Throws if the route's feature is disabled. On a route for users, a token without a user is rejected first. */
export function checkFeatureSwitch(
  { only_with, auth }: { only_with?: FeatureSwitch | undefined; auth: RequiredAuth },
  claims: Claims | null,
  settings: Settings,
): void {
  if (!only_with || only_with.settings.some((name) => settings[name])) return;
  if (claims && auth === 'user') readBearerIds(claims);
  throw refuse(only_with.refuse);
}
