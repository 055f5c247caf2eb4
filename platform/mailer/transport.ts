import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import { assertSafeMail, type Mail } from './mail.ts'
import { toMailRejectedError } from './mail-rejected-error.ts'
import { writeToFolder } from './write-to-folder.ts'
import { mailFrom } from './sender-name.ts'

/** Sender, mail server and DKIM settings. */
type MailSettings = {
  /** `Swade <hello@example.com>`. */
  from: string
  /** URL of the mail server; without it, emails are written to files. */
  smtpUrl: string | undefined
  dkim: { domainName: string; keySelector: string; privateKey: string } | undefined
  /** Limit of each step of a delivery; by default 10 s to connect and 30 s for an answer. */
  timeoutMs?: number | undefined
}

/**
 * Sends one email. `onData` is awaited before the first byte of the body is transmitted. The library may read the body
 * ahead, so the mail server can still reject the recipient while `onData` runs.
 */
export type Transport = {
  readonly kind: 'smtp' | 'folder'
  send(id: string, mail: Mail, onData: () => Promise<void>): Promise<{ response: string }>
  close(): void
}

/**
 * Creates an SMTP transport when a mail server is configured, otherwise one that writes an `.eml` file per email to
 * `folder`.
 */
export function createTransport(settings: MailSettings, folder: string): Transport {
  return settings.smtpUrl ? smtpTransport(settings, settings.smtpUrl) : folderTransport(settings, folder)
}

/**
 * Creates the transport selected by the configuration.
 *
 * @param folder Folder for emails while no mail server is configured.
 * @param timeoutMs Limit of each step of a delivery by SMTP.
 */
export function createConfiguredTransport(config: Config, folder: string, timeoutMs?: number): Transport {
  const {
    SMTP_URL: smtpUrl,
    DKIM_DOMAIN: domainName,
    DKIM_SELECTOR: keySelector,
    DKIM_PRIVATE_KEY: privateKey,
  } = config
  const dkim = domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : undefined
  return createTransport(
    {
      // Read for every email, because the owner can change the name of the site.
      get from() {
        return mailFrom(config)
      },
      smtpUrl,
      dkim,
      timeoutMs,
    },
    folder,
  )
}

function smtpTransport(settings: MailSettings, smtpUrl: string): Transport {
  const relay = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    // The library would resend an email after a broken connection; the outbox decides about retries.
    maxRequeues: 0,
    connectionTimeout: settings.timeoutMs ?? 10_000,
    greetingTimeout: settings.timeoutMs ?? 10_000,
    socketTimeout: settings.timeoutMs ?? 30_000,
  })
  return {
    kind: 'smtp',
    async send(id, mail, onData) {
      const raw = await compile(settings, id, mail)
      try {
        const sent = await relay.sendMail({
          envelope: { from: senderAddress(settings.from), to: [mail.to] },
          raw: announced(raw, onData),
        })
        return { response: sent.response }
      } catch (error) {
        throw toMailRejectedError(error)
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
      await writeToFolder(folder, id, raw)
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
    // The library's default list of signed headers omits the one that RFC 8058 requires.
    ...(settings.dkim ? { dkim: { ...settings.dkim, headerFieldNames: signedHeaders } } : {}),
  })
  return composed.message as Buffer
}

const signedHeaders =
  'from:to:subject:date:message-id:mime-version:content-type:list-unsubscribe:list-unsubscribe-post:feedback-id'

function announced(raw: Buffer, onData: () => Promise<void>): Readable {
  return Readable.from(
    (async function* body() {
      await onData()
      yield raw
    })(),
  )
}

/** Extracts the plain address from `Swade <hello@example.com>`. */
export function senderAddress(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from.trim()
}
