import { parseCookie, stringifySetCookie } from 'cookie'
import { createSecret, hashValue } from '#platform/secrets.ts'

/** Cookie with the secret of a browser’s library. */
export type LibraryCookie = {
  readonly name: string
  /** Returns the hash of the secret in a `Cookie` header; undefined without a valid one. */
  tokenHashOf(header: string | undefined): string | undefined
  /** Returns the `Set-Cookie` value that renews the cookie for 400 days. */
  renew(header: string | undefined): string | undefined
  /** Creates a secret; the hash is stored, the cookie is sent. */
  create(): { tokenHash: string; setCookie: string }
}

/** 400 days, the longest browsers allow. */
const maxAgeSeconds = 400 * 24 * 60 * 60

/** Format of our secrets; anything else is not looked up. */
const secretPattern = /^[\w-]{32}$/

/**
 * @param origin With https, the name prefix of the cookie prevents other hosts, paths and plain connections from
 * setting it.
 */
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
  // A cookie with the same name but another format is ignored.
  const decode = (value: string) => (secretPattern.test(value) ? value : undefined)
  const secretOf = (header: string | undefined) => parseCookie(header ?? '', { decode })[name]
  return {
    name,
    tokenHashOf(header) {
      const secret = secretOf(header)
      return secret && hashValue(secret)
    },
    renew(header) {
      const secret = secretOf(header)
      return secret && write(secret)
    },
    create() {
      const secret = createSecret()
      return { tokenHash: hashValue(secret), setCookie: write(secret) }
    },
  }
}
