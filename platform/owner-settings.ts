import { z } from 'zod'
import { emailAddressSchema } from '#shared/email-address.ts'
import { accentSchema, logoIdSchema, siteNameSchema } from '#shared/site-identity-schema.ts'
import { cashAppTag } from './config-fields.ts'

const ownerMint = z
  .string()
  .regex(
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    'Enter a mint address: 32 to 44 characters (A to Z, a to z, 1 to 9), excluding 0, O, I and l.',
  )
const httpsUrl = z
  .url({ protocol: /^https$/, error: 'Enter a full URL starting with https://.' })
  .max(500, 'Use at most 500 characters.')

/** Settings the owner can override; absent ones use the configuration. */
export const siteSettingsSchema = z.object({
  SITE_NAME: siteNameSchema.optional(),
  ACCENT_COLOR: accentSchema.optional(),
  SITE_LOGO: logoIdSchema.optional(),
  SUPPORT_EMAIL: emailAddressSchema.optional(),
  POSTAL_ADDRESS: z.string().max(300, 'Use at most 300 characters.').optional(),
  CASHAPP_TAG: cashAppTag(
    'After the $, use up to 20 characters (A to Z, digits or underscores), at least one of them from A to Z.',
  ).optional(),
  SPATIAL_ROOM_URL: httpsUrl.optional(),
  VOICE_CHAT: z.enum(['on', 'off'], 'Choose on or off.').optional(),
  SWDZ_MINT: ownerMint.optional(),
  SWDZ_BUY_URL: httpsUrl.optional(),
  SWDX_MINT: ownerMint.optional(),
  SWDX_BUY_URL: httpsUrl.optional(),
})

/** Values set by the owner, named like the environment variables. */
export type SiteSettings = z.infer<typeof siteSettingsSchema>

/** Name of an owner setting. */
export type SettingName = keyof SiteSettings

/** Labels and hints of the settings form, in its order. */
export const settingFields: {
  name: Exclude<SettingName, 'SITE_LOGO'>
  label: string
  hint: string
  isLong?: boolean
  choices?: readonly string[]
  isColor?: boolean
}[] = [
  {
    name: 'SITE_NAME',
    label: 'Site name',
    hint: 'Shown in the header, titles, emails and feeds. The names “… Radio” and “… Fam” begin with it.',
  },
  {
    name: 'ACCENT_COLOR',
    label: 'Accent color',
    hint: 'Color of links, buttons and focus rings, as # and six hexadecimal digits.',
    isColor: true,
  },
  {
    name: 'SUPPORT_EMAIL',
    label: 'Support email',
    hint: 'Shown on pages, in legal texts, in emails and on the sign-in page.',
  },
  {
    name: 'POSTAL_ADDRESS',
    label: 'Postal address',
    hint: 'Shown in the footer of every email and in the legal notice.',
    isLong: true,
  },
  { name: 'CASHAPP_TAG', label: 'Cash App handle', hint: 'Receives Cash App payments, starting with the next order.' },
  {
    name: 'SPATIAL_ROOM_URL',
    label: 'Spatial room',
    hint: 'Address of a Spatial room. If set, visitors enter it instead of the built-in venue.',
  },
  {
    name: 'VOICE_CHAT',
    label: 'Voice chat in the venue',
    hint: 'Guests of the built-in venue can talk to each other. “off” ends all conversations right away.',
    choices: ['on', 'off'],
  },
  { name: 'SWDZ_MINT', label: 'SWDZ mint address', hint: 'Required for the buy link.' },
  { name: 'SWDZ_BUY_URL', label: 'SWDZ exchange page', hint: 'Exchange page where visitors buy SWADEZ.' },
  { name: 'SWDX_MINT', label: 'SWDX mint address', hint: 'Required for the buy link.' },
  { name: 'SWDX_BUY_URL', label: 'SWDX exchange page', hint: 'Exchange page where visitors buy SWADEX.' },
]
