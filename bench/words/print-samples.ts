export async function printSamples(_folder: string): Promise<string[]> {
  return []
}
