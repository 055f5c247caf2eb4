import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { writeToFolder } from '../write-to-folder.ts'
import { type MailConnection, SendCancelledError } from './mail-connection.ts'
import { smtpConnection } from './smtp-connection.ts'

/** Number of connections that mail servers usually allow; overridden by `SMTP_URL?maxConnections=20`. */
const usualConnections = 8

/** Connections of this process that send emails in parallel. */
export type MailConnections = {
  /** With `folder`, an email sent twice is still one file; a mail server would deliver two. */
  readonly kind: 'smtp' | 'folder'
  readonly connections: readonly MailConnection[]
}

/**
 * Creates as many connections to the mail server as its URL allows, or one that writes to a folder.
 *
 * @param smtpUrl `maxConnections` in its query sets the number, 1–100.
 * @param folder Folder for emails as files when no mail server is configured.
 */
export function createMailConnections(smtpUrl: string | undefined, folder: string): MailConnections {
  if (!smtpUrl) return { kind: 'folder', connections: [folderConnection(folder)] }
  const { maxConnections } = parseConnectionUrl(smtpUrl) as { maxConnections?: number | string }
  const connections = Math.min(Math.max(1, Math.trunc(Number(maxConnections)) || usualConnections), 100)
  return { kind: 'smtp', connections: Array.from({ length: connections }, () => smtpConnection(smtpUrl)) }
}

function folderConnection(folder: string): MailConnection {
  return {
    async send(id, _envelope, source, mayLeave) {
      if (!(await mayLeave())) throw new SendCancelledError('sending was cancelled')
      await writeToFolder(folder, id, source)
      return { response: 'saved in the outbox folder' }
    },
    close: () => undefined,
  }
}
