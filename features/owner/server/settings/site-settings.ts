import { z } from 'zod'
import { emailAddressSchema } from '#shared/email-address.ts'

/** A name a visitor could type into a wallet: 32 bytes in base 58. */
const mint = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'A mint is 32 to 44 letters and digits, without 0, O, I and l.')
const httpsUrl = z.url({ protocol: /^https$/, error: 'Please give a whole address that begins with https://.' }).max(500)

/** What the owner may set over the configuration; what is absent is as configured. */
export const siteSettingsSchema = z.object({
  SUPPORT_EMAIL: emailAddressSchema.optional(),
  POSTAL_ADDRESS: z.string().max(300, 'At most 300 characters.').optional(),
  CASHAPP_TAG: z
    .string()
    .regex(/^\$(?=\w*[A-Za-z])\w{1,20}$/, 'A tag is a $ and up to 20 letters, digits or underscores, with a letter among them.')
    .optional(),
  SPATIAL_ROOM_URL: httpsUrl.optional(),
  SWDZ_MINT: mint.optional(),
  SWDZ_BUY_URL: httpsUrl.optional(),
  SWDX_MINT: mint.optional(),
  SWDX_BUY_URL: httpsUrl.optional(),
})

/** The owner's values, named as the configuration names them. */
export type SiteSettings = z.infer<typeof siteSettingsSchema>

/** One of their names. */
export type SettingName = keyof SiteSettings

/** What the form says of each, in its order. */
export const settingFields: { name: SettingName; label: string; hint: string; isLong?: boolean }[] = [
  { name: 'SUPPORT_EMAIL', label: 'Support email', hint: 'Printed on pages, legal texts, mails and at the gate.' },
  { name: 'POSTAL_ADDRESS', label: 'Postal address', hint: 'Printed at the foot of every mail and in the imprint.', isLong: true },
  { name: 'CASHAPP_TAG', label: 'Cash App tag', hint: 'Where Cash App money goes, from the next payment on.' },
  { name: 'SPATIAL_ROOM_URL', label: 'Spatial room', hint: 'The virtual venue on the landing page.' },
  { name: 'SWDZ_MINT', label: 'SWDZ mint', hint: 'Without a mint there is no buy link.' },
  { name: 'SWDZ_BUY_URL', label: 'SWDZ exchange page', hint: 'Where SWADEZ can be bought.' },
  { name: 'SWDX_MINT', label: 'SWDX mint', hint: 'Without a mint there is no buy link.' },
  { name: 'SWDX_BUY_URL', label: 'SWDX exchange page', hint: 'Where SWADEX can be bought.' },
]
