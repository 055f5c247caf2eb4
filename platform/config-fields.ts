import { z } from 'zod'
import { emailAddressSchema } from '#shared/email-address.ts'
import { accentProblem, accentSchema, siteNameSchema } from '#shared/site-identity-schema.ts'

/**
 * Creates a setting that is also a field of a form, whose messages would not follow the name of a setting.
 *
 * @param messageOf Returns the message for an invalid value.
 */
const settingOf = <Output>(schema: z.ZodType<Output>, messageOf: (value: string) => string) =>
  z.string().transform((value, context): Output => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: messageOf(value) })
    return z.NEVER
  })

/** An email address. */
export const emailSetting = settingOf(emailAddressSchema, () => 'must be an email address')

/** The name of the site. */
export const siteNameSetting = settingOf(
  siteNameSchema,
  () => 'must have at most 40 letters, numbers, spaces and punctuation marks, without < > { } # " and \\',
)

/** The accent color; one that is hard to read is refused with its contrast. */
export const accentSetting = settingOf(accentSchema, (value) =>
  /^#[0-9a-f]{6}$/i.test(value)
    ? `is hard to read. ${accentProblem(value)}`
    : 'must be # and six hexadecimal digits, such as #f8823d',
)

/** Message for a setting that is not an address for HTTP requests. */
export const httpUrlRule = 'must be a full URL starting with http:// or https://'

/** Returns whether a text is a URL with a user name or password. */
const hasUserinfo = (value: string) =>
  URL.canParse(value) && (new URL(value).username !== '' || new URL(value).password !== '')
/** An http or https URL. URLs are logged and shown on pages, so they must not contain credentials. */
export const optionalUrl = z
  .url({ protocol: /^https?$/, error: httpUrlRule })
  .refine((value) => !hasUserinfo(value), 'must not contain a username or password')
  .optional()
/** A key that is sent in a header. */
export const optionalKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be a key without spaces or line breaks')
  .optional()

/** Settings of the object storage; without them, files are on the disk. */
export const storageFields = {
  S3_ENDPOINT: optionalUrl,
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: 3 to 63 characters (a to z, 0 to 9, . and -)',
    )
    .optional(),
  S3_ACCESS_KEY_ID: optionalKey,
  S3_SECRET_ACCESS_KEY: optionalKey,
  S3_CACHE_MEGABYTES: z.coerce
    .number()
    .int()
    .min(64)
    .max(1024 * 1024)
    .default(2048),
}

/** Returns the problems of the S3 settings together. */
export function storageProblems(values: Partial<Record<keyof typeof storageFields, unknown>>): string[] {
  const required = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (!values.S3_ENDPOINT && required.every((name) => !values[name])) return []
  return required.flatMap((name) => (values[name] ? [] : [`${name}: must be set together with the other S3 settings`]))
}

/** A Cash App handle, taken with or without its `$`, which the app does not count as part of the name. */
export const cashAppTag = (message: string) =>
  z
    .string()
    .regex(/^\$?(?=\w*[A-Za-z])\w{1,20}$/, message)
    .transform((tag) => (tag.startsWith('$') ? tag : `$${tag}`))
