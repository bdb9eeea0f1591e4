// A reason not to migrate, worded for the operator.

export class MigrateRefusal extends Error {
  override readonly name = 'MigrateRefusal';
}
