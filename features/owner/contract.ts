/*
 * Owner: the desk of the one who runs the site. Owns: who the owner is (gate, one-time code, session), the frame of the
 * desk with its tabs, the list of what needs the owner, the log of what was done, content editing, settings and health;
 * the local outbox on a developer's machine. Does not own: the owner's screens of a room, which live in that room; the
 * newsletter desk (editors), the mails themselves (platform/mailer).
 */
import { z } from 'zod'
import { emailAddressSchema } from '#shared/email-address.ts'

/** Body of `POST /api/owner/codes`, the first step: only the owner's address is sent a code. */
export const codeRequestSchema = z.object({ email: emailAddressSchema })

/** Body of `POST /api/owner/sessions`, the second step. */
export const signInSchema = z.object({
  email: emailAddressSchema,
  code: z
    .string()
    .transform((value) => value.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{8}$/, 'Enter the eight-digit code.')),
})

/** A browser in which the owner is signed in; moments are ISO. */
export type OwnerSession = {
  id: string
  email: string
  agent: string
  signedInAt: string
  seenAt: string
  expiresAt: string
}

/** The gate. `cookie` is a request's `Cookie` header. */
export type OwnerService = {
  /**
   * The one session every owner call and page is checked against; undefined when there is none.
   *
   * @throws AppError
   * `unavailable`.
   */
  findSession(cookie: string | undefined): Promise<OwnerSession | undefined>
  /** All of the owner's sessions, the newest first. */
  listSessions(): Promise<OwnerSession[]>
  /**
   * Mails a one-time code when this is the owner's address; while others ask without end, the code of the last minute
   * is the one to use.
   *
   * @throws AppError `forbidden` with the specified sentence for any other address; `too-many-requests`.
   */
  requestCode(email: string, clientAddress: string): Promise<void>
  /**
   * @returns the `Set-Cookie` value.
   * @throws AppError `forbidden` for a wrong, used or old code; `too-many-requests`.
   */
  signIn(request: { email: string; code: string; clientAddress: string; agent: string }): Promise<{ setCookie: string }>
  /** @returns the `Set-Cookie` value that takes the cookie away. */
  signOut(cookie: string | undefined): Promise<{ setCookie: string }>
  /** Ends every session, this one too. */
  signOutEverywhere(): Promise<{ setCookie: string }>
}

/** What waiting costs, the worst first; the list of needs stands in this order. */
export const severities = ['money', 'person', 'promise', 'upkeep'] as const

/** One thing that waits for the owner, told by the room it belongs to. */
export type ActionItem = {
  /** Stable while it stands, `<kind>:<id>`: `claim:<order id>`, `track:<submission id>` … */
  key: string
  severity: (typeof severities)[number]
  /** What it is, in one line. */
  title: string
  /** What the owner must know to decide. */
  detail: string
  /** Since when, ISO. */
  since: string
  /** Until when it must be done, ISO, where there is a clock. */
  due?: string
  /**
   * The one safe thing to do from the list itself; `canUndo` when it can be taken back, `told` says that it was done,
   * before the title (`Done` without).
   */
  action?: { label: string; canUndo: boolean; doneLabel?: string }
  /** Where all of it stands, a path of the desk. */
  href: string
}

/** What a room tells the list, and does for it. */
export type ActionItemSource = {
  /** First part of its keys. */
  kinds: readonly string[]
  list(): Promise<ActionItem[]>
  /** Does the safe act of a need. @throws AppError `conflict` when it no longer stands, `not-found`. */
  runAction(key: string): Promise<void>
  /** Takes it back. @throws AppError `conflict` when it is too late. */
  undo(key: string): Promise<void>
}

/** The list of what waits, over all rooms. */
export type InboxService = {
  /** The worst first, then what has the nearest clock, then what waits longest; without what was put aside. */
  list(): Promise<Inbox>
  /** Does the safe act of a need. @throws AppError `conflict`, `not-found`. */
  runAction(key: string, actor: string): Promise<void>
  /** Takes it back. @throws AppError `conflict` when it is too late. */
  undo(key: string, actor: string): Promise<void>
  /**
   * Leaves a need out for a week, or until it says something else.
   *
   * @throws AppError `not-found` when it does not stand.
   */
  snooze(key: string, actor: string): Promise<void>
  unsnooze(key: string, actor: string): Promise<void>
}

/** The list as it was looked at, moments in ISO. */
export type Inbox = {
  items: ActionItem[]
  /** What was put aside and still stands. */
  snoozed: { key: string; title: string; until: string }[]
  checkedAt: string
  /** Kinds whose room could not be asked just now. */
  failedKinds: string[]
}

/** One value the owner sets at the desk. */
export type SiteSetting = {
  name: string
  label: string
  hint: string
  /** What the owner set; empty while the configuration's holds. */
  value: string
  /** What the configuration says; may be empty. */
  configured: string
  isLong: boolean
}

/** What was set when, the newest first; moments are ISO. */
export type SettingsChange = { revision: number; at: string; actor: string; summary: string }

/** Values the owner sets over the configuration; pages and mails show them within seconds, in every process. */
export type SettingsService = {
  read(): Promise<{ settings: SiteSetting[]; revision: number | undefined; changes: SettingsChange[] }>
  /**
   * Sets all values; what is empty falls back to the configuration.
   *
   * @param over The revision the form was made from.
   * @returns What is wrong with which value; nothing was set then.
   * @throws AppError `conflict` when they were changed meanwhile.
   */
  save(
    values: Record<string, string>,
    over: number | undefined,
    actor: string,
  ): Promise<{ problems: Record<string, string> }>
  /** Sets what an earlier revision set. @throws AppError `not-found`. */
  restore(revision: number, actor: string): Promise<void>
  /** Falls back to the configuration in everything. */
  reset(actor: string): Promise<void>
}

/** How one outside thing is, asked just now. */
export type ServiceStatus = {
  name: string
  /** `stand-in`: works on this machine and reaches nobody; `off`: not set up. */
  state: 'ok' | 'local' | 'off' | 'error'
  message: string
  /** What to do about it; empty when there is nothing to do. */
  remedy: string
}

/** One dependency and how its state is found out. */
export type HealthCheck = {
  name: string
  /** What to do when it fails. */
  remedy: string
  /** @param signal Ends the question when its time is over. */
  check(signal: AbortSignal): Promise<Omit<ServiceStatus, 'name'>>
}

/** Text of the site that may hold links which lead outside, and the admin page that changes it. */
export type LinkedText = { text: unknown; where: string; href: string }

/** Asks everything the site leans on, each within three seconds. */
export type HealthService = { check(): Promise<ServiceStatus[]> }

/** A background job that failed at its last attempt; instants are ISO 8601. */
export type JobFailure = {
  id: string
  name: string
  /** What it does, as an order. */
  title: string
  attempts: number
  failedAt: string
  /** The last error, in the words of whatever failed. */
  error: string
  /** Undefined once it was given up. */
  nextAttemptAt: string | undefined
}

/** One kind of background job; instants are ISO 8601. */
export type BackgroundJob = {
  name: string
  title: string
  /** Such as `5m`; undefined for a job that is queued when something happens. */
  every: string | undefined
  /** The newest run that ended well, as far back as runs are stored. */
  lastRunAt: string | undefined
  durationMs: number | undefined
  nextRunAt: string | undefined
  /** Queued and not begun; 0 for recurring jobs. */
  queued: number
  state: 'idle' | 'running' | 'failing'
}

/** Background jobs as the owner sees them. */
export type BackgroundJobsService = {
  overview(): Promise<{ failures: JobFailure[]; jobs: BackgroundJob[] }>
  /** Runs a failed job now. @throws AppError `not-found`; `conflict` when it runs or has ended. */
  retry(name: string, id: string, actor: string): Promise<void>
}

/** Reads and writes the log of the admin. */
export type AuditLog = {
  /** `act` is `<thing>.<verb>`, `subject` a key like {@link ActionItem.key}. */
  record(entry: { actor: string; action: string; subject: string; detail?: string }): Promise<void>
  /** The newest first, at most 200; of one subject when given. */
  list(subject?: string): Promise<{ actor: string; action: string; subject: string; detail: string; at: string }[]>
}

/** One mail as it was handed over or waits to be. */
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

/** The newest mails. Absent in production: then the page behind it does not exist. */
export type OutboxService = { list(): Promise<OutboxMail[]> }

declare module '#shared/contributions.ts' {
  interface Contributions {
    /** What of a feature waits for the owner. */
    actionItems: ActionItemSource | readonly ActionItemSource[]
    /** A line of the health page. */
    health: HealthCheck
    /** Texts whose links are checked once a day; kinds of content are among them already. */
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
    outbox: OutboxService | undefined
  }
}
