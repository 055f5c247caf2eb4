import type { AdminRole } from '#shared/admin-role.ts'

/**
 * Who is signed in at the newsletter's admin: an editor by a token, or the owner, who may do everything, by the cookie
 * of `/admin`.
 */
export type Editor = {
  /** Of the account; `owner` for the owner, who has none. */
  id: string
  email: string
  role: AdminRole
  isOwner: boolean
  /** When the session ends. */
  expiresAt: Date
}

/** What the guard before the desk's calls asks; see newsletter-guard.ts. */
export type AdminAccess = {
  /**
   * @param authorization The header `Authorization: Bearer …`.
   * @returns undefined unless it names a session that is
   * still good.
   */
  editorOf(authorization: string | undefined): Promise<Editor | undefined>
  /**
   * @param cookie The header `Cookie`.
   * @returns undefined unless it names a session of the owner that is still good.
   */
  ownerOf(cookie: string | undefined): Promise<Editor | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who acts; there on every call that asks for a role, and null on all others. */
    editor: Editor
  }
  interface FastifyContextConfig {
    /**
     * Who may call this at the least. Every route of the newsletter desk must say so; without it the site does not
     * start.
     */
    role?: AdminRole
    /** What a body may be instead of JSON, such as `text/csv`. */
    takes?: string
  }
}
