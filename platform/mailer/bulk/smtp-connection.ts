import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { Readable } from 'node:stream'
import { toMailRejectedError } from '../mail-rejected-error.ts'
import { type Envelope, type MailConnection, SendCancelledError } from './mail-connection.ts'

/** Creates a connection to the mail server that is opened on demand and reopened after failures. */
export function smtpConnection(smtpUrl: string): MailConnection {
  const { auth, ...options } = parseConnectionUrl(smtpUrl)
  let open: SMTPConnection | undefined

  async function connected(): Promise<SMTPConnection> {
    if (open) return open
    const connection = new SMTPConnection({
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      ...options,
    })
    connection.once('end', () => forget(connection))
    await new Promise<void>((resolve, reject) => {
      connection.on('error', (error: Error) => {
        forget(connection)
        reject(error)
      })
      // Reject after the cause, which may be reported right after this event.
      connection.once('end', () => setImmediate(reject, new Error('the mail server closed the connection')))
      connection.connect((error?: Error | null) => (error ? reject(error) : resolve()))
    })
    const credentials = auth as { user?: string; pass?: string } | undefined
    if (credentials?.user)
      await new Promise<void>((resolve, reject) =>
        connection.login(credentials, (error?: Error | null) => (error ? reject(error) : resolve())),
      )
    open = connection
    return connection
  }

  function forget(connection: SMTPConnection) {
    if (open === connection) open = undefined
    connection.close()
  }

  return {
    async send(_id, envelope, source, mayLeave) {
      let connection: SMTPConnection | undefined
      try {
        connection = await connected()
        return { response: await sendMessage(connection, envelope, source, mayLeave) }
      } catch (error) {
        if (connection && !(await isStillGood(connection, error))) forget(connection)
        if (error instanceof SendCancelledError) throw error
        throw toMailRejectedError(error)
      }
    },
    close() {
      open?.quit()
      open = undefined
    },
  }
}

function sendMessage(
  connection: SMTPConnection,
  { from, to }: Envelope,
  source: Buffer,
  mayLeave: () => Promise<boolean>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let isStopped = false
    const body = Readable.from(
      (async function* () {
        if (!(await mayLeave())) {
          isStopped = true
          throw new SendCancelledError('sending was cancelled')
        }
        yield source
      })(),
      { objectMode: false },
    )
    connection.send({ from, to: [to], size: source.length }, body, (error, info) => {
      if (isStopped) reject(new SendCancelledError('sending was cancelled'))
      else if (error) reject(error)
      else resolve(info.response)
    })
  })
}

/**
 * Returns whether the connection can be reused: after a rejection of this one email it can, after any other error it
 * cannot.
 */
async function isStillGood(connection: SMTPConnection, error: unknown): Promise<boolean> {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || !responseCode || responseCode === 421) return false
  return new Promise((resolve) => connection.reset((failed?: Error | null) => resolve(!failed)))
}
