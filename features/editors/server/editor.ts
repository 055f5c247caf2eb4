import type { AdminRole } from '#shared/admin-role.ts'

/** Who is signed in at the newsletter desk. */
export type Editor = { id: string; email: string; role: AdminRole }

/** What the guard before the desk's calls asks; see newsletter-guard.ts. */
export type DeskAccess = {
  /** @param authorization The header `Authorization: Bearer …`. @returns undefined unless it names a session that is still good. */
  editorOf(authorization: string | undefined): Promise<Editor | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who acts; there on every call that asks for a role, and null on all others. */
    editor: Editor
  }
  interface FastifyContextConfig {
    /** Who may call this at the least. Every route of the newsletter desk must say so; without it the site does not start. */
    role?: AdminRole
    /** What a body may be instead of JSON, such as `text/csv`. */
    takes?: string
  }
}
