import { parseCookie, stringifySetCookie } from 'cookie'
import { createSecret, fingerprint } from '#platform/secrets.ts'

/** The one cookie of this site: a secret that names a browser's shelf of books, and nothing else. */
export type LibraryCookie = {
  readonly name: string
  /** What a shelf is kept under, from a request's `Cookie` header; undefined when there is none of ours. */
  tokenHashOf(header: string | undefined): string | undefined
  /** The `Set-Cookie` value that lets the browser of this header keep its shelf for another 400 days. */
  renew(header: string | undefined): string | undefined
  /** A new secret: its fingerprint to keep, its cookie to send. */
  create(): { tokenHash: string; setCookie: string }
}

/** 400 days, the longest browsers allow. */
const maxAgeSeconds = 400 * 24 * 60 * 60

/** Every secret we hand out looks like this; anything else is not even looked up. */
const secretPattern = /^[\w-]{32}$/

/** @param origin Over https the name itself forbids other hosts, paths and plain connections to set it. */
export function createLibraryCookie(origin: string): LibraryCookie {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? '__Host-swade-shelf' : 'swade-shelf'
  const write = (value: string) =>
    stringifySetCookie({
      name,
      value,
      maxAge: maxAgeSeconds,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    })
  // One of the same name that is none of ours is passed over.
  const decode = (value: string) => (secretPattern.test(value) ? value : undefined)
  const secretOf = (header: string | undefined) => parseCookie(header ?? '', { decode })[name]
  return {
    name,
    tokenHashOf(header) {
      const secret = secretOf(header)
      return secret && fingerprint(secret)
    },
    renew(header) {
      const secret = secretOf(header)
      return secret && write(secret)
    },
    create() {
      const secret = createSecret()
      return { tokenHash: fingerprint(secret), setCookie: write(secret) }
    },
  }
}
