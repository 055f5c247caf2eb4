/** The samples of a 16-bit mono WAV file. @throws Error for any other kind. */
export function readMonoWave(file: Buffer, sampleRate: number): Int16Array {
  let samples: Int16Array | undefined
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    const body = file.subarray(at + 8, at + 8 + size)
    if (
      name === 'fmt ' &&
      (body.readUInt16LE(2) !== 1 || body.readUInt32LE(4) !== sampleRate || body.readUInt16LE(14) !== 16)
    ) {
      throw new Error(`expected 16-bit mono at ${sampleRate} Hz`)
    }
    if (name === 'data')
      samples = Int16Array.from({ length: body.length >> 1 }, (_, index) => body.readInt16LE(index * 2))
    at += 8 + size + (size % 2)
  }
  if (!samples) throw new Error('a WAV file without samples')
  return samples
}
