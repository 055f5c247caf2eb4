import { z } from 'zod'

/** Lower-case words joined by single hyphens; 1–80 characters. Opens pages, so it never changes once published. */
export const slugSchema = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')

/** An absolute `https:` address, or nothing. */
export const optionalHttpsUrlSchema = z.union([z.literal(''), z.url({ protocol: /^https$/ })]).meta({ form: 'link' })

/** Why a text with a lone surrogate is refused. */
export const loneSurrogateMessage = 'contains an invalid character; type it again'

/** Any text without lone surrogates, which no JSON document and no mail can carry. */
export const wellFormedTextSchema = z.string().refine((text) => text.isWellFormed(), loneSurrogateMessage)

/** Non-empty text after trimming. */
export const textSchema = wellFormedTextSchema.trim().min(1, 'must not be empty')

/** One call of our API: where it is, what it takes, what it answers. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: z.ZodType
  reply?: z.ZodType
}
