// Helpers for tests of redirect targets.
import * as assert from 'uvu/assert';
import { createRedirectRules } from '../../../gateway/http/redirect.ts';

/** Creates the check of redirect targets from a SITE_URL and an allow list. */
export const createRedirectCheck = (site: string, list: string[] = [], same_origin = false) =>
  createRedirectRules({ site_url: site, uri_allow_list: list, security_redirect_same_origin: same_origin });

/** Asserts which targets are allowed and which are rejected. */
export function assertRedirects(
  redirects: ReturnType<typeof createRedirectCheck>,
  allowed: readonly string[],
  refused: readonly string[],
): void {
  for (const target of allowed)
    assert.is(redirects.allows(target), true, `should be allowed: ${JSON.stringify(target)}`);
  for (const target of refused)
    assert.is(redirects.allows(target), false, `should be refused: ${JSON.stringify(target)}`);
}
