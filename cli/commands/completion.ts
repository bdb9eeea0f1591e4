// postern completion: the script that completes its words in a shell.
import { Argument, type Command } from 'commander';
import { print } from '../../core/terminal/output.ts';
import type { Runner } from '../runner.ts';
import { completionScript } from '../terminal/completion.ts';

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  root
    .command('completion')
    .description(
      'print a completion script for the word postern, which npm link puts on the PATH: eval "$(postern completion bash)"',
    )
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: 'bash' | 'zsh' | 'fish') =>
      run(async () => {
        print(completionScript(root, shell));
        return 0;
      })(),
    );
}
