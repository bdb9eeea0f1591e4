// A connection that tests of doctor keep open. Each of over a hundred new connections would read the catalog again.
import { type Connection, withConnection } from '../../install/migrate/connection.ts';
import { parseMigrateTarget } from '../../install/target.ts';

export interface HeldConnection {
  connection: Connection;
  release(): Promise<void>;
}

/** Opens a connection as doctor does. */
export async function holdConnection(settings: Parameters<typeof parseMigrateTarget>[0]): Promise<HeldConnection> {
  const target = parseMigrateTarget(settings);
  if (target === null) throw new Error('the settings name no database');
  const end = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Connection>();
  const closed = withConnection(target, console.log, (connection) => {
    opened.resolve(connection);
    return end.promise;
  });
  closed.catch(opened.reject);
  return {
    connection: await opened.promise,
    release: () => {
      end.resolve();
      return closed;
    },
  };
}
