// Parses docker-compose.yml as `docker compose` does: anchors, ${NAME:-default}, env_file, and the order of depends_on.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Service {
  image?: string;
  build?: string;
  entrypoint?: string[];
  command?: string[];
  env_file?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  profiles?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  restart?: string;
  stop_grace_period?: string;
  user?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
}

export interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

export function readCompose(file = 'docker-compose.yml'): Compose {
  return parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;
}

/** Expands ${NAME:-default}, ${NAME:?message} and ${NAME} as `docker compose` does. */
export function expandVariables(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = given[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name}: ${rest}`);
    return value === '' && kind === '-' ? rest : value;
  });
}

/**
 * Returns a service's environment variables. The service's own values override the lines of .env, which are included if
 * the service has an env_file.
 */
export function serviceEnvironment(
  service: Service,
  env_file: Readonly<Record<string, string>>,
): Record<string, string> {
  const own = Object.entries(service.environment ?? {}).map(([name, text]) => [name, expandVariables(text, env_file)]);
  return { ...(service.env_file === '.env' ? env_file : {}), ...Object.fromEntries(own) };
}

export function readEnvFile(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => [/^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []]).filter((one) => one[0]),
  );
}

/** Returns the services that `docker compose up` starts, each after its dependencies. */
export function sortByStartOrder({ services }: Compose): string[] {
  const order: string[] = [];
  const wanted = Object.keys(services).filter((name) => !services[name]?.profiles);
  while (order.length < wanted.length) {
    const next = wanted.filter(
      (name) =>
        !order.includes(name) && Object.keys(services[name]?.depends_on ?? {}).every((one) => order.includes(one)),
    );
    if (next.length === 0) throw new Error(`${wanted.filter((name) => !order.includes(name))} wait for each other`);
    order.push(...next);
  }
  return order;
}
