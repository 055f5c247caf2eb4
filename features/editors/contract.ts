/*
 * Editors: the people who write and send the letter. Owns: their accounts, roles and sign-in, the guard before their
 * calls, the frame of their desk, and the list of what was done at it. Does not own: what stands in the tabs of the
 * desk (issues, delivery, subscribers), the owner's sign-in (owner). Calls of the desk, `/api/newsletter/admin/…`,
 * carry a bearer token, or from our own pages the cookie of the owner. Names in bodies and replies are the
 * specification's, in snake case; moments are ISO. Lists answer `{ items, … }`, refusals
 * `{ success: false, code, message, detail }`.
 */
import type { AdminRole } from '#shared/admin-role.ts'

/**
 * Answer of `POST /api/newsletter/auth/login`; the token is good for twelve hours, or until
 * `POST /api/newsletter/auth/logout`.
 */
export type LoginReply = {
  access_token: string
  token_type: 'bearer'
  expires_at: string
  email: string
  role: AdminRole
}

/** `GET admin/me`; the owner is a super admin. */
export type Me = { email: string; role: AdminRole; expires_at: string }

/** One line of `GET admin/accounts`. */
export type AccountSummary = { id: string; email: string; role: AdminRole; created_at: string }
