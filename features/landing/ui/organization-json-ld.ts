import { logoAddress, type SiteLogo } from '#shared/site-identity.ts'

type Organization = {
  /** Absolute origin of the site, without a trailing slash. */
  origin: string
  siteName: string
  logo: SiteLogo | undefined
  supportEmail: string | undefined
}

/** Returns the structured data of the organization and the site. Addresses are absolute. */
export function organizationJsonLd({ origin, siteName, logo, supportEmail }: Organization): object[] {
  return [
    {
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      'name': siteName,
      'url': `${origin}/`,
      'logo': origin + (logo ? logoAddress(logo.id, 'logo.png') : '/favicon.svg'),
      ...(supportEmail
        ? { contactPoint: { '@type': 'ContactPoint', 'email': supportEmail, 'contactType': 'customer support' } }
        : {}),
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      'name': siteName,
      'url': `${origin}/`,
      'publisher': { '@id': `${origin}/#organization` },
    },
  ]
}
