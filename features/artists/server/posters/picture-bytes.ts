const [riff, webp] = [Buffer.from('RIFF'), Buffer.from('WEBP')]
const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Whether a file begins as a JPEG, PNG or WebP, whatever it calls itself. What draws pictures goes by the bytes too, and takes SVG, which may
 * name other files, GIF and more.
 *
 * @see https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm
 */
export function beginsAsPicture(bytes: Buffer): boolean {
  const begins = (pattern: Buffer, at = 0) => bytes.subarray(at, at + pattern.length).equals(pattern)
  return begins(jpeg) || begins(png) || (begins(riff) && begins(webp, 8))
}
