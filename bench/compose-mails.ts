import { generateKeyPairSync } from 'node:crypto'
import nodemailer from 'nodemailer'
import { splitTemplate } from '#features/issues/contract.ts'
import { prepareEmail } from '#platform/mailer/bulk/prepare-email.ts'
import { benchEmail } from './newsletter/issue.ts'
import { readArguments } from '../scripts/usage.ts'

/*
 * Writes and signs the emails of one newsletter issue: with `platform/mailer/bulk`, which fills in what differs, and
 * with nodemailer, which composes each. `npm run bench:compose-mails -- [emails 1500]`
 * Rule: our module stays only as long as nodemailer reaches less than half of its rate.
 */
const [emails] = readArguments('Usage: npm run bench:compose-mails -- [emails, 1500]', [1500])
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const dkim = { domainName: 'swade.example', keySelector: 's1', privateKey }
const from = 'Swade <hello@swade.example>'
const { html, text, subject } = benchEmail(2000)
const parts = { html: splitTemplate(html), text: splitTemplate(text) }
const valueOf = (number: number) => (place: string) => `https://swade.example/${place}/${number}`
const fill = (pieces: readonly string[], number: number) =>
  pieces.map((piece, index) => (index % 2 === 1 ? valueOf(number)(piece) : piece)).join('')

const write = await prepareEmail({ from, subject, ...parts, headers: [] }, dkim)
const ours = (number: number) =>
  write({
    to: `reader-${number}@example.com`,
    messageId: `${number}@swade.example`,
    date: new Date(),
    unsubscribe: { url: `https://swade.example/unsubscribe/${number}` },
    resolveVariable: valueOf(number),
  })

const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', dkim })
const nodemailers = (number: number) =>
  composer.sendMail({
    from,
    to: `reader-${number}@example.com`,
    subject,
    messageId: `<${number}@swade.example>`,
    html: fill(parts.html, number),
    text: fill(parts.text, number),
    list: { unsubscribe: `https://swade.example/unsubscribe/${number}` },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })

async function measure(make: (number: number) => Promise<unknown>): Promise<{ perSecond: number; cpuMs: number }> {
  const before = process.cpuUsage()
  const begun = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < emails) await make(next++)
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return { perSecond: (emails / (performance.now() - begun)) * 1000, cpuMs: (user + system) / 1000 / emails }
}

for (let round = 0; round < 3; round += 1) {
  const [own, library] = [await measure(ours), await measure(nodemailers)]
  for (const [name, { perSecond, cpuMs }] of [
    ['platform/mailer/bulk', own],
    ['nodemailer', library],
  ] as const)
    console.log(`${name.padEnd(22)} ${perSecond.toFixed(0)} a second, ${cpuMs.toFixed(2)} ms of CPU time each`)
  console.log(`ratio ${(library.perSecond / own.perSecond).toFixed(2)}`)
}
