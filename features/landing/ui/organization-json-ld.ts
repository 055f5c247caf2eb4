/** Returns the structured data of the organization and the site. Addresses are absolute. */
export function organizationJsonLd(origin: string, supportEmail: string | undefined): object[] {
  return [
    {
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      'name': 'Swade',
      'url': `${origin}/`,
      'logo': `${origin}/favicon.svg`,
      ...(supportEmail
        ? { contactPoint: { '@type': 'ContactPoint', 'email': supportEmail, 'contactType': 'customer support' } }
        : {}),
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      'name': 'Swade',
      'url': `${origin}/`,
      'publisher': { '@id': `${origin}/#organization` },
    },
  ]
}
