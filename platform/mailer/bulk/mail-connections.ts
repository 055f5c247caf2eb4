import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { writeToFolder } from '../write-to-folder.ts'
import { type MailConnection, SendCancelledError } from './mail-connection.ts'
import { smtpConnection } from './smtp-connection.ts'

/** Relays allow a client so many connections without being asked; `SMTP_URL?maxConnections=20` says otherwise. */
const usualConnections = 8

/** All places of this process where copies are handed over at the same time. */
export type MailConnections = {
  /** In a `folder` a copy handed over twice is still one file; a relay would have two. */
  readonly kind: 'smtp' | 'folder'
  readonly connections: readonly MailConnection[]
}

/**
 * Opens as many ways to the relay as its address allows, or one into a folder.
 *
 * @param smtpUrl `maxConnections` in its query says how many, 1–100.
 * @param folder Where copies become files when there is no relay.
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
      return { response: 'written to the local outbox' }
    },
    close: () => undefined,
  }
}
