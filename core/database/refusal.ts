// A reason not to migrate, worded for the operator.

export class MigrationRefusedError extends Error {
  readonly code = 'migration_refused';
  override readonly name = 'MigrationRefusedError';
}
