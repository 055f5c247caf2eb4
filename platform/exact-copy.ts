/**
 * Copies bytes into a buffer of exactly their size, for caching: buffers from an encoder or a stream may hold several
 * times the memory they need. Small pages of sharp took three times their size.
 */
export function exactCopy(bytes: Uint8Array): Buffer {
  // Small buffers would otherwise share a pool that lives as long as any of them.
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
