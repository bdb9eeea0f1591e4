// Determines the base URL of mailed and generated links: API_EXTERNAL_URL, or the host in X-Forwarded-Host if
// MAILER_EXTERNAL_HOSTS lists it.
import type { HttpRequest } from '../server/types.ts';

export function createExternalUrl(settings: {
  api_external_url: string;
  mailer_external_hosts: readonly string[];
}): (request: Pick<HttpRequest, 'header'>) => string {
  const hosts = new Set(settings.mailer_external_hosts.map((host) => host.trim()));
  return (request) => {
    const host = request.header('x-forwarded-host') ?? '';
    if (!hosts.has(host)) return settings.api_external_url;
    const plain = host === 'localhost' && request.header('x-forwarded-proto') === 'http';
    return `${plain ? 'http' : 'https'}://${host}`;
  };
}
