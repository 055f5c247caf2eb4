/** Name of a site whose owner has not set another. */
export const defaultSiteName = 'Swade'

/**
 * Placeholder of the site's name in texts; the catalogues and the `handle` of pages write it. It is no argument of ICU
 * MessageFormat, because nobody passes it: the server fills it in before a text is compiled.
 */
const nameToken = '[siteName]'

/** Returns a text with the name of the site in place of `[siteName]`. */
export function withSiteName(text: string, name: string): string {
  return text.replaceAll(nameToken, () => name)
}

/** Returns the name of the radio station. */
export const stationNameOf = (siteName: string) => `${siteName} Radio`

/** Returns the name of the artist roster. */
export const rosterNameOf = (siteName: string) => `${siteName} Fam`

/** Pattern of a stored logo: a hash of its content and its size in pixels. */
export const logoShape = /^[0-9a-f]{16}-(\d{1,4})x(\d{1,4})$/

/** Files of a stored logo, with the side of square icons in pixels. */
export const logoFiles = {
  'logo.webp': undefined,
  'logo.png': undefined,
  'icon-32.png': 32,
  'icon-180.png': 180,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable-512.png': 512,
} as const

/** Name of a file of the logo. */
export type LogoFile = keyof typeof logoFiles

/** Returns the address of a file of a stored logo, which never changes; also its storage key, without the slash. */
export const logoAddress = (id: string, file: LogoFile) => `/identity/${id}/${file}`

/** Logo of the site; its size is in pixels, for screens with two pixels per CSS pixel. */
export type SiteLogo = { id: string; width: number; height: number }

/** Reads the id of a stored logo; undefined for one that is none. */
export function readLogo(id: string | undefined): SiteLogo | undefined {
  const [, width, height] = logoShape.exec(id ?? '') ?? []
  return id && width && height ? { id, width: Number(width), height: Number(height) } : undefined
}

/** Returns the address of an icon of the site: of its logo, or of the figure that the site comes with. */
export function iconAddress(logo: SiteLogo | undefined, side: 192 | 512): string {
  return logo ? logoAddress(logo.id, `icon-${side}.png`) : `/icon-${side}.png`
}
