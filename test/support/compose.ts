// docker-compose.yml as `docker compose` reads it: anchors, ${NAME:-default}, env_file, and the order of depends_on.
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

/** What compose makes of ${NAME:-default}, ${NAME:?message} and ${NAME}. */
export function expand(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = given[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name}: ${rest}`);
    return value === '' && kind === '-' ? rest : value;
  });
}

/** A service's environment: the lines of .env first where it has an env_file, its own over them. */
export function environmentOf(service: Service, env_file: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(service.environment ?? {}).map(([name, text]) => [name, expand(text, env_file)]);
  return { ...(service.env_file === '.env' ? env_file : {}), ...Object.fromEntries(own) };
}

/** NAME=value lines. */
export function readEnvFile(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => [/^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []]).filter((one) => one[0]),
  );
}

/** The services that `up` starts, each after what it depends on. */
export function startOrder({ services }: Compose): string[] {
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
