// `npm pack` and `npm publish` run this in the root of the repository, which is not what is published.
import process from 'node:process';

process.stderr.write(
  'The repository is not the package: "npm run package" builds and packs it, and "npm run release" publishes it.\n',
);
process.exitCode = 1;
