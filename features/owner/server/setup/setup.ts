import { randomUUID } from 'node:crypto'
import { render } from '@react-email/render'
import { createElement } from 'react'
import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { AppError } from '#shared/errors.ts'
import type { AuditLog, HealthService, ServiceStatus } from '#features/owner/contract.ts'
import { SetupTestMail } from '#features/owner/emails/setup-test.tsx'
import { type SetupService, type SetupStep, setupSteps } from '#features/owner/setup.ts'
import { hasSentNewsletter } from './queries.ts'
import { createSamples } from './samples.ts'
import { describeSteps } from './steps.ts'
import { mailSender } from '#shared/mail/mail-sender.ts'

/** Key of the owner's decisions among the content edits, by which every process learns of them. */
const decisionsEntry = { kind: 'setup', key: 'site' } as const
const decisionsSchema = z.object({ skipped: z.array(z.enum(setupSteps)), isPutOff: z.boolean().default(false) })
type Decisions = z.infer<typeof decisionsSchema>

const undecided: Decisions = { skipped: [], isPutOff: false }

type SetupDeps = {
  config: Config
  db: Database['db']
  edits: ContentEdits
  auditLog: AuditLog
  outbox: Pick<Outbox, 'enqueue' | 'wake'>
  health: () => Pick<HealthService, 'check'>
}

/** Creates the setup. The state of every step is read from the site; only what the owner decides is stored:
 * steps to skip, and to put everything off. */
export function createSetup({ config, db, edits, auditLog, outbox, health }: SetupDeps): SetupService {
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
    return describeSteps({ config, samplesOf: entries, hasSentNewsletter: await hasSentNewsletter(db) })
  }

  const countOpen = async () =>
    (await describe()).filter(({ id, isSetUp }) => !isSetUp && !skipped().includes(id)).length

  return {
    ...samples,
    async steps() {
      const [steps, statuses] = await Promise.all([describe(), health().check()])
      return steps.map(({ isSetUp, service, ...step }): SetupStep => {
        const status = statuses.find(({ name }) => name === service)
        if (skipped().includes(step.id)) return { ...step, state: 'skipped', remedy: '' }
        if (!isSetUp) return { ...step, state: 'open' }
        return status?.state === 'error'
          ? { ...step, state: 'error', message: `${status.message}.`, remedy: status.remedy }
          : { ...step, state: 'done', message: status ? `${status.message}.` : step.message, remedy: '' }
      })
    },
    countOpen,
    isDue: async () => !decisions().isPutOff && (await countOpen()) > 0,
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
      const statuses = await health().check()
      const status = statuses.find(({ name }) => name === step.service)
      if (id === 'mail' && status?.state !== 'error') return sendTestMail(status)
      await auditLog.record({ actor, action: 'setup.test', subject: `setup:${id}`, detail: status?.message ?? '' })
      return { ok: status?.state === 'ok', message: sentences(status?.message, status?.remedy) }
    },
  }

  async function sendTestMail(status: ServiceStatus | undefined) {
    const email = createElement(SetupTestMail, { origin: config.origin, sender: mailSender(config) })
    const [html, text] = await Promise.all([render(email), render(email, { plainText: true })])
    const mail = { to: config.OWNER_EMAIL, subject: 'Test email from your site', html, text }
    await outbox.enqueue(db, `setup-test:${randomUUID()}`, mail)
    outbox.wake()
    return config.SMTP_URL
      ? {
          ok: true,
          message: `The mail server responds. A test email is on its way to ${config.OWNER_EMAIL}; if it does not arrive, look into the spam folder and at Needs action.`,
        }
      : {
          ok: false,
          message:
            `A test email to ${config.OWNER_EMAIL} was saved to the local outbox. ${status?.remedy ?? ''}`.trim(),
        }
  }
}

const sentences = (...parts: (string | undefined)[]) =>
  parts
    .filter((part) => part)
    .map((part) => part!.replace(/[^.]$/, '$&.'))
    .join(' ')
