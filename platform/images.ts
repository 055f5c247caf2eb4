import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { type ImageWidth, imageFile, imagePath, imageWidths } from '#shared/image-address.ts'
import { sharp } from './sharp.ts'
import type { Storage } from './storage/storage.ts'

/** Maximum pixels of an image that is decoded; the largest cameras stay below. */
const maxPixels = 80_000_000

/** Widest and narrowest shape that is kept, as width by height: no page shows more of an image than this. */
const maxRatio = 2

/** Seconds of computing for one width. */
const maxSeconds = 20

/** Colors of the pages, beneath transparent images: the dark one, and the light one for dark drawings. */
const grounds = { plate: '#0f0c09', sand: '#f1e8d8' }

/** Maximum bytes of an uploaded image. */
export const maxImageBytes = 15 * 1024 * 1024

/** Storage key of an uploaded image by its file name. */
export const imageKey = (file: string) => `images/${file}`

/** Minimum size of an image in pixels; error messages name what requires it by `of`, such as `A cover`. */
export type MinSize = { width: number; height: number; of?: string }

/** An image that may be published: facts of the upload after turning it upright, and a function that draws it. */
export type ReadImage = {
  width: number
  height: number
  /** Returns the pipeline of the upright image, without the metadata of the upload. */
  pixels(): ReturnType<typeof sharp>
}

/**
 * Examines an upload by its content, never by its name.
 *
 * @param min Minimum width and height in pixels.
 * @throws AppError `invalid-input` that names the reason unless it is a still JPEG, PNG, WebP or AVIF of this size.
 */
export async function readImage(bytes: Uint8Array, min: MinSize): Promise<ReadImage> {
  if (!isSupportedImage(bytes))
    throw new AppError('invalid-input', 'Unsupported image type. Use JPEG, PNG, WebP or AVIF.')
  const read = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  const facts = await read().metadata().catch(rejectImage)
  if ((facts.pages ?? 1) > 1)
    throw new AppError('invalid-input', 'Animated images are not supported. Use a still image.')
  const { width, height } = facts.autoOrient
  if (width * height > maxPixels) throw tooManyPixels()
  if (width < min.width || height < min.height)
    throw new AppError(
      'invalid-input',
      `This image is ${width} by ${height} pixels. ${min.of ?? 'It'} needs at least ${min.width} by ${min.height} pixels.`,
    )
  return { width, height, pixels: () => read().autoOrient().timeout({ seconds: maxSeconds }) }
}

/** An encoded image: the name made from its content, and the bytes of each width as WebP. */
export type EncodedImage = { name: string; files: { file: string; body: Buffer }[] }

/**
 * Encodes an image in all widths. Very long shapes are cropped from the center, and transparent ones get the ground on
 * which they can be seen.
 *
 * @throws AppError `invalid-input` as {@link readImage}, also for a damaged one.
 */
export async function encodeImage(bytes: Uint8Array, min: MinSize): Promise<EncodedImage> {
  const { width, height, pixels } = await readImage(bytes, min)
  const ground = await groundOf(pixels)
  const cropped = {
    width: Math.min(width, Math.round(height * maxRatio)),
    height: Math.min(height, Math.round(width * maxRatio)),
  }
  const draw = (wide: ImageWidth) => {
    const target = Math.min(wide, cropped.width)
    return pixels()
      .resize(target, Math.max(1, Math.round((target * cropped.height) / cropped.width)), { fit: 'cover' })
      .flatten({ background: ground })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(rejectImage)
  }
  const bodies: Buffer[] = []
  for (const wide of imageWidths) bodies.push(await draw(wide))
  const name = createHash('sha256').update(bodies.at(-1)!).digest('hex').slice(0, 32)
  return { name, files: imageWidths.map((wide, index) => ({ file: imageFile(name, wide), body: bodies[index]! })) }
}

/**
 * Stores an uploaded image in all widths; the same image is stored once.
 *
 * @param upload Local path or bytes of the upload.
 * @param minSide Minimum pixels of each side.
 * @returns Its address on the site.
 * @throws AppError `invalid-input` with the reason; errors of `storage.put`.
 */
export async function saveImage(
  storage: Pick<Storage, 'put'>,
  upload: string | Uint8Array,
  minSide = 320,
): Promise<string> {
  const bytes = typeof upload === 'string' ? await readFile(upload) : upload
  const { name, files } = await encodeImage(bytes, { width: minSide, height: minSide })
  for (const { file, body } of files) await storage.put(imageKey(file), body, { contentType: 'image/webp' })
  return imagePath(imageFile(name))
}

/**
 * Returns whether a file is a JPEG, PNG, WebP or AVIF by its first bytes, before any program decodes it. Drawings such
 * as SVG are not: they can contain scripts and load other files.
 */
function isSupportedImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    (head.slice(4, 8) === 'ftyp' && /^(avi[fs]|mif1)/.test(head.slice(8, 12)))
  )
}

/** Returns the problem of an entry whose image is not stored. */
export async function missingImage(
  image: string,
  isStored: (key: string) => Promise<boolean>,
): Promise<{ path: string; message: string }[]> {
  const file = image.split('/').at(-1)
  return !file || (await isStored(imageKey(file)))
    ? []
    : [{ path: 'image', message: 'This image is missing. Upload it again.' }]
}

/** Returns the ground on which the drawing of a transparent image can be seen. */
async function groundOf(pixels: ReadImage['pixels']): Promise<string> {
  const { data } = await pixels()
    .resize(48, 48, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(rejectImage)
  let light = 0
  let opaque = 0
  for (let at = 0; at + 3 < data.length; at += 4) {
    const alpha = data[at + 3]!
    light += alpha * (0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!)
    opaque += alpha
  }
  const isTransparent = opaque < 0.98 * 255 * (data.length / 4)
  return isTransparent && light < 80 * opaque ? grounds.sand : grounds.plate
}

const tooManyPixels = (cause?: unknown) =>
  new AppError('invalid-input', 'This image is too large. Use an image of up to 80 megapixels.', { cause })

/** Converts an error of decoding. @throws AppError `invalid-input`. */
export function rejectImage(cause: unknown): never {
  if (/pixel limit/i.test(String(cause))) throw tooManyPixels(cause)
  throw new AppError('invalid-input', 'This image is damaged or incomplete.', { cause })
}
