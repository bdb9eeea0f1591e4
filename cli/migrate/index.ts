// What the rest of Postern may call of the loader.

export { installationNames, type Names, type RoleName } from '../../core/database/names.ts';
export { MigrateRefusal } from '../../core/database/refusal.ts';
export {
  compareVersions,
  type DatabaseState,
  databaseState,
  type Fitness,
  fitness,
  RELEASE,
  type Release,
} from '../../core/database/release.ts';
export { type MigrateOptions, type MigrateResult, migrate } from './migrate.ts';
export { type PlanOptions, plan } from './plan.ts';
export type { Logins } from './roles.ts';
