// A reason not to migrate, worded for the operator.

export class MigrationRefusedError extends Error {
  override readonly name = 'MigrationRefusedError';
}
