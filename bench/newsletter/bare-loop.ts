import { readFile } from 'node:fs/promises'
import nodemailer from 'nodemailer'

/*
 * A bare pooled SMTP loop: the bytes of FILE to RECIPIENTS people over CONNECTIONS connections, no ledger, no list,
 * nothing else. With DKIM_PRIVATE_KEY the library signs each as it goes; without, FILE is sent as it is.
 */
const {
  SMTP_URL = '',
  FILE = '',
  RECIPIENTS = '100',
  CONNECTIONS = '8',
  DKIM_DOMAIN,
  DKIM_SELECTOR,
  DKIM_PRIVATE_KEY,
} = process.env
const raw = await readFile(FILE)
const relay = nodemailer.createTransport({
  url: SMTP_URL,
  pool: true,
  maxConnections: Number(CONNECTIONS),
  maxMessages: Infinity,
  ...(DKIM_PRIVATE_KEY
    ? {
        dkim: {
          domainName: DKIM_DOMAIN ?? '',
          keySelector: DKIM_SELECTOR ?? '',
          privateKey: DKIM_PRIVATE_KEY,
          headerFieldNames:
            'from:to:subject:date:message-id:mime-version:content-type:list-id:list-unsubscribe:list-unsubscribe-post:feedback-id',
        },
      }
    : {}),
})
// Whoever measures is gone.
process.stdin.on('end', () => process.exit(1)).resume()
let next = 0
const begun = performance.now()
await Promise.all(
  Array.from({ length: Number(CONNECTIONS) }, async () => {
    while (next < Number(RECIPIENTS)) {
      const number = next++
      await relay.sendMail({ envelope: { from: 'bounce@swade.example', to: [`reader-${number}@example.com`] }, raw })
    }
  }),
)
const seconds = (performance.now() - begun) / 1000
const { user, system } = process.cpuUsage()
process.stdout.write(`${JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6 })}\n`)
process.exit(0)
