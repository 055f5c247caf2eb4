import { randomUUID } from 'node:crypto'
import { render } from '@react-email/render'
import { createElement } from 'react'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/admin/queries.ts'
import type { Passkeys } from '#platform/admin/second-step/passkeys.ts'
import {
  countRecoveryCodes,
  type CredentialHolder,
  deletePasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
} from '#platform/admin/second-step/queries.ts'
import { createRecoveryCodes, redeemRecoveryCode } from '#platform/admin/second-step/recovery-codes.ts'
import { authenticationResponseSchema, registrationResponseSchema } from '#platform/admin/second-step/responses.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Executor } from '#platform/database/open-database.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { cutText } from '#shared/cut-text.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { AppError } from '#shared/errors.ts'
import { formatLongTimestamp } from '#shared/long-timestamp.ts'
import { browserName } from '#features/owner/browser-name.ts'
import { SignInChangeMail } from '#features/owner/emails/sign-in-change.tsx'
import type { OwnerPasskeysService, PasskeySummary } from '#features/owner/passkeys.ts'
import { accessDenied } from './access-denied.ts'
import { createPasskeyLimits, createSignInLimits } from './limits.ts'
import { createOwnerCookie } from './owner-cookie.ts'
import { maxSessionMs, startOwnerSession } from './owner-sessions.ts'
import type { MailSender } from '#shared/mail/mail-sender.ts'

const challengeSeconds = 5 * 60

type OwnerPasskeysDeps = {
  database: Pick<Database, 'db' | 'pool'>
  passkeys: Passkeys
  outbox: Outbox
  clock: Clock
  origin: string
  ownerEmail: string
  /** Returns the owner's public contact address. */
  contactEmail: () => string
  sender: () => MailSender
}

/** Event that is mailed to the owner and recorded in the audit log. */
type SecurityEvent = { action: string; subject: string; detail: string; title: string; text: string; agent?: string }

const isId = (id: string) => z.uuid().safeParse(id).success
const notFound = () => new AppError('not-found', 'This passkey no longer exists.')

/**
 * Creates the owner's passkeys and recovery codes. They belong to the configured address: with another `OWNER_EMAIL`,
 * none of them can sign in.
 *
 * @see docs/decisions/060-second-step.md
 */
export function createOwnerPasskeys({
  database,
  passkeys,
  outbox,
  clock,
  origin,
  ownerEmail,
  contactEmail,
  sender,
}: OwnerPasskeysDeps): OwnerPasskeysService {
  const { db } = database
  const holder: CredentialHolder = { kind: 'owner', email: normalizeEmail(ownerEmail) }
  const cookie = createOwnerCookie(origin, maxSessionMs / 1000)
  const challengeCookie = createOwnerCookie(origin, challengeSeconds, 'swade-passkey')
  const [codeLimits, limits] = [createSignInLimits(database), createPasskeyLimits(database)]

  /** Renders the email before the transaction, so that the transaction does not wait for it. */
  async function prepareEvent({ action, subject, detail, title, text, agent = '' }: SecurityEvent) {
    const at = clock.now()
    const email = createElement(SignInChangeMail, {
      title,
      text,
      at: formatLongTimestamp(at),
      browser: agent && browserName(agent),
      settingsUrl: `${origin}/admin/settings#passkeys`,
      sender: sender(),
    })
    const [html, plain] = await Promise.all([render(email), render(email, { plainText: true })])
    return async (tx: Executor) => {
      await insertAuditEntry(tx, { actor: ownerEmail, action, subject, detail: cutText(detail, 1000), at })
      await outbox.enqueue(tx, `owner-security:${randomUUID()}`, { to: ownerEmail, subject: title, html, text: plain })
    }
  }

  return {
    overview: () =>
      withUnavailableError(async () => {
        const [rows, recoveryCodesLeft] = await Promise.all([listPasskeys(db, holder), countRecoveryCodes(db, holder)])
        return { passkeys: rows.map(summaryOf), recoveryCodesLeft }
      }),
    beginRegistration: ({ id }) =>
      withUnavailableError(() => passkeys.beginRegistration(holder, { binding: id, userName: ownerEmail })),
    add: ({ id, agent }, { name, response: credential }) =>
      withUnavailableError(async () => {
        const response = parse(registrationResponseSchema, credential)
        const record = await prepareEvent({
          action: 'passkey.add',
          subject: 'passkey',
          detail: name,
          title: 'A passkey was added to the admin',
          text: `The passkey “${name}” was added. You can use it to sign in to the admin of your site.`,
          agent,
        })
        const passkey = await passkeys.finishRegistration(holder, { binding: id, name, response }, record)
        outbox.wake()
        return summaryOf(passkey)
      }),
    rename: (id, name) =>
      withUnavailableError(async () => {
        if (!isId(id)) throw notFound()
        const at = clock.now()
        await db.transaction(async (tx) => {
          if (!(await renamePasskey(tx, holder, id, name))) throw notFound()
          await insertAuditEntry(tx, {
            actor: ownerEmail,
            action: 'passkey.rename',
            subject: 'passkey',
            detail: name,
            at,
          })
        })
      }),
    remove: (id) =>
      withUnavailableError(async () => {
        const name = (await listPasskeys(db, holder)).find((one) => one.id === id)?.name
        if (name === undefined) throw notFound()
        const record = await prepareEvent({
          action: 'passkey.remove',
          subject: 'passkey',
          detail: name,
          title: 'A passkey was removed from the admin',
          text: `The passkey “${name}” was removed. It can no longer be used to sign in.`,
        })
        await db.transaction(async (tx) => {
          if (!(await deletePasskey(tx, holder, id))) throw notFound()
          await record(tx)
        })
        outbox.wake()
        return name
      }),
    createRecoveryCodes: () =>
      withUnavailableError(async () => {
        // Two requests at once may both find none; then only the sentence about earlier codes is missing.
        const hadCodes = (await countRecoveryCodes(db, holder)) > 0
        const record = await prepareEvent({
          action: 'recovery-codes.create',
          subject: 'recovery-codes',
          detail: '',
          title: 'Recovery codes were created',
          text: `Recovery codes for the admin were created.${hadCodes ? ' Earlier ones no longer work.' : ''}`,
        })
        const codes = await db.transaction(async (tx) => {
          await record(tx)
          return createRecoveryCodes(tx, holder, clock.now())
        })
        outbox.wake()
        return codes
      }),
    beginSignIn: (clientAddress) =>
      withUnavailableError(async () => {
        await limits.asking.consume(clientAddress)
        const { tokenHash, setCookie } = challengeCookie.create()
        return { options: await passkeys.beginSignIn(holder, { binding: tokenHash, isKnown: false }), setCookie }
      }),
    signIn: ({ cookie: header, response: credential, clientAddress, agent }) =>
      withUnavailableError(async () => {
        const response = parse(authenticationResponseSchema, credential)
        await limits.proving.consume(clientAddress)
        const binding = challengeCookie.tokenHashOf(header) ?? ''
        const { passkey, use } = await passkeys.verifySignIn(holder, { binding, response })
        const record = await prepareEvent({
          action: 'session.open',
          subject: 'session',
          detail: `passkey “${passkey.name}”, ${agent}`,
          title: 'Someone signed in to the admin with a passkey',
          text: `The passkey “${passkey.name}” was used to sign in to the admin.`,
          agent,
        })
        const { setCookie } = await db.transaction(async (tx) => {
          await use(tx)
          await record(tx)
          return startOwnerSession(tx, { cookie, ownerEmail, agent, clock })
        })
        outbox.wake()
        await Promise.all([limits.asking.restore(clientAddress), limits.proving.restore(clientAddress)])
        return { setCookie: [setCookie, challengeCookie.ended] }
      }),
    signInWithRecoveryCode: ({ email, code, clientAddress, agent }) =>
      withUnavailableError(async () => {
        await codeLimits.guessing.consume(clientAddress)
        if (normalizeEmail(email) !== holder.email) throw accessDenied(email, contactEmail())
        const record = await prepareEvent({
          action: 'session.open',
          subject: 'session',
          detail: `recovery code, ${agent}`,
          title: 'A recovery code was used to sign in to the admin',
          text: 'One of your recovery codes was used to sign in to the admin. That code no longer works.',
          agent,
        })
        const opened = await db.transaction(async (tx) => {
          if (!(await redeemRecoveryCode(tx, holder, code, clock.now())))
            throw new AppError('forbidden', 'This recovery code is wrong or already used.')
          await record(tx)
          return startOwnerSession(tx, { cookie, ownerEmail, agent, clock })
        })
        outbox.wake()
        await codeLimits.guessing.restore(clientAddress)
        return opened
      }),
  }
}

function parse<Output>(schema: z.ZodType<Output>, response: unknown): Output {
  const parsed = schema.safeParse(response)
  if (!parsed.success) throw new AppError('invalid-input', 'Your browser did not send a valid passkey. Try again.')
  return parsed.data
}

function summaryOf({ id, name, createdAt, lastUsedAt, isBackedUp }: PasskeyRow): PasskeySummary {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString(), isBackedUp }
}
