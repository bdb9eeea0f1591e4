// postern completion: prints a completion script for a shell.
import { Argument, type Command } from 'commander';
import { print } from '../../core/terminal/output.ts';
import type { Runner } from '../runner.ts';
import { completionScript } from '../terminal/completion.ts';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('completion')
    .description(
      'Print a completion script for a shell. It needs postern on the PATH (npm link): eval "$(postern completion bash)"',
    )
    .addArgument(new Argument('<shell>', 'shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: 'bash' | 'zsh' | 'fish') =>
      run(async () => {
        print(completionScript(root, shell));
        return 0;
      })(),
    );
}
