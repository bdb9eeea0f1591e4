// A function with a planted fault, which random inputs rarely reach in one step, to test the fuzzer.
export function runPlantedFault(input: string): void {
  if (!input.startsWith('x')) return;
  if (input[1] !== 'y') return;
  if (input[2] !== 'z') return;
  throw new Error('reached');
}
