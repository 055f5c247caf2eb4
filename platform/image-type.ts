/**
 * Returns whether a file is a JPEG, PNG, WebP or AVIF by its first bytes, before any program decodes it. Drawings such
 * as SVG are not: they can contain scripts and load other files.
 */
export function isSupportedImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    (head.slice(4, 8) === 'ftyp' && /^(avi[fs]|mif1)/.test(head.slice(8, 12)))
  )
}
