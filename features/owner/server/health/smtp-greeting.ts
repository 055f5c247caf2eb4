import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { cutText } from '#shared/cut-text.ts'
import { ExternalError } from '#platform/http-client/external-error.ts'

/**
 * Returns the greeting of a mail server. Sends nothing and does not sign in.
 *
 * @throws ExternalError if it does not greet with 220; the network error if it cannot be reached.
 */
export function greetRelay(smtpUrl: string, signal: AbortSignal): Promise<string> {
  const { hostname, port, protocol } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  const target = { host: hostname, port: Number(port) || (isTls ? 465 : 587) }
  return new Promise((resolve, reject) => {
    const socket = isTls ? connectTls({ ...target, servername: hostname }) : connect(target)
    const end = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    signal.addEventListener('abort', () => socket.destroy(), { once: true })
    socket.once('error', end)
    socket.once('data', (data) => {
      const [line = ''] = data.toString('utf8').split(/\r?\n/)
      if (!line.startsWith('220')) return end(new ExternalError(`the mail server greeted with “${cutText(line, 100)}”`))
      socket.end('QUIT\r\n', () => socket.destroy())
      resolve(cutText(line.slice(4), 100))
    })
  })
}
