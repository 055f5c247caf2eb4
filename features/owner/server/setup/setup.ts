import { randomUUID } from 'node:crypto'
import { render } from '@react-email/render'
import { createElement } from 'react'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import { type Config, environmentSchema } from '#platform/config.ts'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import type { Database } from '#platform/database/open-database.ts'
import { explainMailError } from '#platform/mailer/check-mail-server.ts'
import { isRestoredCopy } from '#platform/jobs/queries.ts'
import { MailRejectedError } from '#platform/mailer/mail-rejected-error.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { createConfiguredTransport, senderAddress } from '#platform/mailer/transport.ts'
import { AppError } from '#shared/errors.ts'
import { type AuditLog, type HealthService, pausedNote, type ServiceStatus } from '#features/owner/contract.ts'
import { SetupTestMail } from '#features/owner/emails/setup-test.tsx'
import { type SetupService, type SetupStep, setupSteps } from '#features/owner/setup.ts'
import { hasSentNewsletter } from './queries.ts'
import { createSamples } from './samples.ts'
import { describeSteps } from './steps.ts'
import { mailSender } from '#shared/mail/mail-sender.ts'

/** Key of the owner's decisions among the content edits, through which all processes are notified of them. */
const decisionsEntry = { kind: 'setup', key: 'site' } as const
const decisionsSchema = z.object({ skipped: z.array(z.enum(setupSteps)), isPutOff: z.boolean().default(false) })
type Decisions = z.infer<typeof decisionsSchema>

/**
 * Default sender of a site without a configured one; receivers reject emails from it, because its domain belongs to
 * others.
 */
const sampleSender = environmentSchema.shape.MAIL_FROM.parse(undefined)

/**
 * Time limit for each step of sending the test email; longer than that of a check, because the owner is waiting for it.
 */
const testMailMs = 10_000

const undecided: Decisions = { skipped: [], isPutOff: false }

/** Age from which the results of the service checks are determined again, while steps are counted by the last ones. */
const maxStatusAgeMs = 60_000

type SetupDeps = {
  config: Config
  clock: Clock
  db: Database['db']
  edits: ContentEdits
  auditLog: AuditLog
  outbox: Pick<Outbox, 'enqueue' | 'wake'>
  health: () => Pick<HealthService, 'check'>
  /** Returns the number of artists or books that visitors see. */
  publishedOf(kind: 'artist' | 'book'): number
}

/**
 * Creates the setup. The state of every step is derived from the site. Only the owner's decisions are stored: steps to
 * skip, and postponing Setup.
 */
export function createSetup({
  config,
  clock,
  db,
  edits,
  auditLog,
  outbox,
  health,
  publishedOf,
}: SetupDeps): SetupService {
  const samples = createSamples({ edits, auditLog })
  const stored = edits.follow<Decisions>({
    kind: decisionsEntry.kind,
    files: [undecided],
    keyOf: () => decisionsEntry.key,
    schema: decisionsSchema,
  })
  const decisions = () => stored.list()[0] ?? undecided
  const skipped = () => decisions().skipped
  const decide = (changed: Partial<Decisions>, actor: string) =>
    edits.write({ ...decisionsEntry, action: 'save', data: { ...decisions(), ...changed }, actor })
  const describe = async () => {
    const entries = (kind: string) => samples.samples().find((group) => group.kind === kind)?.samples.length ?? 0
    return describeSteps({ config, samplesOf: entries, publishedOf, hasSentNewsletter: await hasSentNewsletter(db) })
  }

  let last: { at: number; statuses: Promise<ServiceStatus[]> } | undefined
  const checkServices = () => {
    const statuses = health().check()
    last = { at: clock.now().getTime(), statuses }
    return statuses
  }
  // Signing in and the inbox do not wait for all services: older statuses are used while new ones are determined.
  const knownStatuses = () => {
    const known = last
    if (known && clock.now().getTime() - known.at < maxStatusAgeMs) return known.statuses
    const checked = checkServices()
    if (!known) return checked
    checked.catch(() => undefined)
    return known.statuses
  }

  const listSteps = async (check: Promise<ServiceStatus[]>) => {
    const [steps, statuses] = await Promise.all([describe(), check])
    return steps.map(({ isSetUp, services, ...step }): SetupStep => {
      const status = worstOf(statuses, services)
      const isSkipped = skipped().includes(step.id)
      if (!isSetUp) return isSkipped ? { ...step, state: 'skipped', remedy: '' } : { ...step, state: 'open' }
      const message = status ? sentences(status.message) : step.message
      if (status?.state !== 'error') return { ...step, state: 'done', message, remedy: '' }
      return isSkipped
        ? { ...step, state: 'skipped', message, remedy: '' }
        : { ...step, state: 'error', message, remedy: status.remedy }
    })
  }

  const countLeft = async () =>
    (await listSteps(knownStatuses())).filter(({ state }) => state === 'open' || state === 'error').length

  return {
    ...samples,
    steps: () => listSteps(checkServices()),
    countLeft,
    isDue: async () => !decisions().isPutOff && (await countLeft()) > 0,
    isPutOff: () => decisions().isPutOff,
    async setPutOff(isPutOff, actor) {
      await decide({ isPutOff }, actor)
      await auditLog.record({ actor, action: isPutOff ? 'setup.put-off' : 'setup.take-up', subject: 'setup' })
    },
    async setSkipped(id, isSkipped, actor) {
      const step = setupSteps.find((one) => one === id)
      if (!step) throw new AppError('not-found', 'This step does not exist. Reload the page.')
      const others = skipped().filter((one) => one !== step)
      await decide({ skipped: isSkipped ? [...others, step] : others }, actor)
      await auditLog.record({ actor, action: isSkipped ? 'setup.skip' : 'setup.resume', subject: `setup:${step}` })
    },
    async test(id, actor) {
      const step = (await describe()).find((one) => one.id === id)
      if (!step?.testLabel) throw new AppError('not-found', 'This step has nothing to test. Reload the page.')
      const result = id === 'mail' ? await sendTestMail() : resultOf(worstOf(await checkServices(), step.services))
      await auditLog.record({ actor, action: 'setup.test', subject: `setup:${id}`, detail: result.message })
      return result
    },
  }

  async function sendTestMail(): Promise<TestResult> {
    const email = createElement(SetupTestMail, {
      origin: config.origin,
      sender: mailSender(config),
      hasServer: Boolean(config.SMTP_URL),
    })
    const [html, text] = await Promise.all([render(email), render(email, { plainText: true })])
    const mail = { to: config.OWNER_EMAIL, subject: 'Test email from your site', html, text }
    if (!config.SMTP_URL) {
      await outbox.enqueue(db, `setup-test:${randomUUID()}`, mail)
      outbox.wake()
      const done = (await isRestoredCopy(db))
        ? `A test email to ${mail.to} is waiting in the local outbox. ${pausedNote}`
        : `A test email to ${mail.to} was saved to the local outbox.`
      return {
        ok: false,
        message: `${done} Set SMTP_URL to send emails. Until then they are saved as files on this machine.`,
      }
    }
    // Sent directly instead of through the outbox, so that the owner sees the response of the mail server.
    const transport = createConfiguredTransport(config, config.DATA_DIR, testMailMs)
    try {
      await transport.send(randomUUID(), mail, async () => undefined)
      if (senderAddress(config.MAIL_FROM) === sampleSender)
        return {
          ok: false,
          message: `The mail server accepted a test email to ${mail.to}, but the sender is still ${sampleSender}. Set MAIL_FROM to an address of your own domain and restart the site.`,
        }
      return {
        ok: true,
        message: `The mail server accepted a test email to ${mail.to}. If it does not arrive in a few minutes, check the spam folder.`,
      }
    } catch (error) {
      const { message, remedy } = explainMailError(
        error instanceof MailRejectedError ? error.cause : error,
        config.SMTP_URL,
      )
      return failed(message, remedy)
    } finally {
      transport.close()
    }
  }
}

type TestResult = { ok: boolean; message: string }

/** Returns the worst status of some services; the first one if they are equal. */
function worstOf(statuses: readonly ServiceStatus[], services: readonly string[]): ServiceStatus | undefined {
  const own = services.flatMap((service) => statuses.find(({ name }) => name === service) ?? [])
  return (
    own.find(({ state }) => state === 'error') ??
    own.find(({ state }) => state === 'local' || state === 'off' || state === 'unset') ??
    own[0]
  )
}

function resultOf(status: ServiceStatus | undefined): TestResult {
  if (status?.state === 'error') return failed(status.message, status.remedy)
  return { ok: status?.state === 'ok', message: sentences(status?.message, status?.remedy) }
}

// Reasons of errors are written to follow a colon.
const failed = (reason: string, remedy: string): TestResult => ({
  ok: false,
  message: sentences(`The test failed: ${reason}`, remedy),
})

const sentences = (...parts: (string | undefined)[]) =>
  parts
    .filter((part) => part)
    .map((part) => part!.replace(/[^.!?]$/, '$&.'))
    .join(' ')
