// Logs the host of a `redirect_to` that is not allowed. The user is then redirected elsewhere, usually to SITE_URL, and
// the log line shows the app's developer why.
import type { Logger } from '../../core/log.ts';

/**
 * Interval in milliseconds in which each host is logged once. The number of hosts is limited, because clients choose
 * them.
 */
const PAUSE_MS = 60 * 60_000;
const MOST_HOSTS = 20;
const LONGEST_HOST = 100;

/** Creates the function that logs a redirect target. */
export function createRedirectLog(log: Pick<Logger, 'info'>, now: () => number = Date.now): (target: string) => void {
  let begun_at = Number.NEGATIVE_INFINITY;
  const logged = new Set<string>();
  return (target) => {
    if (now() - begun_at >= PAUSE_MS) {
      begun_at = now();
      logged.clear();
    }
    const host = readTargetHost(target);
    if (logged.size >= MOST_HOSTS || logged.has(host)) return;
    logged.add(host);
    log.info({ component: 'api', host }, 'redirect_to is not allowed: add it to SVC_URI_ALLOW_LIST if it is your app');
  };
}

/**
 * Returns scheme and host, or `no URL`. Credentials, path and query are removed because they may contain secrets.
 */
function readTargetHost(target: string): string {
  if (target.length > 2_048 || !URL.canParse(target)) return 'no URL';
  const { protocol, host } = new URL(target);
  const text = `${protocol}//${host}`;
  return text.length > LONGEST_HOST ? `${text.slice(0, LONGEST_HOST)}…` : text;
}
