/**
 * Returns whether a WebP is lossless.
 *
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
export function isLosslessWebp(webp: Buffer): boolean {
  for (let at = 12; at + 8 <= webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2)) {
    const chunk = webp.toString('latin1', at, at + 4)
    if (chunk === 'VP8L') return true
    if (chunk === 'VP8 ') return false
  }
  return false
}
