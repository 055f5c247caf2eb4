import { logoAddress, readLogo } from '../site-identity.ts'

/** The site as it introduces itself in an email. */
export type MailSender = {
  name: string
  /** Postal address in the footer; may be empty. */
  postalAddress: string
  /** Accent color, `#rrggbb`; undefined until the owner sets one. */
  accent: string | undefined
  /** Logo by its absolute URL, with the size in CSS pixels; undefined until the owner uploads one. */
  logo: { url: string; width: number; height: number } | undefined
}

/** Returns the sender by the current settings. */
export function mailSender(config: {
  readonly origin: string
  readonly SITE_NAME: string
  readonly POSTAL_ADDRESS: string
  readonly ACCENT_COLOR?: string | undefined
  readonly SITE_LOGO?: string | undefined
}): MailSender {
  const logo = readLogo(config.SITE_LOGO)
  return {
    name: config.SITE_NAME,
    postalAddress: config.POSTAL_ADDRESS,
    accent: config.ACCENT_COLOR,
    logo: logo && {
      // PNG, because Outlook on Windows shows no WebP.
      url: config.origin + logoAddress(logo.id, 'logo.png'),
      width: Math.ceil(logo.width / 2),
      height: Math.ceil(logo.height / 2),
    },
  }
}
