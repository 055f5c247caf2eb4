import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import {
  type AdminSession,
  findOwnerSession,
  listOwnerSessions,
  renewSession,
  revokeSession,
  revokeSessionsOf,
} from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import type { SiteKeys } from '#platform/site-keys.ts'
import { tooManyRequests } from '#platform/limit-stack.ts'
import { AppError } from '#shared/errors.ts'
import { cutText } from '#shared/cut-text.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import type { AuditLog, OwnerService, OwnerSession } from '#features/owner/contract.ts'
import { accessDenied } from './access-denied.ts'
import { createSignInLimits } from './limits.ts'
import { createOwnerCookie } from './owner-cookie.ts'
import { idleMs, maxSessionMs, startOwnerSession } from './owner-sessions.ts'
import { countGuess, endCodes, insertCode, listLiveCodes, useCode } from './queries.ts'
import { render } from '@react-email/render'
import { createElement } from 'react'
import type { Mail } from '#platform/mailer/mail.ts'
import { CodeMail } from '#features/owner/emails/code.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

const minuteMs = 60_000
const codeMinutes = 10
const codeDigits = 8
/** The two newest codes are valid: a request by someone else must not invalidate the code that the owner is typing. */
const maxLiveCodes = 2
const maxGuesses = 5

type OwnerSignInDeps = {
  database: Pick<Database, 'db' | 'pool'>
  outbox: Outbox
  siteKeys: Pick<SiteKeys, 'get'>
  clock: Clock
  auditLog: AuditLog
  origin: string
  /** Address that may sign in; never shown to clients. */
  ownerEmail: string
  /** Returns the owner's public contact address. */
  contactEmail: () => string
  sender: () => MailSender
}

const wrongCode = () => new AppError('forbidden', 'This code is wrong, already used or expired. Request a new one.')

/** Creates the owner's sign-in: one address, emailed codes and server-side sessions.
 *
 * @see docs/decisions/010-owner.md */
export function createOwnerSignIn({
  database,
  outbox,
  siteKeys,
  clock,
  auditLog,
  origin,
  ownerEmail,
  contactEmail,
  sender,
}: OwnerSignInDeps): OwnerService {
  const { db } = database
  const limits = createSignInLimits(database)
  const cookie = createOwnerCookie(origin, maxSessionMs / 1000)
  const isOwner = (email: string) => normalizeEmail(email) === normalizeEmail(ownerEmail)
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  /** Eight digits can be found by trying all of them, so the hash needs a key that is not in the database. */
  async function hashOf(id: string, code: string): Promise<string> {
    const key = await siteKeys.get('owner-codes')
    return createHmac('sha256', key).update(`${id}:${code}`).digest('hex')
  }

  async function sendCode() {
    // The id salts the hash of the code and identifies the email.
    const id = randomUUID()
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
    const mail = await writeCodeMail(ownerEmail, { code, minutes: codeMinutes, sender: sender() })
    const codeHash = await hashOf(id, code)
    await db.transaction(async (tx) => {
      await insertCode(tx, {
        id,
        codeHash,
        createdAt: clock.now(),
        expiresAt: later(codeMinutes * minuteMs),
      })
      await outbox.enqueue(tx, `owner-code:${id}`, mail)
    })
    outbox.wake()
  }

  async function openSession(code: string, agent: string) {
    const live = await listLiveCodes(db, clock.now(), maxLiveCodes)
    let matching: string | undefined
    // Each guess is counted before it is compared with a code.
    for (const { id, codeHash } of live)
      if ((await countGuess(db, id, maxGuesses)) && isSame(codeHash, await hashOf(id, code))) matching = id
    if (!matching) throw wrongCode()
    const id = matching
    return db.transaction(async (tx) => {
      if (!(await useCode(tx, id, clock.now()))) throw wrongCode()
      await endCodes(tx, clock.now())
      return startOwnerSession(tx, { cookie, ownerEmail, agent, clock })
    })
  }

  return {
    findSession: (header) =>
      withUnavailableError(async () => {
        const tokenHash = cookie.tokenHashOf(header)
        const row = tokenHash && (await findOwnerSession(db, tokenHash, clock.now()))
        if (!row) return undefined
        const now = clock.now()
        // Renewing once a minute is enough; an open admin sends many requests.
        if (now.getTime() - row.seenAt.getTime() < minuteMs) return sessionOf(row)
        const expiresAt = new Date(Math.min(now.getTime() + idleMs, row.createdAt.getTime() + maxSessionMs))
        await renewSession(db, row.id, now, expiresAt)
        return sessionOf({ ...row, seenAt: now, expiresAt })
      }),
    listSessions: () => withUnavailableError(async () => (await listOwnerSessions(db, clock.now())).map(sessionOf)),
    requestCode: (email, clientAddress) =>
      withUnavailableError(async () => {
        await limits.asking.consume(clientAddress)
        if (!isOwner(email)) throw accessDenied(email, contactEmail())
        const slot = await limits.mailing.consume()
        if (slot.ok) {
          await sendCode()
          return { isSent: true }
        }
        // Too many codes were requested. The owner is not locked out: a code of the last minute is in the mailbox.
        const [newest] = await listLiveCodes(db, clock.now(), 1)
        const isFresh =
          newest && newest.guesses < maxGuesses && clock.now().getTime() - newest.createdAt.getTime() < minuteMs
        if (!isFresh) throw tooManyRequests(slot.retryAfterSeconds)
        return { isSent: false }
      }),
    signIn: ({ email, code, clientAddress, agent }) =>
      withUnavailableError(async () => {
        await limits.guessing.consume(clientAddress)
        if (!isOwner(email)) throw accessDenied(email, contactEmail())
        const opened = await openSession(code, agent)
        // A client with a valid code is the owner, so these attempts do not count towards the limits.
        await Promise.all(Object.values(limits).map((limit) => limit.restore(clientAddress)))
        await auditLog.record({
          actor: ownerEmail,
          action: 'session.open',
          subject: 'session',
          detail: cutText(agent, 300),
        })
        return opened
      }),
    signOut: (header) =>
      withUnavailableError(async () => {
        const tokenHash = cookie.tokenHashOf(header)
        const ended = tokenHash && (await revokeSession(db, 'owner', tokenHash, clock.now()))
        if (ended)
          await auditLog.record({ actor: ended.email ?? ownerEmail, action: 'session.end', subject: 'session' })
        return { setCookie: cookie.ended }
      }),
    signOutEverywhere: () =>
      withUnavailableError(async () => {
        await revokeSessionsOf(db, { kind: 'owner' }, clock.now())
        await endCodes(db, clock.now())
        await auditLog.record({ actor: ownerEmail, action: 'sessions.end', subject: 'session' })
        return { setCookie: cookie.ended }
      }),
  }
}

function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

function sessionOf({ id, email, agent, createdAt, seenAt, expiresAt }: AdminSession): OwnerSession {
  const [signedInAt, seen, expires] = [createdAt, seenAt, expiresAt].map((at) => at.toISOString()) as [
    string,
    string,
    string,
  ]
  return { id, email: email ?? '', agent, signedInAt, seenAt: seen, expiresAt: expires }
}

/** Renders the email with a code. The subject does not contain the code, because lock screens show it. */
async function writeCodeMail(to: string, props: { code: string; minutes: number; sender: MailSender }): Promise<Mail> {
  const email = createElement(CodeMail, props)
  const [html, text] = await Promise.all([render(email), render(email, { plainText: true })])
  return { to, subject: 'Your sign-in code', html, text }
}
