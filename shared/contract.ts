import { z } from 'zod'

/**
 * Slug: lower-case words joined by single hyphens, 1–80 characters. It never changes once published, since it is part
 * of URLs.
 */
export const slugSchema = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase words joined by hyphens')

/** An absolute `https:` URL, or an empty string. */
export const optionalHttpsUrlSchema = z.union([z.literal(''), z.url({ protocol: /^https$/ })]).meta({ form: 'link' })

/** Address of an uploaded image, or an empty string. */
export const uploadedImageSchema = z.union([
  z.literal(''),
  z.string().regex(/^\/media\/images\/[0-9a-f]{32}\.webp$/, 'must be an uploaded image'),
])

/** Description of an image for people who cannot see it. */
export const imageAltSchema = z.string().max(300)

/**
 * Fields of an entry whose generated artwork the owner can replace by an uploaded image, for the schema of the entry.
 * Without an address, the artwork is shown.
 */
export const uploadedImageFields = {
  image: uploadedImageSchema.optional().meta({
    label: 'Image',
    form: {
      kind: 'file',
      upload: 'image',
      accept: 'image/jpeg,image/png,image/webp,image/avif',
      sizeHint: 'JPEG, PNG, WebP or AVIF, up to 15 MB, at least 320 × 320 pixels.',
    },
    hint: 'If empty, generated artwork is shown.',
  }),
  imageAlt: imageAltSchema.optional().meta({
    label: 'Image description',
    hint: 'Describe the image for people who cannot see it.',
  }),
}

/** Message for text with a lone surrogate, after the field name. */
export const loneSurrogateMessage = 'contains an invalid character; type it again'

/** Text without lone surrogates, which neither JSON nor email can contain. */
export const wellFormedTextSchema = z.string().refine((text) => text.isWellFormed(), loneSurrogateMessage)

/** Non-empty text after trimming. */
export const textSchema = wellFormedTextSchema.trim().min(1, 'must not be empty')

/** An API endpoint with the schemas of its request and response. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: z.ZodType
  reply?: z.ZodType
}
