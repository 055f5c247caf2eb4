/*
 * * Editors: the people who write and send the newsletter. Owns their accounts, roles and sign-in, the guard of their
 * API and
 * the frame of the newsletter admin. Does not own the tabs in it (issues, delivery, subscribers) or the owner's sign-in
 * (owner). Requests to `/api/newsletter/admin/…` carry a bearer token or, from our own pages, the cookie of the owner.
 * Names in bodies and replies are those of the specification, in snake case; timestamps are ISO 8601. Lists are
 * `{ items, … }`, errors `{ success: false, code, message, detail }`.
 */
import type { AdminRole } from '#shared/admin-role.ts'

/**
 * Reply of `POST /api/newsletter/auth/login`. The token is valid for twelve hours, or until
 * `POST /api/newsletter/auth/logout`.
 */
export type LoginReply = {
  access_token: string
  token_type: 'bearer'
  expires_at: string
  email: string
  role: AdminRole
}

/** Reply of `GET admin/me`. The owner is a super admin. */
export type Me = { email: string; role: AdminRole; expires_at: string }

/** Item of `GET admin/accounts`. */
export type AccountSummary = { id: string; email: string; role: AdminRole; created_at: string }
