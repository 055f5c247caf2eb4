/*
 * Editors: the people who write and send the newsletter. Owns their accounts, roles and sign-in, the guard of their API
 * and the frame of the newsletter admin. Does not own the tabs in it (issues, delivery, subscribers) or the owner's
 * sign-in (owner). Requests to `/api/newsletter/admin/…` carry a bearer token or, from our own pages, the cookie of the
 * owner. Names in bodies and replies are those of the specification, in snake case; timestamps are ISO 8601. Lists are
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
export type AccountSummary = {
  id: string
  email: string
  role: AdminRole
  created_at: string
  has_second_step: boolean
}

/** Ways to prove the second step. */
export type SecondStepMethod = 'totp' | 'passkey' | 'recovery-code'

/**
 * Reply of `POST /api/newsletter/auth/login` for an account with a second step, which contains no token. The sign-in
 * continues at `POST /api/newsletter/auth/second-step`, which replies with {@link LoginReply}.
 */
export type SecondStepRequired = {
  second_step_required: true
  /** Secret that identifies this sign-in, valid for ten minutes. */
  second_step_token: string
  methods: SecondStepMethod[]
  expires_at: string
  message: string
}

/** Passkey of an editor. */
export type EditorPasskey = { id: string; name: string; created_at: string; last_used_at: string | null }

/** Reply of `GET admin/me/second-step`. */
export type SecondStep = {
  totp: { added_at: string } | null
  passkeys: EditorPasskey[]
  recovery_codes_left: number
}

/** Reply of `POST admin/me/second-step/totp`. The secret is shown once and works after its first code. */
export type TotpStart = { secret: string; uri: string; qr_svg: string }

/** Reply after adding a method. For the first method it contains recovery codes, which are shown once. */
export type SecondStepAdded = { recovery_codes?: string[] | undefined }
