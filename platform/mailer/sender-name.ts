/**
 * Returns the `From` header of emails: `MAIL_FROM` as configured, or with the name of the site if it has no name.
 */
export function mailFrom(config: { readonly MAIL_FROM: string; readonly SITE_NAME: string }): string {
  const { MAIL_FROM: from, SITE_NAME: name } = config
  if (from.includes('<')) return from
  // A comma or a colon would begin another address.
  const quoted = /^[\p{L}\p{N} &’-]+$/u.test(name) ? name : `"${name}"`
  return `${quoted} <${from}>`
}
