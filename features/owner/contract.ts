/*
 * Owner: the admin of the person who runs the site. Owns the owner's sign-in (one-time code, session), the frame of the
 * admin with its tabs, the inbox of action items, the audit log, content editing, settings, service status and, on a
 * developer's machine, the local outbox. Does not own the admin pages of other features, the newsletter admin (editors)
 * or the emails themselves (platform/mailer).
 */
import { z } from 'zod'
import { emailAddressSchema } from '#shared/email-address.ts'
import type { SiteLogo } from '#shared/site-identity.ts'

/** Body of `POST /api/owner/codes`, the first step of signing in. Only the owner's address gets a code. */
export const codeRequestSchema = z.object({ email: emailAddressSchema })

/** Body of `POST /api/owner/sessions`, the second step of signing in. */
export const signInSchema = z.object({
  email: emailAddressSchema,
  code: z
    .string()
    .transform((value) => value.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{8}$/, 'Enter the eight-digit code.')),
})

/** Session of the owner in one browser. Timestamps are ISO 8601. */
export type OwnerSession = {
  id: string
  email: string
  agent: string
  signedInAt: string
  seenAt: string
  expiresAt: string
}

/** Sign-in of the owner. `cookie` is the `Cookie` header of a request. */
export type OwnerService = {
  /**
   * Returns the session that a cookie names; undefined if there is none. Every request of the owner is checked with it.
   *
   * @throws AppError `unavailable`.
   */
  findSession(cookie: string | undefined): Promise<OwnerSession | undefined>
  /** Lists all sessions of the owner, newest first. */
  listSessions(): Promise<OwnerSession[]>
  /**
   * Emails a one-time code if this is the owner's address. When codes are requested too often, no new one is sent, and
   * the code of the last minute stays valid.
   *
   * @returns `isSent`: whether a new code was sent.
   * @throws AppError `forbidden` with the specified message for any other address; `too-many-requests`.
   */
  requestCode(email: string, clientAddress: string): Promise<{ isSent: boolean }>
  /**
   * Exchanges a code for a session.
   *
   * @returns The `Set-Cookie` value.
   * @throws AppError `forbidden` for a wrong, used or expired code; `too-many-requests`.
   */
  signIn(request: { email: string; code: string; clientAddress: string; agent: string }): Promise<{ setCookie: string }>
  /** Ends the session. @returns The `Set-Cookie` value that deletes the cookie. */
  signOut(cookie: string | undefined): Promise<{ setCookie: string }>
  /** Ends every session, including the current one. */
  signOutEverywhere(): Promise<{ setCookie: string }>
}

/**
 * Severities of action items, most severe first: a delay costs money, keeps a person waiting, breaks a commitment, or
 * only postpones maintenance. The inbox is sorted in this order.
 */
export const severities = ['money', 'person', 'promise', 'upkeep'] as const

/** Task that waits for the owner, reported by the feature it belongs to. */
export type ActionItem = {
  /** Stable identifier, `<kind>:<id>`: `claim:<order id>`, `track:<submission id>` … */
  key: string
  severity: (typeof severities)[number]
  /** One-line summary. */
  title: string
  /** Facts that the owner needs to decide. */
  detail: string
  /** Start time, ISO 8601; undefined if it is not known. */
  since: string | undefined
  /** Deadline, ISO 8601, if there is one. */
  due?: string
  /**
   * Safe action that can be run from the inbox. `doneMessage` is the confirmation, a whole sentence; without it, the
   * item is confirmed as marked as done. `isQueued`: its effect is an email or a background job, so the confirmation of
   * a paused site ends with {@link pausedNote}.
   */
  action?: { label: string; canUndo: boolean; doneMessage?: string; isQueued?: true }
  /** Admin path with the details. */
  href: string
  /** Label of the link to `href`, where that page does not show the item itself; “View details” by default. */
  linkLabel?: string
}

/** Source of action items, implemented by a feature. */
export type ActionItemSource = {
  /** Values of `<kind>` in the keys of its items. */
  kinds: readonly string[]
  list(): Promise<ActionItem[]>
  /** Runs the action of an item. @throws AppError `conflict` if the item is already resolved, `not-found`. */
  runAction(key: string): Promise<void>
  /** Undoes the action. @throws AppError `conflict` if it is too late. */
  undo(key: string): Promise<void>
}

/** Inbox with the action items of all features. */
export type InboxService = {
  /** Lists the items by severity, then by deadline, then by age. Snoozed items are listed separately. */
  list(): Promise<Inbox>
  /** Runs the action of an item. @throws AppError `conflict`, `not-found`. */
  runAction(key: string, actor: string): Promise<void>
  /** Undoes the action. @throws AppError `conflict` if it is too late. */
  undo(key: string, actor: string): Promise<void>
  /**
   * Hides an item for a week, or until its text changes.
   *
   * @throws AppError `not-found` if there is no such item.
   */
  snooze(key: string, actor: string): Promise<void>
  /** Shows a snoozed item again. */
  unsnooze(key: string, actor: string): Promise<void>
}

/** Contents of the inbox at one time. Timestamps are ISO 8601. */
export type Inbox = {
  items: ActionItem[]
  /** Snoozed items that are still open. */
  snoozed: { key: string; title: string; until: string }[]
  checkedAt: string
  /** Kinds whose source failed. */
  failedKinds: string[]
}

/** Setting that the owner can change in the admin. */
export type SiteSetting = {
  name: string
  label: string
  hint: string
  /** Value set by the owner; empty if the configured value applies. */
  value: string
  /** Configured value; may be empty. */
  configured: string
  isLong: boolean
  /** Possible values; without it, any text. */
  choices?: readonly string[]
  isColor: boolean
}

/** Change of the settings. `at` is ISO 8601. */
export type SettingsChange = { revision: number; at: string; actor: string; summary: string }

/** Settings that override the configuration. All processes show a change within seconds. */
export type SettingsService = {
  read(): Promise<{
    settings: SiteSetting[]
    /** Logo that the owner has uploaded. */
    logo: SiteLogo | undefined
    revision: number | undefined
    changes: SettingsChange[]
  }>
  /**
   * Saves all values of the form. An empty value falls back to the configuration. The logo is not changed.
   *
   * @param over Revision that the form was based on.
   * @returns Messages by setting name; nothing is saved if there are any, or if no value is new.
   * @throws AppError `conflict` if the settings were changed in the meantime.
   */
  save(
    values: Record<string, string>,
    over: number | undefined,
    actor: string,
  ): Promise<{ problems: Record<string, string>; isUnchanged?: true }>
  /** Shows another stored logo, or the name of the site instead. The other values are not changed. */
  setLogo(id: string | undefined, actor: string): Promise<void>
  /** Restores the values of an earlier revision. @throws AppError `not-found`. */
  restore(revision: number, actor: string): Promise<void>
  /** Resets all values to the configuration. */
  reset(actor: string): Promise<void>
}

/** Status of one service, checked on request. */
export type ServiceStatus = {
  name: string
  /**
   * `configured`: set up, but not proven to work; `local`: works on this machine only and reaches no outside service;
   * `off`: not in use, or stopped until the owner acts; `unset`: in use without a value that it needs.
   */
  state: 'ok' | 'configured' | 'local' | 'off' | 'unset' | 'error'
  message: string
  /** Instruction for the owner; empty if there is nothing to do. */
  remedy: string
}

/** Check of one service. */
export type HealthCheck = {
  name: string
  /** Instruction shown when the check fails. */
  remedy: string
  /** @param signal Aborted when the time limit is reached. */
  check(signal: AbortSignal): Promise<Omit<ServiceStatus, 'name'>>
}

/** Text that may contain external links, and the admin page that edits it. */
export type LinkedText = { text: unknown; where: string; href: string }

/** Checks all services at once, each with a limit of three seconds. */
export type HealthService = {
  /** Version of the running site. */
  version: string
  check(): Promise<ServiceStatus[]>
}

/** Background job whose last attempt failed. Timestamps are ISO 8601. */
export type JobFailure = {
  id: string
  name: string
  /** Description in the imperative. */
  title: string
  attempts: number
  failedAt: string
  /** Message of the last error. */
  error: string
  /** Undefined if the retries are exhausted. */
  nextAttemptAt: string | undefined
}

/** Type of background job. Timestamps are ISO 8601. */
export type BackgroundJob = {
  name: string
  title: string
  /** Interval such as `5m`; undefined for a job that is queued on demand. */
  every: string | undefined
  /** Last successful run that is still stored. */
  lastRunAt: string | undefined
  durationMs: number | undefined
  /** Undefined if no run is queued, or while jobs are paused. */
  nextRunAt: string | undefined
  /** Number of queued runs that have not started; 0 for recurring jobs. */
  queued: number
  state: 'idle' | 'running' | 'failing' | 'paused'
}

/** Sentence that a paused site adds to texts about emails or jobs; see {@link BackgroundJobsService.isPaused}. */
export const pausedNote =
  'Emails other than sign-in codes, and background jobs, are paused until you resume them under Needs action.'

/** Returns a message about a queued email or background job, on a paused site with {@link pausedNote}. */
export const withPausedNote = (message: string, isPaused: boolean): string =>
  isPaused ? `${message} ${pausedNote}` : message

/** Background jobs for the owner's admin. */
export type BackgroundJobsService = {
  /**
   * Returns whether the site was restored from a backup and is paused: no email but sign-in codes is sent and no job
   * starts until the owner resumes both.
   */
  isPaused(): Promise<boolean>
  /** `isPaused`: the site was restored from a backup, and no job starts until the owner resumes them. */
  overview(): Promise<{ failures: JobFailure[]; jobs: BackgroundJob[]; isPaused: boolean }>
  /**
   * Retries a failed job now, or as soon as paused jobs are resumed.
   *
   * @throws AppError `not-found`; `conflict` if it is running or has finished.
   */
  retry(name: string, id: string, actor: string): Promise<{ isPaused: boolean }>
}

/** Schedule and results of backups. Timestamps are ISO 8601. */
export type BackupStatus = {
  /** Folder or bucket that backups are stored in. */
  place: string
  /** False without an encryption key; then only downloads are possible. */
  isEncrypted: boolean
  /** Interval of automatic backups in hours; 0 if there are none. */
  everyHours: number
  retentionDays: number
  /** Undefined without a schedule, or while jobs are paused. */
  nextAt: string | undefined
  lastSuccess: { name: string; at: string; size: string } | undefined
  /** Error of the last backup if it failed. */
  lastError: { message: string; at: string } | undefined
  lastDownloadAt: string | undefined
  /** Time of the backup that this site was restored from, while emails and jobs are paused. */
  restoredFrom: string | undefined
}

/** Backups for the owner's admin. */
export type BackupService = { status(): Promise<BackupStatus> }

/** Reads and writes the log of the admin. */
export type AuditLog = {
  /** Adds an entry. `action` is `<thing>.<verb>`, `subject` a key like {@link ActionItem.key}. */
  record(entry: { actor: string; action: string; subject: string; detail?: string }): Promise<void>
  /** Lists up to 200 entries, newest first, optionally of one subject only. */
  list(subject?: string): Promise<{ actor: string; action: string; subject: string; detail: string; at: string }[]>
}

/** Email in the outbox. */
export type OutboxMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  state: string
  createdAt: string
  unsubscribeUrl: string | undefined
}

/** Outbox page for development. It does not exist in production. */
export type OutboxService = {
  /** True if emails stay on this machine. With a mail server, their texts are removed once it has accepted them. */
  isLocal: boolean
  /** Lists the newest hundred emails, newest first. */
  list(): Promise<OutboxMail[]>
}

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** Action items of a feature. */
    actionItems: ActionItemSource | readonly ActionItemSource[]
    /** Service check shown under Settings. */
    health: HealthCheck
    /** Texts whose links are checked once a day. Editable content is included anyway. */
    links(): readonly LinkedText[]
  }
}

declare module '#shared/services.ts' {
  interface Services {
    owner: OwnerService
    auditLog: AuditLog
    inbox: InboxService
    settings: SettingsService
    health: HealthService
    backgroundJobs: BackgroundJobsService
    backups: BackupService
    outbox: OutboxService | undefined
  }
}
