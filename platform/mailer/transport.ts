import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import { syncFolder } from '#platform/storage/sync-to-disk.ts'
import { assertSafeMail, type Mail } from './mail.ts'

/** Who signs and sends. */
export type MailSettings = {
  /** `Swade <hello@example.com>`. */
  from: string
  /** Absent: mails become files. */
  smtpUrl: string | undefined
  dkim: { domainName: string; keySelector: string; privateKey: string } | undefined
}

/** Hands one mail over. `onData` is called and awaited just before the first byte of the body leaves. */
export type Transport = {
  readonly kind: 'smtp' | 'folder'
  send(id: string, mail: Mail, onData: () => Promise<void>): Promise<{ response: string }>
  close(): void
}

/** The relay did not take the mail: `answered` when it said so itself, `permanent` when saying it again would not help. */
export class MailRefusedError extends Error {
  readonly permanent: boolean
  readonly answered: boolean
  constructor(message: string, { permanent, answered }: { permanent: boolean; answered: boolean }) {
    super(message)
    this.name = 'MailRefusedError'
    this.permanent = permanent
    this.answered = answered
  }
}

/** SMTP when a relay is configured, else one `.eml` file per mail in `folder`. */
export function createTransport(settings: MailSettings, folder: string): Transport {
  return settings.smtpUrl ? smtpTransport(settings, settings.smtpUrl) : folderTransport(settings, folder)
}

function smtpTransport(settings: MailSettings, smtpUrl: string): Transport {
  const relay = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    // The library would hand a mail over again by itself when the line breaks in the middle: that is ours to decide.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    kind: 'smtp',
    async send(id, mail, onData) {
      const raw = await compile(settings, id, mail)
      try {
        const sent = await relay.sendMail({ envelope: { from: senderAddress(settings.from), to: [mail.to] }, raw: announced(raw, onData) })
        return { response: sent.response }
      } catch (error) {
        throw refusalOf(error)
      }
    },
    close: () => relay.close(),
  }
}

function folderTransport(settings: MailSettings, folder: string): Transport {
  return {
    kind: 'folder',
    async send(id, mail) {
      const raw = await compile(settings, id, mail)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Named by the mail's id: written twice after a crash, it is still one mail.
      const path = join(folder, `${id}.eml`)
      const file = await open(`${path}.tmp`, 'w', 0o600)
      try {
        await file.writeFile(raw)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.tmp`, path)
      // Only then is the mail's name on disk as well, and the row may say that it was sent.
      await syncFolder(folder)
      return { response: 'written to the local outbox' }
    },
    close: () => undefined,
  }
}

const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

async function compile(settings: MailSettings, id: string, mail: Mail): Promise<Buffer> {
  assertSafeMail(mail)
  const domain = senderAddress(settings.from).split('@')[1] ?? 'localhost'
  const composed = await composer.sendMail({
    from: settings.from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': `site:transactional:swade`,
      ...(mail.unsubscribeUrl ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    // The nested list makes one header; a flat one would make two.
    ...(mail.unsubscribeUrl ? { list: { unsubscribe: [[mail.unsubscribeUrl]] } } : {}),
    // The library's own list of signed headers leaves out the one RFC 8058 wants signed.
    ...(settings.dkim ? { dkim: { ...settings.dkim, headerFieldNames: signedHeaders } } : {}),
  })
  return composed.message as Buffer
}

const signedHeaders = 'from:to:subject:date:message-id:mime-version:content-type:list-unsubscribe:list-unsubscribe-post:feedback-id'

function announced(raw: Buffer, onData: () => Promise<void>): Readable {
  return Readable.from(
    (async function* body() {
      await onData()
      yield raw
    })(),
  )
}

function senderAddress(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from.trim()
}

function refusalOf(error: unknown): MailRefusedError {
  const { responseCode, message, code, command } = error as { responseCode?: number; message?: string; code?: string; command?: string }
  const answered = responseCode !== undefined
  return new MailRefusedError(`${code ?? 'ERROR'}: ${message ?? 'unknown'}`.slice(0, 500), {
    answered,
    // Only this person or this text can be refused for good. A wrong password or sender is the owner's to mend, and the mail waits.
    permanent: answered && responseCode >= 500 && (command === 'RCPT TO' || code === 'EMESSAGE'),
  })
}
