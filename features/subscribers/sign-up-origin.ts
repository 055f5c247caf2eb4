import { type Locale, splitLocale } from '#shared/locales.ts'

/** Page whose form was used for a sign-up; `page` is the newsletter page, and `api` a request from none of them. */
export type SignUpForm = 'landing' | 'page' | 'issue' | 'api'

/** Form of a sign-up, client address that it counts for, and language of the form (English by default). */
export type SignUpOrigin = { form: SignUpForm; clientAddress: string; locale?: Locale }

/**
 * Returns the form of a sign-up by the page that the request comes from.
 *
 * @param referer Header `Referer`; the page of another site counts as none.
 * @param host Header `Host`.
 */
export function signUpFormOf(referer: string | null | undefined, host: string | null | undefined): SignUpForm {
  const page = referer ? URL.parse(referer) : null
  if (!page || page.host !== host) return 'api'
  const { path } = splitLocale(page.pathname)
  if (path === '/') return 'landing'
  if (path === '/newsletter') return 'page'
  return path.startsWith('/newsletter/') ? 'issue' : 'api'
}
