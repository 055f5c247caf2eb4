import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readImage, rejectImage } from '#platform/images.ts'
import { sharp } from '#platform/sharp.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { contrastOf } from '#shared/colours.ts'
import { AppError } from '#shared/errors.ts'
import { logoAddress, type LogoFile } from '#shared/site-identity.ts'

/** Warnings about logos that are hard to see on the pages of the site. */
export const logoWarnings = {
  transparent: 'This logo is completely transparent. Upload another one.',
  dark: 'This logo is dark and hard to see on the dark pages of the site. Upload a light version.',
}

type LogoWarning = keyof typeof logoWarnings

/** A stored logo, with a warning if it is hard to see on the pages of the site. */
export type SavedLogo = { id: string; warning: LogoWarning | undefined }

const minSide = 24
const minLongSide = 128
const maxRatio = 8
/** Size in the header in pixels, for screens with two pixels per CSS pixel. */
const headerSize = { width: 400, height: 72 }
const plate = '#0f0c09'
/** Share of an icon that the logo fills: platforms show all of it, or only a circle in the middle. */
const iconShare = { any: 0.84, maskable: 0.6 }

/**
 * Checks a logo and stores it in the sizes that pages, emails and the installed app show. Only re-encoded images are
 * served, so hidden data and metadata of the file are not published.
 *
 * @param path Local path of the upload.
 * @throws AppError `invalid-input` unless it is a still JPEG, PNG, WebP or AVIF of a usable size; errors of
 * `storage.put`.
 */
export async function saveLogo(storage: Pick<Storage, 'put'>, path: string): Promise<SavedLogo> {
  const { width, height, pixels } = await readImage(await readFile(path), { width: 1, height: 1 })
  checkSize(width, height)
  const { data: logo, info } = await pixels()
    .resize({ ...headerSize, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(rejectImage)
  const id = `${createHash('sha256').update(logo).digest('hex').slice(0, 16)}-${info.width}x${info.height}`
  const files: Record<LogoFile, Buffer> = {
    'logo.png': logo,
    'logo.webp': await sharp(logo).webp({ quality: 88, alphaQuality: 90, effort: 6 }).toBuffer(),
    'icon-32.png': await icon(pixels(), 32, iconShare.any),
    'icon-180.png': await icon(pixels(), 180, iconShare.any),
    'icon-192.png': await icon(pixels(), 192, iconShare.any),
    'icon-512.png': await icon(pixels(), 512, iconShare.any),
    'icon-maskable-512.png': await icon(pixels(), 512, iconShare.maskable),
  }
  for (const [name, body] of Object.entries(files))
    await storage.put(logoKey(id, name as LogoFile), body, { contentType: logoType(name) })
  return { id, warning: await warningOf(logo) }
}

/** Returns the storage key of a file of a logo. */
export const logoKey = (id: string, file: LogoFile) => logoAddress(id, file).slice(1)

/** Returns the content type of a file of a logo. */
export const logoType = (file: string) => (file.endsWith('.webp') ? 'image/webp' : 'image/png')

function checkSize(width: number, height: number): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const size = `This image is ${width} × ${height} pixels.`
  if (short < minSide || long < minLongSide)
    throw new AppError(
      'invalid-input',
      `${size} A logo needs at least ${minLongSide} pixels on its longer side and ${minSide} on its shorter side.`,
    )
  if (long > maxRatio * short)
    throw new AppError(
      'invalid-input',
      `${size} The longer side of a logo can be up to ${maxRatio} times as long as the shorter one.`,
    )
}

/** Draws the logo in the middle of a square in the color of the page. */
async function icon(image: ReturnType<typeof sharp>, side: number, share: number): Promise<Buffer> {
  const inner = Math.round(side * share)
  const drawn = await image.resize(inner, inner, { fit: 'inside' }).png().toBuffer().catch(rejectImage)
  return sharp({ create: { width: side, height: side, channels: 4, background: plate } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** Contrast below which a graphic is hard to see. @see https://www.w3.org/TR/WCAG22/#non-text-contrast */
const minContrast = 3

/** Compares the average color of the opaque pixels with the page. */
async function warningOf(logo: Buffer): Promise<LogoWarning | undefined> {
  const { data, info } = await sharp(logo)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sums = [0, 0, 0]
  let weight = 0
  for (let at = 0; at + 3 < data.length; at += info.channels) {
    const alpha = data[at + 3]!
    weight += alpha
    for (const channel of [0, 1, 2]) sums[channel]! += data[at + channel]! * alpha
  }
  if (weight === 0) return 'transparent'
  const average = sums.map((sum) =>
    Math.round(sum / weight)
      .toString(16)
      .padStart(2, '0'),
  )
  return contrastOf(`#${average.join('')}`, plate) < minContrast ? 'dark' : undefined
}
