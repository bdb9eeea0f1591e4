// A function with a fault that random inputs hardly reach at once, to test the fuzzer.
export function runPlantedFault(input: string): void {
  if (!input.startsWith('x')) return;
  if (input[1] !== 'y') return;
  if (input[2] !== 'z') return;
  throw new Error('reached');
}
