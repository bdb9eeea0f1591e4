// What the rest of Postern may call of the loader.
export { type MigrateOptions, type MigrateResult, migrate } from './migrate.ts';
export { type PlanOptions, plan } from './plan.ts';
export { MigrateRefusal } from './refusal.ts';
export {
  compareVersions,
  type DatabaseState,
  databaseState,
  type Fitness,
  fitness,
  RELEASE,
  type Release,
} from './release.ts';
export { installationNames, type Names, type RoleName } from './render.ts';
export type { Logins } from './roles.ts';
