const headerBytes = 44

/**
 * Wraps samples in a WAV file, which every browser plays.
 *
 * @param samples 16-bit little-endian samples of one channel.
 * @param sampleRate In hertz.
 * @see http://soundfile.sapp.org/doc/WaveFormat/
 */
export function toWave(samples: Buffer, sampleRate: number): Buffer {
  const file = Buffer.alloc(headerBytes + samples.length)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  // Uncompressed, one channel.
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples.length, 40)
  samples.copy(file, headerBytes)
  return file
}
