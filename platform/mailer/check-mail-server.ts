import nodemailer from 'nodemailer'
import { cutText } from '#shared/cut-text.ts'
import { smtpErrorMessage, type SmtpError } from './mail-rejected-error.ts'

/** Reason why the mail server does not take emails, which follows a colon, and the remedy. */
export type MailServerProblem = { message: string; remedy: string }

/**
 * Connects to a mail server and signs in, without sending anything.
 *
 * @param timeoutMs Limit of each step: connection, greeting, answers.
 * @returns Undefined if the server accepts the sign-in.
 */
export async function checkMailServer(smtpUrl: string, timeoutMs: number): Promise<MailServerProblem | undefined> {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const relay = nodemailer.createTransport({ url: smtpUrl, ...timeouts })
  try {
    await relay.verify()
    return undefined
  } catch (error) {
    return explainMailError(error, smtpUrl)
  } finally {
    relay.close()
  }
}

/**
 * Explains an error of the mail library to the owner. Only the replies of the mail server are quoted.
 *
 * @param smtpUrl Its user name and password do not become part of the result.
 */
export function explainMailError(error: unknown, smtpUrl: string): MailServerProblem {
  const { hostname, port, protocol } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  const server = `the mail server at ${hostname}:${port || (isTls ? 465 : 587)}`
  const { code = '', command = '', responseCode, response = '' } = error as SmtpError
  const quoted = `“${cutText(response, 200, '…')}”`
  if (code === 'EAUTH' && command !== 'API')
    return {
      message: `${server} refused the username or password`,
      remedy:
        'Check both in SMTP_URL and restart the site. Write special characters as percent codes, such as %40 for @.',
    }
  if (code === 'EAUTH' || code === 'ENOAUTH' || (responseCode === 530 && command !== 'CONN'))
    return {
      message: `${server} requires a username and a password`,
      remedy: `Put both into SMTP_URL, as in ${protocol}//user:password@${hostname}, and restart the site.`,
    }
  if (responseCode !== undefined)
    return { message: `${server} ${refusalAt(command)}: ${quoted}`, remedy: remedyAt(command) }
  const reason = smtpErrorMessage(error)
  if (reason === 'host name not found')
    return {
      message: `the host name ${hostname} of the mail server was not found`,
      remedy: 'Correct the host name in SMTP_URL and restart the site.',
    }
  if (/TLS/.test(reason))
    return {
      message: `a secure connection to ${server} failed: ${reason}`,
      remedy:
        'Use smtps:// for port 465 and smtp:// for port 587 in SMTP_URL, with the host name in the mail server’s certificate.',
    }
  return {
    message: `communication with ${server} failed: ${reason}`,
    remedy:
      'Check the host name and the port in SMTP_URL, and that no firewall blocks the connection. Emails stay queued and are sent when the mail server responds.',
  }
}

function refusalAt(command: string): string {
  if (command === 'MAIL FROM') return 'refused the sender'
  if (command === 'RCPT TO') return 'refused the recipient'
  return command === 'CONN' || command === 'EHLO' || command === 'HELO' ? 'refused the connection' : 'refused the email'
}

function remedyAt(command: string): string {
  if (command === 'MAIL FROM')
    return 'Set MAIL_FROM to an address that this account can send from, and restart the site.'
  if (command === 'RCPT TO') return 'Check OWNER_EMAIL, and whether this account may send to other domains.'
  return 'Ask your mail provider what this reply means. The provider may be blocking this machine’s IP address.'
}
