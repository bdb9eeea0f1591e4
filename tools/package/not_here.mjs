// Rejects `npm pack` and `npm publish` in the root of the repository, because the package is built elsewhere.
import process from 'node:process';

process.stderr.write(
  'The repository is not the package: "npm run package" builds and packs it, and "npm run release" publishes it.\n',
);
process.exitCode = 1;
