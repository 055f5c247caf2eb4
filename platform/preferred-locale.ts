import { parseCookie } from 'cookie'
import Negotiator from 'negotiator'
import { defaultLocale, isLocale, type Locale, locales, splitLocale } from '#shared/locales.ts'

/** Cookie with the language a visitor has chosen in the footer. */
export const languageCookie = 'swade-language'

type Headers = { readonly [name: string]: string | string[] | undefined }

/**
 * Returns the language a visitor wants: the one chosen in the footer, else the best match of the browser's languages.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function preferredLocale(headers: Headers): Locale {
  const chosen = headers['cookie'] ? parseCookie(String(headers['cookie']))[languageCookie] : undefined
  if (isLocale(chosen)) return chosen
  if (!headers['accept-language']) return defaultLocale
  const best = new Negotiator({ headers: { 'accept-language': String(headers['accept-language']) } }).language([
    ...locales,
  ])
  return isLocale(best) ? best : defaultLocale
}

/**
 * Returns the language of an answer that is no page, such as an error or an email: that of the page the request comes
 * from, else the one the visitor wants.
 *
 * @param origin Origins of the site itself; the path of another site's page says nothing.
 */
export function requestLocale(headers: Headers): Locale {
  const referrer = typeof headers['referer'] === 'string' ? URL.parse(headers['referer']) : null
  if (referrer && referrer.host === headers['host']) return splitLocale(referrer.pathname).locale
  return preferredLocale(headers)
}
