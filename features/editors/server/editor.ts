import type { AdminRole } from '#shared/admin-role.ts'

/**
 * Person who is signed in to the newsletter admin: an editor with a token, or the owner with the cookie of `/admin`.
 */
export type Editor = {
  /** Id of the account; `owner` for the owner, who has none. */
  id: string
  email: string
  role: AdminRole
  isOwner: boolean
  /** End of the session. */
  expiresAt: Date
}

/** Session lookups of the newsletter guard. @see newsletter-guard.ts */
export type AdminAccess = {
  /**
   * Returns the editor of a bearer token; undefined if there is no valid session.
   *
   * @param authorization `Authorization` header.
   */
  editorOf(authorization: string | undefined): Promise<Editor | undefined>
  /**
   * Returns the owner of a session cookie; undefined if there is no valid session.
   *
   * @param cookie `Cookie` header.
   */
  ownerOf(cookie: string | undefined): Promise<Editor | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Signed-in person on routes that require a role; null on all others. */
    editor: Editor
  }
  interface FastifyContextConfig {
    /** Minimum role. Every route of the newsletter admin must name one, or the site does not start. */
    role?: AdminRole
    /** Content type of the body, if it is not JSON, such as `text/csv`. */
    takes?: string
  }
}
